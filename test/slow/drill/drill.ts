/**
 * The failover drill: a primary and two standbys, instances of the service in front of them, and clients that record their
 * answers. The primary is killed, the standby that has most is promoted, and the other one follows it. The old primary starts
 * once more as a primary, which nobody may write to, and then as a standby. In the end the journal is compared with the data.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '../../../src/db/migrate.ts'
import { testIssuer } from '../../issuer.ts'
import { REACHABLE, Replica, urlOf } from '../../replicas.ts'
import { waitFor } from '../../wait-for.ts'
import { type Instance, startInstance } from './instance.ts'
import type { Course } from './course.ts'
import { Reader } from './reader.ts'
import { type Journal, Writer } from './writer.ts'

export interface Options {
  instances: number
  writers: number
  readers: number
  /** The least number of a write and a read behind it. */
  pairs: number
  /** How often the primary is killed. */
  failovers: number
  /** Whether a commit waits for a standby. */
  synchronous: boolean
  /** How much later a standby replays what it has, such as 500ms. */
  delay: string
  tell: (line: string) => void
}

export interface Outcome {
  acknowledged: number
  /** Answered only when sent again with the same key. */
  retried: number
  /** Acknowledged, and not there: all of them, and those whose position a standby had when it was promoted. */
  lost: number
  lostThoughReplicated: number
  doubled: number
  /** A write and a read behind it, through the same instance or with the position: how many, and how many missed the write. */
  pairs: number
  missed: number
  /** The same through another instance without the position: the window that is left. */
  pairsElsewhere: number
  missedElsewhere: number
  /** Answers to readers that stay at an instance: how many, and how many counted less than the one before. */
  answers: number
  backwards: number
  /** The same for readers that go to another instance each time. */
  answersElsewhere: number
  backwardsElsewhere: number
  /** For each failover and each instance: milliseconds from the promotion to the first change that is acknowledged. */
  foundAfter: number[][]
  /** Changes that a replaced primary received after it came back unchanged. */
  writtenToReplaced: number
  /** The share of the scans of a table that clients read that the servers had which are standbys in the end. */
  readsAtStandbys: number
}

