/** The version of each resource that a person saw last, so that a change names it in If-Match. */
import { hash } from 'node:crypto'
import { fileOf, inTurn, readOwn, writeOwn } from './user-folder.ts'

/** The file keeps only the paths that were seen last. */
const MOST_KEPT = 500

type Kept = Record<string, string>

export class KeptEtags {
  readonly #path: string
  readonly #person: string

  /** Each person of this machine has versions of their own. */
  constructor(env: NodeJS.ProcessEnv, service: string, token: string) {
    this.#path = fileOf(env, 'etags', service)
    this.#person = hash('sha256', subjectOf(token) ?? token, 'base64url').slice(0, 16)
  }

  async of(path: string): Promise<string | undefined> {
    const etag = (await this.#read())[this.#key(path)]
    return typeof etag === 'string' && /^"[\x21\x23-\x7e]*"$/.test(etag) ? etag : undefined
  }

  /** Without an ETag, forgets the version. If the file can't be written, the next change reads the version first. */
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

/** The subject of a JWT, because each refresh gives the same person another token. */
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
