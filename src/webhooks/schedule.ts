/** When a delivery is tried again, and when we give it up. */

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** In milliseconds, the pauses after the first failed attempt, the second and so on. After the last one the delivery has failed. */
export const PAUSES = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]

/** Up to a tenth longer, so that what failed together is not tried again together. Undefined after the last attempt. */
export function pauseAfter(attempts: number): number | undefined {
  const pause = PAUSES[attempts - 1]
  return pause === undefined ? undefined : Math.round(pause * (1 + Math.random() / 10))
}

/** In milliseconds, the first and the longest wait of a whole webhook after failures in a row. */
const FIRST_HOLD = 5 * SECOND
export const LONGEST_HOLD = 5 * MINUTE

/** `failures` counts from 1. An endpoint that is away gets one request per wait, however much waits for it. */
export const holdAfter = (failures: number): number =>
  Math.min(FIRST_HOLD * 2 ** Math.min(failures - 1, 10), LONGEST_HOLD)

/** In hours. An endpoint that only failed for this time is disabled. */
export const MOST_FAILING_HOURS = 72

/** In days. */
export const KEPT_DAYS = 7

/** In hours: how long a former secret signs beside the new one. */
export const OVERLAP_HOURS = 24

/** The most deliveries that wait for a webhook. */
export const MOST_WAITING = 1_000

/** The most webhooks of a service. Each has its own place in the work, so none waits for another. */
export const MOST_WEBHOOKS = 50
