/** What happens to three machines under Patroni while clients work, and how it is mended. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { PatroniCluster } from '../cluster/cluster.ts'
import type { Machine } from '../cluster/machine.ts'
import { waitFor } from '../../wait-for.ts'
import type { Crowd } from './crowd.ts'

export interface Instance {
  url: string
  /** What it has logged so far. */
  log: () => string
}

export interface Scene {
  cluster: PatroniCluster
  primary: Machine
  standbys: [Machine, Machine]
  crowd: Crowd
  instances: Instance[]
  /** Waits for the next primary. */
  replaced: () => Promise<Machine>
  outcome: { writtenToReplaced: number; refusals: string[] }
}

export interface Walk {
  about: string
  /** In which time clients get answers again. Undefined if more than one machine is away, and nothing is promised. */
  promise: 'the primary stays' | 'another primary' | undefined
  /** Where the primary is in the list of hosts. */
  primaryIs?: 'first' | 'last'
  /**
   * Whether a primary is stopped that reaches no standby. PostgreSQL then ends the waits of commits, and shows them until it is
   * down: nobody was acknowledged them, but somebody may read them.
   */
  mayGoBack?: true
  /** Whether Patroni runs without a watchdog. */
  unwatched?: true
  play: (scene: Scene) => Promise<void>
}

/** In milliseconds: longer than Patroni's ttl, so that whoever is away loses the lead. */
const LONG = 30_000

export const WALKS: Readonly<Record<string, Walk>> = {
  killed: {
    about: 'the leader and its Patroni are killed',
    promise: 'another primary',
    play: killed,
  },
  last: {
    about: 'the leader and its Patroni are killed, and it is the last of the hosts',
    promise: 'another primary',
    primaryIs: 'last',
    play: killed,
  },
  power: {
    about: 'the leader loses its power',
    promise: 'another primary',
    async play({ primary, replaced }) {
      await primary.cut()
      await replaced()
      await primary.boot()
    },
  },
  switchover: {
    about: 'patronictl switchover',
    promise: 'another primary',
    async play({ cluster, primary, standbys: [standby], replaced }) {
      const command = ['switchover', '--leader', primary.name, '--candidate', standby.name, '--force']
      await cluster.ctl(standby, ...command)
      await replaced()
    },
  },
  etcd: {
    about: 'etcd is frozen on all machines',
    promise: 'the primary stays',
    play: ({ cluster: { machines } }) => frozen(machines, ['etcd'], LONG),
  },
  keeper: {
    about: "the leader's Patroni is frozen",
    promise: 'another primary',
    async play({ primary, replaced }) {
      await primary.signal('patroni', 'SIGSTOP')
      await waitFor('the watchdog', () => !primary.isOn)
      await replaced()
    },
  },
  replica: {
    about: 'a standby is frozen',
    promise: 'the primary stays',
    play: ({ standbys: [standby] }) => frozen([standby], ['postgres'], LONG),
  },
  network: {
    about: 'the leader and a standby do not reach each other',
    promise: 'the primary stays',
    async play({ cluster, primary, standbys: [standby] }) {
      await cluster.separate(primary, standby, true)
      await sleep(LONG)
      await cluster.separate(primary, standby, false)
    },
  },
  alone: {
    about: 'the leader is reached by clients, but by neither standby',
    promise: 'another primary',
    mayGoBack: true,
    async play({ cluster, primary, standbys, replaced }) {
      for (const standby of standbys) await cluster.separate(primary, standby, true)
      await replaced()
      await sleep(5_000)
      // The watchdog may have restarted it, with a network that works.
      for (const standby of standbys) await cluster.separate(primary, standby, false).catch(() => {})
    },
  },
  unwatched: {
    about: "the leader's Patroni is frozen, no watchdog is there, then only the old leader answers",
    promise: undefined,
    unwatched: true,
    async play({ cluster, primary, standbys, crowd, instances, replaced, outcome }) {
      await primary.signal('patroni', 'SIGSTOP')
      await replaced()
      await changesAtAll(crowd)
      const before = await rowsOf(cluster, primary)
      const others = ['postgres', 'patroni'].flatMap((program) =>
        standbys.map((one) => [one, program] as const),
      )
      await Promise.all(others.map(([one, program]) => one.signal(program, 'SIGSTOP')))
      try {
        outcome.refusals = await Promise.all(instances.map(refusalOf))
        await sleep(5_000)
        outcome.writtenToReplaced = (await rowsOf(cluster, primary)) - before
      } finally {
        await Promise.all(others.map(([one, program]) => one.signal(program, 'SIGCONT')))
        await primary.signal('patroni', 'SIGCONT')
      }
    },
  },
}

async function killed({ primary, replaced }: Scene): Promise<void> {
  await primary.signal('patroni', 'SIGKILL')
  await primary.signal('postgres', 'SIGKILL')
  await waitFor('the watchdog', () => !primary.isOn)
  await replaced() // the watchdog may restart the machine before
  await waitFor('the machine', () => primary.isOn)
}

async function frozen(machines: readonly Machine[], programs: readonly string[], ms: number): Promise<void> {
  const all = machines.flatMap((machine) => programs.map((program) => [machine, program] as const))
  await Promise.all(all.map(([machine, program]) => machine.signal(program, 'SIGSTOP')))
  try {
    await sleep(ms)
  } finally {
    await Promise.all(all.map(([machine, program]) => machine.signal(program, 'SIGCONT')))
  }
}

/** Waits until each instance has acknowledged another change. */
export async function changesAtAll(crowd: Crowd): Promise<void> {
  const before = [...crowd.acknowledged]
  await crowd.orFailed(
    waitFor('changes at all instances', () => before.every((n, one) => (crowd.acknowledged[one] ?? 0) > n)),
  )
}

/** What an instance answers and logs when it does not use the only primary there is. */
async function refusalOf({ url, log }: Instance): Promise<string> {
  let answered: string | undefined
  let logged: string | undefined
  await waitFor('a refusal', async () => {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    answered = answer?.status === 503 ? ((await answer.json()) as { detail: string }).detail : undefined
    logged = /[^"]* says that it is the primary, [^"]*/.exec(log())?.[0]
    await sleep(100)
    return answered?.includes('older') === true && logged !== undefined
  })
  return `${answered} ${logged}`
}

const rowsOf = async (cluster: PatroniCluster, machine: Machine): Promise<number> =>
  (
    await cluster.query<{ n: number }>(
      machine,
      'select count(*)::int as n from idempotency_keys',
      'scorebook',
    )
  )[0]?.n ?? 0
