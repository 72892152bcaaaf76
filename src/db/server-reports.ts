/** What `doctor` reports about the servers in a URL: which one is the primary, and how far each standby is behind. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Database } from './database.ts'
import { urlsOf, hostsOf } from './hosts.ts'
import { GUARD, STATE, type State } from './server-state.ts'
import { OLDEST } from './servers.ts'
import { sql } from './sql.ts'

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
        if (state === primary) return reportOnPrimary(name, db, state, states)
        return reportOn(name, db, state, primary)
      }),
    )
  } finally {
    await Promise.all(servers.map((db) => db.close()))
  }
}

const timelineOf = (state: State | Error) => (state instanceof Error ? 0 : (state.timeline ?? 0))

/** Says whether a commit waits for standbys, and whether enough of them are there. */
async function reportOnPrimary(
  name: string,
  db: Database,
  state: State,
  states: readonly (State | Error)[],
): Promise<ServerReport> {
  const { names } = await db.one(SYNCHRONOUS)
  const needed = standbysFor(names)
  const there = states.filter((one) => !(one instanceof Error) && one.standby && follows(one, state)).length
  const primary = `the primary, on timeline ${state.timeline}`
  if (needed === 0)
    return good(name, `${primary}; no commit waits for a standby, so a failover can lose the last changes`)
  const waits = `${primary}; each commit waits for ${needed} of ${there} standbys`
  if (there < needed)
    return bad(name, waits, 'start the other standbys, because no change is acknowledged without them')
  const says = there === needed ? `${waits}, so without one of them there are no changes` : waits
  return good(name, says)
}

const SYNCHRONOUS = sql<{ names: string }>`select current_setting('synchronous_standby_names') as names`

/** How many standbys a commit waits for: `ANY 1 (a, b)`, `FIRST 2 (a, b)`, `2 (a, b)`, `a, b` or `*`. */
function standbysFor(names: string): number {
  const [, number] = /^\s*(?:(?:any|first)\s+)?(\d+)\s*\(/i.exec(names) ?? []
  return number === undefined ? Number(names.trim() !== '') : Number(number)
}

const follows = ({ system, follows: timeline }: State, primary: State) =>
  system === primary.system && timeline === primary.timeline

async function reportOn(
  name: string,
  db: Database,
  state: State,
  primary: State | undefined,
): Promise<ServerReport> {
  const copyAgain = 'copy the primary again with pg_basebackup, and start the copy as a standby'
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
    if (missing <= 0n) return good(name, `a standby, at most ${Math.ceil(took)} ms behind`)
    if (took > OLDEST)
      return bad(
        name,
        `a standby, more than ${OLDEST / 1000} s and ${missing} bytes behind, so it answers no reads`,
        'see whether its replay is paused (`select pg_wal_replay_resume()`), its disk is full or slow, and pg_stat_replication at the primary names it',
      )
  }
}

const good = (name: string, says: string): ServerReport => ({ name, says, todo: undefined })

const bad = (name: string, says: string, todo: string): ServerReport => ({ name, says, todo })
