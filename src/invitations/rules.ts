/** Who may invite to a ghost player. */

export const byItsOwner = {
  may: ({ userId }: { userId: string }, { ownerId }: { ownerId: string }) => userId === ownerId,
  refusal: 'Only the owner of a ghost player may invite somebody to claim it.',
}
