/** The drill with a real keeper: three machines under Patroni, two instances, and walks that harm them under load. */
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Ends, endOnSignals } from '../../ends.ts'
import { testIssuer } from '../../issuer.ts'
import { waitFor } from '../../wait-for.ts'
import { placeFor, serve } from '../../served.ts'
import { PatroniCluster } from '../cluster/cluster.ts'
import type { Machine } from '../cluster/machine.ts'
import { type Kept, MADE, type Made, compared, kept } from './compared.ts'
import { Crowd } from './crowd.ts'
import { type Times, timesOf } from './times.ts'
import { type Instance, type Scene, WALKS, type Walk, changesAtAll } from './walks.ts'

export interface WalkOutcome extends Kept, Times {
  walk: string
  promise: Walk['promise']
  mayGoBack: boolean
  /** Milliseconds from the harm until another server was the primary. */
  promotedAfter: number | undefined
  /** What each instance says while only a replaced primary answers, and how much was written to that one. */
  refusals: string[]
  writtenToReplaced: number
}

interface Options {
  root: string
  walks: readonly string[]
  times: number
  tell: (line: string) => void
  /** Called after each walk. */
  done: (outcome: WalkOutcome) => void
  failed: (walk: string, error: unknown) => void
}

const INSTANCES = 2
/** Writes and reads before and after the harm. */
const PAIRS = 200

/** Runs each walk this number of times, all on the same machines. It needs a network of its own. */
export async function patroniDrill({ root, walks, times, tell, done, failed }: Options): Promise<void> {
  const ends = new Ends()
  endOnSignals(ends)
  try {
    let cluster: PatroniCluster | undefined
    for (let time = 1; time <= times; time++)
      for (const name of walks) {
        const walk = walkOf(name)
        cluster ??= await startIn(root, tell, ends)
        tell(`${name}, ${time} of ${times}: ${walk.about}`)
        try {
          done(await walkOnce(cluster, name, walk, { time, tell, ends }))
        } catch (error) {
          if (ends.haveBegun) throw error
          failed(name, error)
          await cluster.end() // nobody knows what state it is in
          cluster = undefined
        }
      }
  } finally {
    await ends.run()
  }
}

function walkOf(name: string): Walk {
  const walk = WALKS[name]
  if (walk !== undefined) return walk
  throw new Error(`${name} is no walk. There are ${Object.keys(WALKS).join(', ')}.`)
}

async function startIn(root: string, tell: Options['tell'], ends: Ends): Promise<PatroniCluster> {
  tell('three machines start')
  const folder = await mkdtemp(join('/var/tmp', 'cluster-'))
  ends.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const cluster = await PatroniCluster.in({ folder, root, tell })
  ends.push(() => cluster.end())
  await cluster.start()
  return cluster
}

async function walkOnce(
  cluster: PatroniCluster,
  name: string,
  walk: Walk,
  { time, tell, ends: outer }: { time: number; tell: Options['tell']; ends: Ends },
): Promise<WalkOutcome> {
  await cluster.watch(walk.unwatched !== true)
  await cluster.whole()
  const primary = await cluster.primary()
  const [one, other] = cluster.machines.filter((machine) => machine !== primary)
  if (one === undefined || other === undefined) throw new Error('There must be two standbys.')
  const hosts = walk.primaryIs === 'last' ? [one, other, primary] : [primary, one, other]
  const ends = new Ends()
  outer.push(() => ends.run())
  try {
    const issuer = await testIssuer()
    ends.push(issuer.close)
    const instances: Instance[] = []
    for (let n = 0; n < INSTANCES; n++) {
      const place = await placeFor(
        { after: (end) => ends.push(end) },
        {
          SCOREBOOK_DATABASE_URL: cluster.url(hosts),
          SCOREBOOK_AUTH_ISSUERS: JSON.stringify([issuer.settings]),
          SCOREBOOK_PIPELINE: 'off',
          SCOREBOOK_LOG_LEVEL: walk.unwatched ? 'info' : 'silent',
        },
      )
      const served = serve(place, 'pipe')
      let log = ''
      served.child.stdout?.on('data', (bytes: Buffer) => (log += bytes.toString()))
      await served.ready()
      instances.push({ url: place.url, log: () => log })
    }
    const ports = instances.map(({ url }) => Number(new URL(url).port))
    const crowd = await Crowd.start({
      ports,
      writers: 4,
      readers: 4,
      name: `${name} ${time} `,
      token: issuer.token,
      losses: () => 0,
    })
    ends.push(async () => crowd.close())
    await crowd.enough(PAIRS)
    const since = performance.now()
    const promotion = await watchFor(cluster, primary, tell)
    ends.push(async () => void (promotion.isOver = true))
    const scene: Scene = {
      cluster,
      primary,
      standbys: [one, other],
      crowd,
      instances,
      replaced: () => promotion.machine(),
      outcome: { writtenToReplaced: 0, refusals: [] },
    }
    await crowd.orFailed(walk.play(scene))
    tell('the harm is over')
    await changesAtAll(crowd)
    await crowd.orFailed(cluster.whole())
    await crowd.enough(crowd.pairs.strict.all + PAIRS)
    await crowd.stop()
    const rows = await cluster.query<Made>(await cluster.primary(), MADE, 'scorebook')
    return {
      walk: name,
      promise: walk.promise,
      mayGoBack: walk.mayGoBack === true,
      ...compared(rows, crowd.entries, []),
      ...kept(crowd),
      promotedAfter: promotion.at && Math.round(promotion.at - since),
      ...timesOf(crowd.timed, ports.length, promotion.at),
      ...scene.outcome,
    }
  } finally {
    await ends.run()
  }
}

/** In milliseconds: longer than any promise, so that we see by how much it was broken. */
const PATIENCE = 150_000

/**
 * Looks for the next primary. It may be the old one after a start: where its machine also had the leader of etcd, the lead does not
 * end before the machine is back.
 */
async function watchFor(cluster: PatroniCluster, old: Machine, tell: Options['tell']) {
  const [before] = await cluster.query<Role>(old, ROLE)
  const watch = {
    at: undefined as number | undefined,
    found: undefined as Machine | undefined,
    isOver: false,
    async machine(): Promise<Machine> {
      await waitFor('the next primary', () => watch.found !== undefined, PATIENCE)
      return watch.found as Machine
    },
  }
  const look = async (machine: Machine) => {
    for (; !watch.isOver && watch.at === undefined; await sleep(100)) {
      const [row] = await cluster.query<Role>(machine, ROLE).catch(() => [])
      if (row?.standby !== false || watch.at !== undefined || row.started === before?.started) continue
      watch.at = performance.now()
      watch.found = machine
      tell(`${machine.name} is the primary`)
    }
  }
  for (const machine of cluster.machines) void look(machine)
  return watch
}

type Role = { standby: boolean; started: string }

const ROLE = 'select pg_is_in_recovery() as standby, pg_postmaster_start_time()::text as started'
