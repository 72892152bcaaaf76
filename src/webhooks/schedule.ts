/** When a delivery is tried again, and when we give it up. */

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/**
 * In milliseconds: the pause after the first failed attempt, after the second, and so on. If the attempt after the last pause
 * fails, the delivery has failed.
 */
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

/**
 * The pause. It is up to a tenth longer, so that deliveries that failed together are not tried together again. Undefined after
 * the last attempt.
 */
export function pauseAfter(attempts: number): number | undefined {
  const pause = PAUSES[attempts - 1]
  return pause === undefined ? undefined : Math.round(pause * (1 + Math.random() / 10))
}

/** In milliseconds: the first and the longest wait of a webhook after failures in a row. */
const FIRST_HOLD = 5 * SECOND
export const LONGEST_HOLD = 5 * MINUTE

/**
 * How long the webhook waits after this number of failures in a row. So an endpoint that is away gets only one request for each
 * wait, even if many deliveries are due.
 */
export const holdAfter = (failures: number): number =>
  Math.min(FIRST_HOLD * 2 ** Math.min(failures - 1, 10), LONGEST_HOLD)

/** In hours. A webhook is disabled if every attempt has failed for this time. */
export const MOST_FAILING_HOURS = 72

/** In days: how long an ended delivery can be sent again. */
export const KEPT_DAYS = 7

/** In hours: for how long the former secret signs too, together with the new one. */
export const OVERLAP_HOURS = 24

/** How many deliveries of one webhook can wait. */
export const MOST_WAITING = 1_000

/** How many webhooks a service can have. Each is worked on by itself, so none waits for another. */
export const MOST_WEBHOOKS = 50
