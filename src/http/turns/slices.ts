/** Runs long work in slices of some milliseconds, so that other requests are answered between them. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { FairQueue } from '../../db/fair-queue.ts'

/** In milliseconds. Another request waits for a slice at each of its steps, of which it has four or five. */
const SLICE = 10

/** How much of its slice a piece of long work has used. */
export class Slice {
  #end = performance.now() + SLICE

  get isOver(): boolean {
    return performance.now() >= this.#end
  }

  /** Lets other work go on; the next slice begins afterwards. */
  async pause(): Promise<void> {
    await turn()
    this.#end = performance.now() + SLICE
  }
}

/** Runs work that may pause wherever it yields. */
export async function inSlices<T>(work: Generator<unknown, T>): Promise<T> {
  const slice = new Slice()
  let step = work.next()
  while (!step.done) {
    if (slice.isOver) await slice.pause()
    step = work.next()
  }
  return step.value
}

/** Runs the same work without a pause. */
export function atOnce<T>(work: Generator<unknown, T>): T {
  let step = work.next()
  while (!step.done) step = work.next()
  return step.value
}

/**
 * Work that waits for its next slice; all requests of the process share this queue. The event loop runs one slice a round,
 * so ten imports block it no longer than one. Callers take turns, so ten imports of one caller have half of the slices beside
 * one of another.
 */
const waiting = new FairQueue<() => void>()

const workingFor = new AsyncLocalStorage<string>()

/** Runs work whose slices count for the party: a caller, or all strangers together. Other work shares one party without a name. */
export const slicesOf = <T>(party: string, work: () => T): T => workingFor.run(party, work)

const turn = () =>
  new Promise<void>((resolve) => {
    waiting.add(workingFor.getStore() ?? '', resolve)
    if (waiting.size === 1) setImmediate(next)
  })

function next(): void {
  const first = waiting.next()
  if (first) {
    waiting.remove(first)
    first.task()
  }
  if (waiting.size > 0) setImmediate(next)
}
