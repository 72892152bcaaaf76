/** The reader's own stand-in, from the stand-ins that are suggested. */
export const selfIn = (people: readonly { id: string; isSelf: boolean }[] | undefined): string | undefined =>
  people?.find(({ isSelf }) => isSelf)?.id
