/** Notes when sessions and personal tokens were last used. The times are written in batches, independently of the requests. */
import type { Database } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'

/** The pause between two batches, in milliseconds. */
const EVERY = 60_000
/** In seconds. If the stored use is younger than this, the new one is not written. */
const GRAIN = 300
const BATCH = 1_000

export class LastUses {
  readonly #db: Database
  readonly #warn: (error: unknown) => void
  readonly #timer: NodeJS.Timeout
  readonly #sessions = new Set<string>()
  readonly #tokens = new Set<string>()
  #writing: Promise<void> = Promise.resolve()

  constructor(db: Database, warn: (error: unknown) => void) {
    this.#db = db
    this.#warn = warn
    this.#timer = setInterval(() => void this.write(), EVERY)
    this.#timer.unref()
  }

  ofSession(id: string): void {
    this.#sessions.add(id)
  }

  ofToken(id: string): void {
    this.#tokens.add(id)
  }

  /** Writes the uses. If a batch fails, it and all later batches are lost. The next call writes only newer uses. */
  write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write()).catch(this.#warn)
    return this.#writing
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.write()
  }

  async #write(): Promise<void> {
    for (const ids of batches(this.#sessions)) await this.#db.many(sessionsSeen(ids))
    for (const ids of batches(this.#tokens)) await this.#db.many(tokensUsed(ids))
  }
}

/** The ids in batches. They are sorted, so that two instances never lock rows in opposite orders. */
function batches(used: Set<string>): string[][] {
  const ids = [...used].toSorted()
  used.clear()
  return Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, n) =>
    ids.slice(n * BATCH, (n + 1) * BATCH),
  )
}

/** Locked rows are skipped: somebody is ending these sessions, or another instance is writing the same uses. */
const sessionsSeen = (ids: string[]): Sql => sql`
  update sessions set last_seen_at = now() where id in (
    select id from sessions
    where id = any(${ids}::uuid[]) and last_seen_at < now() - make_interval(secs => ${GRAIN})
    order by id for no key update skip locked)`

const tokensUsed = (ids: string[]): Sql => sql`
  update personal_tokens set last_used_at = now() where id in (
    select id from personal_tokens
    where id = any(${ids}::uuid[])
      and (last_used_at is null or last_used_at < now() - make_interval(secs => ${GRAIN}))
    order by id for no key update skip locked)`
