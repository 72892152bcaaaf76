/** Runs long work in slices of some milliseconds, so that other requests are answered in between. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { FairQueue } from '../../db/fair-queue.ts'

/** In milliseconds. A short request takes four or five rounds of the event loop. In each of them it may wait for a slice. */
const SLICE = 10

export class Slice {
  #end = performance.now() + SLICE

  get isOver(): boolean {
    return performance.now() >= this.#end
  }

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

export function atOnce<T>(work: Generator<unknown, T>): T {
  let step = work.next()
  while (!step.done) step = work.next()
  return step.value
}

/**
 * The slices that wait. One slice runs in each round of the event loop. Callers take turns, so a caller with ten imports gets no
 * more slices than others.
 */
const waiting = new FairQueue<() => void>()

const workingFor = new AsyncLocalStorage<string>()

/** Runs `work`. Its slices count for the caller `party`, or for all strangers together. */
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
