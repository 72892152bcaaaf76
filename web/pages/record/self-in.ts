/** The reader's own stand-in, among those that are suggested. */
export const selfIn = (people: readonly { id: string; isSelf: boolean }[] | undefined): string | undefined =>
  people?.find(({ isSelf }) => isSelf)?.id
