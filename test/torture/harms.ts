/**
 * The harms that the torture does to the servers. A kill ends processes at once. Other harms leave them running, or ask them to
 * end.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../worlds/random.ts'
import type { Instance, Stage } from './stage.ts'

export interface Harm {
  name: string
  /** Does the harm and undoes it. Returns a sentence if something went wrong. */
  strike: (stage: Stage, random: Random) => Promise<string | undefined>
}

/** Waits as long as a harm lasts. The longest harm lasts longer than the service waits for a statement. */
const pause = (random: Random) =>
  sleep(random.chance(0.2) ? 4_000 + random.below(2_000) : random.below(1_500))

const one = ({ instances }: Stage, random: Random): Instance => {
  const instance = random.pick(instances)
  if (!instance) throw new Error('There must be an instance.')
  return instance
}

export const killEverything: Harm = {
  name: 'kill everything',
  async strike({ instances, postgres }) {
    await Promise.all([...instances.map((instance) => instance.end('SIGKILL')), postgres.kill()])
    await postgres.start()
    await Promise.all(instances.map((instance) => instance.start()))
    return undefined
  },
}

export const kills: Harm[] = [
  {
    name: 'kill an instance',
    async strike(stage, random) {
      const instance = one(stage, random)
      await instance.end('SIGKILL')
      await instance.start()
      return undefined
    },
  },
  {
    name: 'kill PostgreSQL',
    async strike({ postgres }, random) {
      await postgres.kill()
      await pause(random)
      await postgres.start()
      return undefined
    },
  },
  {
    name: 'kill one process of PostgreSQL',
    async strike({ postgres }) {
      await postgres.killProcess()
      return undefined
    },
  },
  {
    name: 'kill an instance while PostgreSQL stands still',
    async strike(stage, random) {
      const instance = one(stage, random)
      const goOn = await stage.postgres.freeze()
      await pause(random)
      await instance.end('SIGKILL')
      goOn()
      await instance.start()
      return undefined
    },
  },
  killEverything,
]

const between = (name: string, strike: (stage: Stage, random: Random) => Promise<() => void>): Harm => ({
  name,
  async strike(stage, random) {
    const undo = await strike(stage, random)
    await pause(random)
    undo()
    return undefined
  },
})

export const others: Harm[] = [
  {
    name: 'end an instance by SIGTERM',
    async strike(stage, random) {
      const instance = one(stage, random)
      const code = await instance.end('SIGTERM')
      await instance.start()
      return code === 0 ? undefined : `An instance ended with ${code} after SIGTERM.`
    },
  },
  between('freeze an instance', async (stage, random) => one(stage, random).freeze()),
  between('freeze PostgreSQL', ({ postgres }) => postgres.freeze()),
  between('cut clients off', async (stage, random) => {
    const { clients } = one(stage, random)
    clients.refuse(true)
    return () => clients.refuse(false)
  }),
  between('swallow what clients and an instance say', async (stage, random) => {
    const { clients } = one(stage, random)
    clients.swallow()
    return () => {
      clients.pass()
      // Closes the connections. Otherwise clients would wait for their full time, which would not test the service.
      clients.refuse(true)
      clients.refuse(false)
    }
  }),
  between('cut an instance off from PostgreSQL', async (stage, random) => {
    const { database } = one(stage, random)
    database.refuse(true)
    return () => database.refuse(false)
  }),
  between('swallow what an instance and PostgreSQL say', async (stage, random) => {
    const { database } = one(stage, random)
    database.swallow()
    return () => database.pass()
  }),
  between('cut connections when a commit was sent', async ({ instances }) => {
    for (const { database } of instances) database.cutAt('commit')
    return () => {
      for (const { database } of instances) database.cutAt(undefined)
    }
  }),
]

/** PostgreSQL may end when there is no room for its log, so it is started again. */
export const fullDisk: Harm = {
  name: 'fill the disk',
  async strike({ disk, postgres }, random) {
    if (typeof disk === 'string') return disk
    await disk.fill()
    await pause(random)
    await disk.free()
    await postgres.start()
    return undefined
  },
}