export async function drill(options: Options): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'sb-'))
  await chmod(folder, REACHABLE)
  const replicas: Replica[] = []
  const instances: Instance[] = []
  const issuer = await testIssuer()
  try {
    const settings = {
      wal_retrieve_retry_interval: '100ms',
      recovery_min_apply_delay: options.delay,
      // After a promotion the replaced primary is not a standby yet, so any one will do.
      synchronous_standby_names: options.synchronous ? 'ANY 1 (*)' : '',
      track_counts: 'on',
    }
    const first = await Replica.primary(folder, 'a', { ...settings, synchronous_standby_names: '' })
    replicas.push(first)
    await migrate(first.address)
    for (const name of ['b', 'c'])
      replicas.push(await Replica.standbyOf(first.cluster, folder, name, settings))
    await first.configure(settings)
    await first.query('select pg_reload_conf()')
    options.tell('a primary and two standbys are there')
    const url = urlOf(replicas.map(({ address }) => address))
    for (let n = 0; n < options.instances; n++) instances.push(await startInstance(url, issuer.settings))
    options.tell(`${instances.length} instances are ready`)
    return await run(options, replicas, instances, issuer.token)
  } finally {
    await Promise.all(instances.map((instance) => instance.end()))
    await Promise.all(replicas.map((replica) => replica.end()))
    await issuer.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function run(
  options: Options,
  replicas: Replica[],
  instances: Instance[],
  token: (subject: string) => Promise<string>,
): Promise<Outcome> {
  const { tell } = options
  const course: Course = { forks: [], losses: () => (options.synchronous ? 0 : course.forks.length) }
  const writers = await Promise.all(
    Array.from(
      { length: options.writers },
      async (_, n) => new Writer(`w${n}`, await token(`writer ${n}`), instances, course),
    ),
  )
  const readers = Array.from({ length: options.readers }, (_, n) => {
    const { token: theirs } = writers[n % writers.length] as Writer
    return new Reader(theirs, instances, n % 2 === 0, course)
  })
  for (const writer of writers) await writer.begin()
  const working = [...writers, ...readers].map((client) => client.work())
  const journals = () => writers.map(({ journal }) => journal)
  const pairs = () => journals().reduce((sum, { pairs: n }) => sum + n, 0)

  const foundAfter: number[][] = []
  let primary = replicas[0] as Replica
  let writtenToReplaced = 0
  const perPhase = options.pairs / (options.failovers + 1)
  for (let failover = 1; failover <= options.failovers; failover++) {
    await waitFor('writes and reads', async () => pairs() >= perPhase * failover, 3_600_000)
    tell(`${pairs()} writes and reads; the primary ${primary.name} is killed`)
    const old = primary
    await old.kill()
    const standbys = replicas.filter((one) => one !== old)
    const received = await Promise.all(
      standbys.map(async (one) => ({ one, position: await receivedBy(one) })),
    )
    const [best, ...others] = received.toSorted((x, y) => (x.position > y.position ? -1 : 1))
    if (best === undefined) throw new Error('There must be a standby.')
    course.forks.push(best.position)
    await best.one.promote()
    const promotedAt = performance.now()
    primary = best.one
    for (const { one } of others) await one.follow(primary)
    tell(`${primary.name} is promoted, with the log up to ${best.position}`)
    const found = () => instances.map((_, n) => firstAfter(journals(), n, promotedAt))
    await waitFor('each instance to write again', async () => found().every((at) => at !== undefined))
    foundAfter.push(found().map((at) => Math.round((at ?? 0) - promotedAt)))
    tell(`the instances write again after ${foundAfter.at(-1)?.join(', ')} ms`)

    // Nobody has told it that it was replaced, and it takes changes.
    await old.configure({ synchronous_standby_names: '' })
    await old.start()
    const before = await rowsOf(old)
    await sleep(3_000)
    writtenToReplaced += (await rowsOf(old)) - before
    await old.end()
    await old.become(primary.cluster, {
      recovery_min_apply_delay: options.delay,
      synchronous_standby_names: options.synchronous ? 'ANY 1 (*)' : '',
    })
    tell(`${old.name} follows ${primary.name}`)
  }
  await waitFor('writes and reads', async () => pairs() >= options.pairs, 3_600_000)
  for (const client of [...writers, ...readers]) client.stop()
  await Promise.all(working)
  tell(`${pairs()} writes and reads; the journal is compared`)
  const outcome = await compared(primary, journals(), course.forks)
  const sum = (of: (reader: Reader) => number, stay: boolean) =>
    readers.filter(({ stays }) => stays === stay).reduce((total, reader) => total + of(reader), 0)
  return {
    ...outcome,
    answers: sum(({ answers }) => answers, true),
    backwards: sum(({ backwards }) => backwards, true),
    answersElsewhere: sum(({ answers }) => answers, false),
    backwardsElsewhere: sum(({ backwards }) => backwards, false),
    foundAfter,
    writtenToReplaced,
    readsAtStandbys: await shareOfStandbys(replicas, primary),
  }
}

/** When an instance acknowledged its first change that was sent after the time. */
const firstAfter = (journals: Journal[], instance: number, time: number): number | undefined =>
  journals
    .flatMap(({ entries }) => entries)
    .filter((entry) => entry.instance === instance && entry.at > time)
    .map(({ at }) => at)
    .toSorted((one, other) => one - other)[0]

const receivedBy = async (replica: Replica): Promise<bigint> => {
  const [row] = await replica.query<{ position: string }>(
    `select (pg_last_wal_receive_lsn() - '0/0'::pg_lsn)::text as position`,
  )
  return BigInt(row?.position ?? 0)
}

const inScorebook = <R extends object>(replica: Replica, statement: string) =>
  replica.query<R & Record<string, unknown>>(statement, 'scorebook')

const rowsOf = async (replica: Replica): Promise<number> =>
  (await inScorebook<{ n: number }>(replica, `select count(*)::int as n from idempotency_keys`))[0]?.n ?? 0

async function compared(primary: Replica, journals: Journal[], forks: bigint[]) {
  const rows = await inScorebook<{ name: string; n: number }>(
    primary,
    `select display_name as name, count(*)::int as n from ghost_players where not is_self group by 1`,
  )
  const there = new Map(rows.map(({ name, n }) => [name, n]))
  const entries = journals.flatMap(({ entries: all }) => all)
  const lost = entries.filter(({ name }) => !there.has(name))
  // After its acknowledgement the log was at the position, so a standby with that much of the log has the change.
  const replicated = lost.filter(({ position, forksBefore }) => {
    const fork = forks[forksBefore]
    return fork === undefined || position <= fork
  })
  const sum = (of: (journal: Journal) => number) =>
    journals.reduce((total, journal) => total + of(journal), 0)
  return {
    acknowledged: entries.length,
    retried: entries.filter(({ attempts }) => attempts > 1).length,
    lost: lost.length,
    lostThoughReplicated: replicated.length,
    doubled: rows.filter(({ n }) => n > 1).length,
    pairs: sum(({ pairs }) => pairs),
    missed: sum(({ missed }) => missed),
    pairsElsewhere: sum(({ pairsElsewhere }) => pairsElsewhere),
    missedElsewhere: sum(({ missedElsewhere }) => missedElsewhere),
  }
}

/** Measured by the scans of the table that clients read; each server counts its own scans. */
async function shareOfStandbys(replicas: Replica[], primary: Replica): Promise<number> {
  const scans = await Promise.all(
    replicas.map(async (replica) => {
      const [row] = await inScorebook<{ n: string }>(
        replica,
        `select (coalesce(idx_scan, 0) + seq_scan)::text as n from pg_stat_user_tables where relname = 'ghost_players'`,
      )
      return { replica, n: Number(row?.n ?? 0) }
    }),
  )
  const all = scans.reduce((sum, { n }) => sum + n, 0)
  const atPrimary = scans.find(({ replica }) => replica === primary)?.n ?? 0
  return all === 0 ? 0 : (all - atPrimary) / all
}
