/** What the clients of a drill do: make a change and read it at once, or count what others add. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '../../torture/client.ts'

interface Load {
  instances: number
  /**
   * The number of failovers so far in which acknowledged changes may have been lost. If a commit waits for a standby, it is 0.
   */
  losses: () => number
  isOver: () => boolean
}

/** The number of reads after a write, and how many of them did not show it. */
export class Pairs {
  /** Reads through the same instance, or through any instance with the position. */
  readonly strict = { all: 0, missed: 0 }
  /** Reads through another instance, without the position. */
  readonly elsewhere = { all: 0, missed: 0 }
  /** Changes without a position: their server went away between the commit and its position. */
  withoutPosition = 0
}

/** One in five writes is read through another instance. */
const ELSEWHERE = 5

export async function write(client: Client, name: string, load: Load, pairs: Pairs): Promise<void> {
  for (let n = 0; !load.isOver(); n++) {
    const body = { displayName: `${name} ${n}` }
    const { status, text, body: made, ...told } = await client.change({ method: 'POST', path: PATH, body })
    if (status !== 201) throw new Error(`${name} ${n} was answered ${status}: ${text}`)
    const { instance, position } = told
    if (position === undefined) pairs.withoutPosition++
    const losses = load.losses()
    const path = `${PATH}/${made.id}`
    const kind = n % ELSEWHERE === 0 ? 'elsewhere' : 'strict'
    const there =
      kind === 'elsewhere'
        ? await client.read(path, { instance: (instance + 1) % load.instances })
        : await client.find(path, n % 2 === 0 && position !== undefined ? { position } : { instance })
    // If the primary was killed meanwhile, the change may be lost with it.
    if (!there || losses !== load.losses()) continue
    pairs[kind].all++
    if (there.status !== 200) pairs[kind].missed++
  }
}

interface Counts {
  answers: number
  /** The number of answers that counted less than the answer before. */
  backwards: number
}

/** A pause in milliseconds, so that readers leave enough of a small machine to the writers. */
const PAUSE = 20

/**
 * Reads the count again and again. It never falls for a client that stays at one instance. Other clients change the instance each
 * time.
 */
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
