/** Reads PostgreSQL's tar archives (ustar). It returns one folder or file after another. */

interface Entry {
  /** The path inside the archive, such as `base/1/1259`. */
  name: string
  kind: 'file' | 'folder'
  size: number
  /** These bytes must be read before the next entry is taken. */
  content: AsyncIterable<Buffer>
}

const BLOCK = 512

/** Throws if a header of the archive is damaged or the archive ends early. */
export async function* entriesOf(archive: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  const bytes = new Bytes(archive)
  for (;;) {
    const header = await bytes.exactly(BLOCK)
    if (header.every((byte) => byte === 0)) return bytes.toTheEnd()
    mustBeHeader(header)
    const name = nameIn(header)
    const size = numberIn(header, 124, 12)
    const kind = KINDS[String.fromCharCode(header[156] ?? 0)]
    if (kind === undefined) throw new Error(`${name} is neither a file nor a folder.`)
    let left = size
    async function* content() {
      while (left > 0) {
        const chunk = await bytes.upTo(left)
        left -= chunk.length
        yield chunk
      }
    }
    yield { name, kind, size, content: content() }
    while (left > 0) left -= (await bytes.upTo(left)).length
    await bytes.exactly((BLOCK - (size % BLOCK)) % BLOCK)
  }
}

/** PostgreSQL packs links only for tablespaces, which Scorebook does not have. */
const KINDS: Record<string, Entry['kind']> = { '0': 'file', '\0': 'file', '5': 'folder' }

function mustBeHeader(header: Buffer): void {
  let sum = 0
  for (const [at, byte] of header.entries()) sum += at >= 148 && at < 156 ? 0x20 : byte
  if (header.toString('latin1', 257, 262) !== 'ustar' || sum !== numberIn(header, 148, 8))
    throw new Error('the archive is damaged.')
}

/** Refuses a name that leads out of the folder. PostgreSQL never writes such a name. */
function nameIn(header: Buffer): string {
  const [prefix, rest] = [textIn(header, 345, 155), textIn(header, 0, 100)]
  const name = (prefix === '' ? rest : `${prefix}/${rest}`).replace(/^(\.\/)+/, '').replace(/\/+$/, '')
  if (name.startsWith('/') || name.includes('\\') || name.split('/').includes('..'))
    throw new Error(`${name} leads out of the folder.`)
  return name
}

const textIn = (header: Buffer, from: number, length: number) =>
  header.toString('utf8', from, from + length).split('\0')[0] ?? ''

/** Reads an octal number. Numbers of 8 GiB and more are binary. */
function numberIn(header: Buffer, from: number, length: number): number {
  if (((header[from] ?? 0) & 0x80) !== 0) return Number(header.readBigUInt64BE(from + length - 8))
  return Number.parseInt(textIn(header, from, length).trim() || '0', 8)
}

class Bytes {
  readonly #chunks: AsyncIterator<Buffer>
  #held: Buffer = Buffer.alloc(0)

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  async upTo(length: number): Promise<Buffer> {
    while (this.#held.length === 0) {
      const next = await this.#chunks.next()
      if (next.done) throw new Error('the archive ends early.')
      this.#held = next.value
    }
    const taken = this.#held.subarray(0, length)
    this.#held = this.#held.subarray(taken.length)
    return taken
  }

  async toTheEnd(): Promise<void> {
    while (!(await this.#chunks.next()).done);
  }

  async exactly(length: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for (let left = length; left > 0;) {
      const part = await this.upTo(left)
      parts.push(part)
      left -= part.length
    }
    return Buffer.concat(parts)
  }
}
