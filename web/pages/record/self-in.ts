/** The reader's own stand-in among the suggested ones. */
export const selfIn = (people: readonly { id: string; isSelf: boolean }[] | undefined): string | undefined =>
  people?.find(({ isSelf }) => isSelf)?.id
