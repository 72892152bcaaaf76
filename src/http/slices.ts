/** Long work in slices of some milliseconds, between which other requests are answered. */

/** In milliseconds. A request of somebody else waits for a slice at each step of its road, of which it has four or five. */
const SLICE = 10

/** How much of its slice a piece of long work has used. */
export class Slice {
  #end = performance.now() + SLICE

  get isOver(): boolean {
    return performance.now() >= this.#end
  }

  /** Lets others go on; the next slice begins after it. */
  async pause(): Promise<void> {
    await turn()
    this.#end = performance.now() + SLICE
  }
}

/** Does work that may pause wherever it yields. */
export async function inSlices<T>(work: Generator<unknown, T>): Promise<T> {
  const slice = new Slice()
  let step = work.next()
  while (!step.done) {
    if (slice.isOver) await slice.pause()
    step = work.next()
  }
  return step.value
}

/** Does the same work without a pause. */
export function atOnce<T>(work: Generator<unknown, T>): T {
  let step = work.next()
  while (!step.done) step = work.next()
  return step.value
}

/** Those who wait for their next slice. The event loop runs one of them a round: ten imports hold it no longer than one. */
const waiting: (() => void)[] = []

const turn = () =>
  new Promise<void>((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(next)
  })

function next(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(next)
}
