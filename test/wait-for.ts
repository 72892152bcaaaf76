/** Checks again and again until something has become true. */
import { setTimeout as sleep } from 'node:timers/promises'

/** In milliseconds. It is long enough for a busy machine. */
const PATIENCE = 90_000
const PAUSE = 5

/** The error says that `what` did not come in time. */
export async function waitFor(
  what: string,
  look: () => boolean | Promise<boolean>,
  patience = PATIENCE,
): Promise<void> {
  for (const until = performance.now() + patience; !(await look()); await sleep(PAUSE))
    if (performance.now() > until) throw new Error(`Waited in vain for ${what}.`)
}
