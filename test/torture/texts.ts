/** What is known about the texts of one application. Each text of an import contains the number of the import, its edition. */
export class Texts {
  /** The newest edition that a client has sent. */
  #sent = 0
  /** The newest edition that the service has acknowledged. */
  acknowledged = 0
  /** For each edition that may be shown, its keys in order. */
  readonly #keys = new Map<number, string>()

  send(body: unknown): void {
    const edition = editionIn(body)
    this.#sent = Math.max(this.#sent, edition)
    this.#keys.set(edition, keysIn(body).toSorted().join())
  }

  /**
   * Returns a sentence if the import was not done completely, or was done twice. An edition changes every text, so none stays
   * unchanged.
   */
  acknowledge(body: unknown, counts: Record<string, unknown> = {}): string | undefined {
    const edition = editionIn(body)
    this.acknowledged = Math.max(this.acknowledged, edition)
    for (const old of this.#keys.keys()) if (old < edition) this.#keys.delete(old)
    if (counts['unchanged'] !== 0) return 'An import was made twice'
    return Number(counts['added']) + Number(counts['updated']) === keysIn(body).length
      ? undefined
      : 'An import was made in part'
  }

  /** Returns what is wrong with the texts. `floor` is the edition that was acknowledged when they were requested. */
  fault(messages: Record<string, string>, floor: number): string | undefined {
    const editions = new Set(Object.values(messages).map(Number))
    const [edition = 0] = editions
    if (editions.size === 0 && floor === 0) return undefined // nothing is imported yet
    if (editions.size !== 1) return 'Texts of two imports were seen at once: a torn read'
    if (edition < floor) return 'A read shows an older import than was acknowledged: a lost write'
    if (edition > this.#sent) return 'A read shows an import that nobody sent'
    const keys = this.#keys.get(edition)
    return keys === undefined || keys === Object.keys(messages).toSorted().join()
      ? undefined
      : 'A read shows other keys than the import: a torn read'
  }
}

const keysIn = (body: unknown): string[] =>
  ((body as { keys?: { key: string }[] } | undefined)?.keys ?? []).map(({ key }) => key)

const editionIn = (body: unknown): number =>
  Number((body as { keys?: { baseText: string }[] } | undefined)?.keys?.[0]?.baseText ?? 0)
