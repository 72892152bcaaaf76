/** The rule for devices: whatever registers a device must end some day, and then the device ends too. */
import type { UserCaller } from '../../http/caller.ts'
import { conflict } from '../../http/problem.ts'

/**
 * Throws for a token of `scorebook token`. Such a token has no row in the database, so its device would stay even after a
 * sign-out everywhere.
 */
export function mustEndSomeDay({ accountId, sessionId, tokenId, grantId }: UserCaller): void {
  const isOutside = accountId === undefined
  if (isOutside || sessionId !== undefined || tokenId !== undefined || grantId !== undefined) return
  throw conflict(
    'No sign-out would end push messages that this access token registers. Sign in in the browser, or use a personal access token.',
  )
}
