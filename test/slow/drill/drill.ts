/**
 * The failover drill: a primary, two standbys, instances of the service, and clients that record their answers. The primary is
 * killed, the standby with the most changes is promoted, and the other one follows it. The old primary first comes back as a
 * primary, to which nobody may write, and then as a standby. At the end, the journal is compared with the data.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '../../../src/db/migrate.ts'
import { Ends } from '../../ends.ts'
import { testIssuer } from '../../issuer.ts'
import { REACHABLE, Replica, urlOf } from '../../replicas.ts'
import { placeFor, serve } from '../../served.ts'
import { waitFor } from '../../wait-for.ts'
import { type Kept, MADE, type Made, compared, kept } from './compared.ts'
import { PROMOTED } from './acknowledged.ts'
import { Crowd } from './crowd.ts'

interface Options {
  instances: number
  writers: number
  readers: number
  /** The least number of pairs to do. A pair is a write and a read after it. */
  pairs: number
  /** How often the primary is killed. */
  failovers: number
  /** Whether a commit waits for a standby. */
  synchronous: boolean
  /** How long a standby waits before it replays a change, such as 500ms. */
  delay: string
  tell: (line: string) => void
}

export interface Outcome extends Kept {
  /** For each failover, the milliseconds from the promotion until each instance acknowledged its first change. */
  foundAfter: number[][]
  /** Changes that a replaced primary received after it came back unchanged. */
  writtenToReplaced: number
  /** Of all scans of the table that clients read, the share at servers that were standbys at the end. */
  readsAtStandbys: number
}

export async function drill(options: Options): Promise<Outcome> {
  const ends = new Ends()
  const after = (end: () => Promise<unknown>) => ends.push(end)
  try {
    const folder = await mkdtemp(join(tmpdir(), 'sb-'))
    await chmod(folder, REACHABLE)
    after(() => rm(folder, { recursive: true, force: true }))
    const issuer = await testIssuer()
    after(issuer.close)
    const replicas = await replicasIn(folder, options, after)
    options.tell('a primary and two standbys are there')
    const ports: number[] = []
    for (let n = 0; n < options.instances; n++) {
      const place = await placeFor(
        { after },
        {
          SCOREBOOK_DATABASE_URL: urlOf(replicas.map(({ address }) => address)),
          SCOREBOOK_AUTH_ISSUERS: JSON.stringify([issuer.settings]),
          SCOREBOOK_PIPELINE: 'off',
          SCOREBOOK_LOG_LEVEL: 'silent',
        },
      )
      await serve(place).ready()
      ports.push(Number(new URL(place.url).port))
    }
    options.tell(`${ports.length} instances are ready`)
    return await run(options, replicas, ports, issuer.token)
  } finally {
    await ends.run()
  }
}

async function replicasIn(
  folder: string,
  { delay, synchronous }: Options,
  after: (end: () => Promise<unknown>) => void,
): Promise<Replica[]> {
  const settings = {
    wal_retrieve_retry_interval: '100ms',
    recovery_min_apply_delay: delay,
    // After a promotion, the old primary is not a standby yet. So a commit waits for any standby.
    synchronous_standby_names: synchronous ? 'ANY 1 (*)' : '',
    track_counts: 'on',
  }
  const first = await Replica.primary(folder, 'a', { ...settings, synchronous_standby_names: '' })
  after(() => first.end())
  await migrate(first.address)
  const replicas = [first]
  for (const name of ['b', 'c']) {
    const standby = await Replica.standbyOf(first.cluster, folder, name, settings)
    after(() => standby.end())
    replicas.push(standby)
  }
  await first.configure(settings)
  await first.query('select pg_reload_conf()')
  return replicas
}

async function run(
  options: Options,
  replicas: Replica[],
  ports: number[],
  token: (subject: string) => Promise<string>,
): Promise<Outcome> {
  const { tell, synchronous, writers, readers } = options
  const forks: bigint[] = []
  const losses = () => (synchronous ? 0 : forks.length)
  const crowd = await Crowd.start({ ports, writers, readers, token, losses })
  const { pairs } = crowd
  try {
    const foundAfter: number[][] = []
    let primary = replicas[0] as Replica
    let writtenToReplaced = 0
    for (let failover = 1; failover <= options.failovers; failover++) {
      await crowd.enough((options.pairs / (options.failovers + 1)) * failover)
      tell(`${pairs.strict.all} writes and reads; the primary ${primary.name} is killed`)
      const old = primary
      const { best, received } = await failOver(old, replicas)
      primary = best
      forks.push(received)
      crowd.note({ is: 'fault', name: PROMOTED })
      await primary.promote()
      const promotedAt = performance.now()
      const before = [...crowd.acknowledged]
      for (const other of replicas) if (other !== old && other !== primary) await other.follow(primary)
      tell(`${primary.name} is promoted, with the log up to ${received}`)
      foundAfter.push(
        await Promise.all(
          before.map(async (known, instance) => {
            await waitFor('an instance to write again', () => (crowd.acknowledged[instance] ?? 0) > known)
            return Math.round(performance.now() - promotedAt)
          }),
        ),
      )
      tell(`the instances write again after ${foundAfter.at(-1)?.join(', ')} ms`)
      writtenToReplaced += await comeBack(old, primary, options)
      tell(`${old.name} follows ${primary.name}`)
    }
    await crowd.enough(options.pairs)
    await crowd.stop()
    tell(`${pairs.strict.all} writes and reads; the journal is compared`)
    const rows = await inScorebook<Made>(primary, MADE)
    return {
      ...compared(rows, crowd.entries, forks),
      ...kept(crowd),
      foundAfter,
      writtenToReplaced,
      readsAtStandbys: await shareOfStandbys(replicas, primary),
    }
  } finally {
    crowd.close()
  }
}

/** Kills the primary, and finds the standby that has received most of the log. */
async function failOver(old: Replica, replicas: Replica[]) {
  await old.kill()
  const standbys = await Promise.all(
    replicas.filter((one) => one !== old).map(async (best) => ({ best, received: await receivedBy(best) })),
  )
  const [first] = standbys.toSorted((x, y) => (x.received > y.received ? -1 : 1))
  if (first === undefined) throw new Error('There must be a standby.')
  return first
}

/**
 * Starts the old primary: first unchanged, though nobody may write to it, then as a standby. Returns the number of rows that were
 * written to it.
 */
async function comeBack(old: Replica, primary: Replica, { delay, synchronous }: Options): Promise<number> {
  await old.configure({ synchronous_standby_names: '' })
  await old.start()
  const before = await rowsOf(old)
  await sleep(3_000)
  const written = (await rowsOf(old)) - before
  await old.end()
  await old.become(primary.cluster, {
    recovery_min_apply_delay: delay,
    synchronous_standby_names: synchronous ? 'ANY 1 (*)' : '',
  })
  return written
}

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

/** Each server counts the scans of its own tables, so we compare the scans of the table that clients read. */
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
