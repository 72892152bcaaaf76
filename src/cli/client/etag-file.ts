/** The version of each resource that a person saw last, so that a change names it in If-Match. */
import { hash } from 'node:crypto'
import { fileOf, inTurn, readOwn, writeOwn } from './user-folder.ts'

/** Of the paths that were seen longest ago nothing is kept. */
const MOST_KEPT = 500

type Kept = Record<string, string>

export class KeptEtags {
  readonly #path: string
  readonly #person: string

  /** What another person has seen on this machine counts for them alone. */
  constructor(env: NodeJS.ProcessEnv, service: string, token: string) {
    this.#path = fileOf(env, 'etags', service)
    this.#person = hash('sha256', subjectOf(token) ?? token, 'base64url').slice(0, 16)
  }

  async of(path: string): Promise<string | undefined> {
    const etag = (await this.#read())[this.#key(path)]
    return typeof etag === 'string' && /^"[\x21\x23-\x7e]*"$/.test(etag) ? etag : undefined
  }

  /** Without an ETag it is forgotten. Where nothing can be written, the next change reads the version first. */
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

  /** A damaged file is as good as none. */
  async #read(): Promise<Kept> {
    const kept = await readOwn(this.#path, true).catch(() => undefined)
    return typeof kept === 'object' && kept !== null ? (kept as Kept) : {}
  }
}

/** Of a JWT who it is for; each refresh gives another token of the same person. */
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
