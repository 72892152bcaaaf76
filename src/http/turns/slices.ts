/** Runs long work in slices of some milliseconds, so that other requests are answered between them. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { FairQueue } from '../../db/fair-queue.ts'

/** In milliseconds. Another request can wait for one slice at each of its four or five steps. */
const SLICE = 10

/** The current slice of a piece of long work. */
export class Slice {
  #end = performance.now() + SLICE

  get isOver(): boolean {
    return performance.now() >= this.#end
  }

  /** Lets other work run; then the next slice begins. */
  async pause(): Promise<void> {
    await turn()
    this.#end = performance.now() + SLICE
  }
}

/** Runs work that can pause at each `yield`. */
export async function inSlices<T>(work: Generator<unknown, T>): Promise<T> {
  const slice = new Slice()
  let step = work.next()
  while (!step.done) {
    if (slice.isOver) await slice.pause()
    step = work.next()
  }
  return step.value
}

/** Runs such work without a pause. */
export function atOnce<T>(work: Generator<unknown, T>): T {
  let step = work.next()
  while (!step.done) step = work.next()
  return step.value
}

/**
 * Work that waits for its next slice. All requests of the process share this queue, and each round of the event loop runs one
 * slice, so ten imports block it no longer than one. Callers take turns: ten imports of one caller get half of the slices, and
 * a single import of another caller gets the other half.
 */
const waiting = new FairQueue<() => void>()

const workingFor = new AsyncLocalStorage<string>()

/**
 * Runs work whose slices count for the party: a caller, or all strangers together. All other work is one party, without a name.
 */
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
