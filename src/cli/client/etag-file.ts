/** Stores for each resource the version that a person last saw, for If-Match. */
import { hash } from 'node:crypto'
import { fileOf, inTurn, readOwn, writeOwn } from './user-folder.ts'

/** How many paths are stored: those that were seen last. */
const MOST_KEPT = 500

type Kept = Record<string, string>

export class KeptEtags {
  readonly #path: string
  readonly #person: string

  /** Each person who uses this machine has versions of their own. */
  constructor(env: NodeJS.ProcessEnv, service: string, token: string) {
    this.#path = fileOf(env, 'etags', service)
    this.#person = hash('sha256', subjectOf(token) ?? token, 'base64url').slice(0, 16)
  }

  async of(path: string): Promise<string | undefined> {
    const etag = (await this.#read())[this.#key(path)]
    return typeof etag === 'string' && /^"[\x21\x23-\x7e]*"$/.test(etag) ? etag : undefined
  }

  /**
   * Stores a version. Without an ETag, forgets it. If the file cannot be written, the next change asks the service for the
   * version.
   */
  async see(path: string, etag: string | undefined): Promise<void> {
    const key = this.#key(path)
    if ((await this.#read())[key] === etag) return
    try {
      await inTurn(this.#path, async () => {
        const { [key]: _, ...others } = await this.#read()
        const all = Object.entries({ ...others, ...(etag === undefined ? {} : { [key]: etag }) })
        await writeOwn(this.#path, Object.fromEntries(all.slice(-MOST_KEPT)))
      })
    } catch (error) {
      if (!(error instanceof Error && 'syscall' in error)) throw error
    }
  }

  #key(path: string): string {
    return `${this.#person} ${path}`
  }

  /** A damaged file counts as missing. */
  async #read(): Promise<Kept> {
    const kept = await readOwn(this.#path, true).catch(() => undefined)
    return typeof kept === 'object' && kept !== null ? (kept as Kept) : {}
  }
}

/** The person behind a token. A refresh gives the same person another token, so the subject of the JWT is used. */
function subjectOf(token: string): string | undefined {
  try {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
      iss?: unknown
      sub?: unknown
    }
    return typeof claims.sub === 'string' ? `${String(claims.iss)} ${claims.sub}` : undefined
  } catch {
    return undefined
  }
}
