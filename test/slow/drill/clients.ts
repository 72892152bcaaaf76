/** What the clients of a drill do: change something and read it at once, or count what others add. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '../../torture/client.ts'

export interface Load {
  instances: number
  /** How often acknowledged changes may have been lost: never if a commit waits for a standby. */
  losses: () => number
  isOver: () => boolean
}

/** Reads behind a write, and how many of them missed it. */
export class Pairs {
  /** Through the same instance, or through any with the position. */
  readonly strict = { all: 0, missed: 0 }
  /** Through another instance without the position. */
  readonly elsewhere = { all: 0, missed: 0 }
}

/** One of this many writes is read elsewhere. */
const ELSEWHERE = 5

export async function write(client: Client, name: string, load: Load, pairs: Pairs): Promise<void> {
  for (let n = 0; !load.isOver(); n++) {
    const body = { displayName: `${name} ${n}` }
    const { status, text, body: made, ...told } = await client.change({ method: 'POST', path: PATH, body })
    if (status !== 201) throw new Error(`${name} ${n} was answered ${status}: ${text}`)
    const { instance, position } = told
    if (position === undefined) throw new Error('A change reported no position.')
    const losses = load.losses()
    const path = `${PATH}/${made.id}`
    const kind = n % ELSEWHERE === 0 ? 'elsewhere' : 'strict'
    const there =
      kind === 'elsewhere'
        ? await client.read(path, { instance: (instance + 1) % load.instances })
        : await client.find(path, n % 2 === 0 ? { position } : { instance })
    // If the primary was killed meanwhile, it may have taken the change along.
    if (!there || losses !== load.losses()) continue
    pairs[kind].all++
    if (there.status !== 200) pairs[kind].missed++
  }
}

interface Counts {
  answers: number
  /** How many counted less than the answer before. */
  backwards: number
}

/** In milliseconds: readers must leave something of a small machine for the writers. */
const PAUSE = 20

/** The number never falls for somebody who stays at an instance. Others go to the next one each time. */
export async function count(client: Client, stays: boolean, load: Load, counts: Counts): Promise<void> {
  let [most, losses] = [0, 0]
  for (let n = Math.floor(Math.random() * load.instances); !load.isOver(); await sleep(PAUSE)) {
    const there = await client.read(`${PATH}/count`, { instance: n })
    if (!stays) n = (n + 1) % load.instances
    if (there?.status !== 200) continue
    if (losses !== load.losses()) [most, losses] = [0, load.losses()]
    counts.answers++
    if (there.body.count < most) counts.backwards++
    most = Math.max(most, there.body.count)
  }
}

const PATH = '/ghost-players'
