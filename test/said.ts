/** Reads the statements in the bytes that a client sends to PostgreSQL. It knows prepared statements by their name. */

const TYPE_AND_LENGTH = 5

export class SaidStatements {
  #rest: Buffer = Buffer.alloc(0)
  #started = false
  readonly #prepared = new Map<string, string>()

  /** Returns the statements that are complete with these bytes. */
  heard(bytes: Buffer): string[] {
    this.#rest = Buffer.concat([this.#rest, bytes])
    const texts: string[] = []
    for (let message = this.#next(); message !== undefined; message = this.#next()) texts.push(...message)
    return texts
  }

  #next(): string[] | undefined {
    const header = this.#started ? TYPE_AND_LENGTH : TYPE_AND_LENGTH - 1
    if (this.#rest.length < header) return undefined
    const end = header - 4 + this.#rest.readInt32BE(header - 4)
    if (this.#rest.length < end) return undefined
    const type = String.fromCodePoint(this.#rest[0] ?? 0)
    const words = this.#rest.toString('latin1', header, end).split('\0')
    this.#rest = this.#rest.subarray(end)
    if (!this.#started) {
      this.#started = true // the first message has no type byte
      return []
    }
    const [first = '', second = ''] = words
    if (type === 'Q') return [first]
    if (type === 'P') this.#prepared.set(first, second)
    if (type === 'B') return [this.#prepared.get(second) ?? '']
    return []
  }
}
