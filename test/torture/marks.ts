/** The mark of a match: each change gives all its participants the same new number, so that mixed states are found. */

interface Seat {
  score?: number
  loadout?: { attributes: Record<string, unknown> }
  loadoutAttributes?: Record<string, unknown>
}

/** The marks in a match; several if it was seen half-changed. */
export const marksOf = (match: Record<string, unknown>): Set<unknown> =>
  new Set(
    ((match['participants'] ?? []) as Seat[]).flatMap(({ score, loadout, loadoutAttributes }) => [
      score,
      (loadout?.attributes ?? loadoutAttributes)?.['mark'],
    ]),
  )

/** The mark that an edit would give. */
export const markOfEdit = (body: unknown): unknown =>
  (body as { participantChanges?: { score: number }[] } | undefined)?.participantChanges?.[0]?.score

/** Which marks a match may no longer have. Times are positions in the journal. */
export class Marks {
  #present: { mark: unknown; acknowledgedAt: number }[] = []
  readonly #replacedAt = new Map<unknown, number>()

  /** A change replaces each mark that was acknowledged before it was first sent. Of changes under way at once any may be the last. */
  acknowledge(mark: unknown, sentAt: number, now: number): void {
    const replaced = this.#present.filter(({ acknowledgedAt }) => acknowledgedAt < sentAt)
    for (const one of replaced) this.#replacedAt.set(one.mark, now)
    this.#present = this.#present.filter((one) => !replaced.includes(one))
    this.#present.push({ mark, acknowledgedAt: now })
  }

  /** True if an acknowledged change had replaced a mark by then. */
  wereReplaced(marks: Set<unknown>, by: number): boolean {
    return [...marks].some((mark) => (this.#replacedAt.get(mark) ?? Infinity) < by)
  }
}
