/** The mark of a match: each change gives the same new number to all participants, so that a half-changed match is noticed. */

interface Seat {
  score?: number
  loadout?: { attributes: Record<string, unknown> }
  loadoutAttributes?: Record<string, unknown>
}

/** The marks in a match. There are several if the match was seen half-changed. */
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

/** Knows which marks a match may no longer have. Times are positions in the journal. */
export class Marks {
  #present: { mark: unknown; acknowledgedAt: number }[] = []
  readonly #replacedAt = new Map<unknown, number>()

  /**
   * A change replaces each mark that was acknowledged before the change was first sent. Of simultaneous changes, any may be the
   * last.
   */
  acknowledge(mark: unknown, sentAt: number, now: number): void {
    const replaced = this.#present.filter(({ acknowledgedAt }) => acknowledgedAt < sentAt)
    for (const one of replaced) this.#replacedAt.set(one.mark, now)
    this.#present = this.#present.filter((one) => !replaced.includes(one))
    this.#present.push({ mark, acknowledgedAt: now })
  }

  /** True if an acknowledged change had replaced one of the marks before `by`. */
  wereReplaced(marks: Set<unknown>, by: number): boolean {
    return [...marks].some((mark) => (this.#replacedAt.get(mark) ?? Infinity) < by)
  }
}
