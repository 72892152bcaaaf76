/** What `doctor` reports about the servers in a URL: which one is the primary, and how far each standby is behind. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Database } from './database.ts'
import { urlsOf, hostsOf } from './hosts.ts'
import { GUARD, STATE, type State } from './server-state.ts'
import { OLDEST } from './servers.ts'

interface ServerReport {
  name: string
  /** What the operator must do. Undefined if there is nothing to do. */
  todo: string | undefined
  says: string
}

/** Makes one report for each server, in the order of the URL. If a standby is behind, waits up to `OLDEST` for it. */
export async function serverReports(url: string): Promise<ServerReport[]> {
  const names = hostsOf(url).map(({ name }) => name)
  const servers = urlsOf(url).map((one) => new Database(one.url, { readers: 1, writers: 1 }))
  try {
    const states = await Promise.all(
      servers.map((db) => db.one(STATE).catch((error: unknown) => error as Error)),
    )
    const primary = states
      .filter((state) => !(state instanceof Error) && !state.standby)
      .toSorted((one, other) => timelineOf(other) - timelineOf(one))[0] as State | undefined
    return await Promise.all(
      servers.map(async (db, n) => {
        const [name = '', state] = [names[n], states[n]]
        if (state === undefined || state instanceof Error)
          return bad(
            name,
            `not to be reached (${state?.message ?? ''})`,
            'start it, or remove it from SCOREBOOK_DATABASE_URL',
          )
        return reportOn(name, db, state, primary)
      }),
    )
  } finally {
    await Promise.all(servers.map((db) => db.close()))
  }
}

const timelineOf = (state: State | Error) => (state instanceof Error ? 0 : (state.timeline ?? 0))

async function reportOn(
  name: string,
  db: Database,
  state: State,
  primary: State | undefined,
): Promise<ServerReport> {
  const copyAgain = 'copy the primary again with pg_basebackup, and start the copy as a standby'
  if (state === primary) return { name, says: 'the primary', todo: undefined }
  if (primary === undefined)
    return bad(
      name,
      'a standby, and none is the primary',
      'promote one, or name the primary in SCOREBOOK_DATABASE_URL',
    )
  if (!state.standby) return bad(name, 'a primary that was replaced', `stop it; ${copyAgain}`)
  if (state.system !== primary.system) return bad(name, 'a standby of other data', copyAgain)
  if (state.follows !== primary.timeline)
    return bad(
      name,
      'a standby of a primary that was replaced',
      `let it follow the new one; if it cannot, ${copyAgain}`,
    )
  const since = performance.now()
  for (let missing: bigint; ; await sleep(50)) {
    const { position } = await db.one(GUARD)
    missing = BigInt(primary.position) - BigInt(position)
    const took = performance.now() - since
    if (missing <= 0n)
      return { name, says: `a standby, at most ${Math.ceil(took)} ms behind`, todo: undefined }
    if (took > OLDEST)
      return bad(
        name,
        `a standby, more than ${OLDEST / 1000} s and ${missing} bytes behind, so it answers no reads`,
        'see whether its replay is paused (`select pg_wal_replay_resume()`), its disk is full or slow, and pg_stat_replication at the primary names it',
      )
  }
}

const bad = (name: string, says: string, todo: string): ServerReport => ({ name, says, todo })
