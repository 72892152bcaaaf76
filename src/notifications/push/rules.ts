/** The rule of devices: something must end each of them. */
import type { UserCaller } from '../../http/caller.ts'
import { conflict } from '../../http/problem.ts'

/** A token of `scorebook token` has no row here, so a device that it registers would outlast a sign-out everywhere. */
export function mustEndSomeDay({ accountId, sessionId, tokenId, grantId }: UserCaller): void {
  const isOutside = accountId === undefined
  if (isOutside || sessionId !== undefined || tokenId !== undefined || grantId !== undefined) return
  throw conflict(
    'No sign-out would end push messages that this access token registers. Sign in in the browser, or use a personal access token.',
  )
}
