/** The rules of notification settings: the service must be able to send mail, and nobody can be flooded with links. */
import { timingSafeEqual } from 'node:crypto'
import type { Queryable } from '../db/database.ts'
import type { UserCaller } from '../http/caller.ts'
import { Problem, conflict } from '../http/problem.ts'
import { spend } from '../identity/accounts/throttle.ts'
import { type LockedSettings, VERIFICATION_HOURS, hashOf } from './store.ts'

interface Choice {
  address?: string | null | undefined
  mail?: boolean | undefined
  kinds?: readonly string[] | undefined
}

export function mustSend(
  { sending, pushing }: LockedSettings,
  { address, mail = false, kinds = [] }: Choice,
): void {
  const needsMail = mail || (address !== undefined && address !== null)
  if (sending || (!needsMail && (pushing || kinds.length === 0))) return
  throw conflict(
    'This service sends no mail at the moment. Its operator can set SCOREBOOK_SMTP_URL, or look at the log.',
  )
}

/** There is a budget for the links of one person, and one for the links to one address. */
export async function mustHaveBudget(db: Queryable, { userId }: UserCaller, address: string): Promise<void> {
  const budgets = [
    { of: 'verification', whose: userId },
    { of: 'verification', whose: address.toLowerCase() },
  ] as const
  if (await spend(db, budgets)) return
  throw new Problem(
    429,
    'rate-limited',
    'Too many links were sent. Wait an hour before you send another one.',
  )
}

/** A link that was opened already is accepted again, because the first answer may have been lost. */
export function mustHaveSecret(settings: LockedSettings, secret: string): void {
  const { verificationHash, unverifiedAddress, address, isInTime } = settings
  const isRight = verificationHash !== null && timingSafeEqual(verificationHash, hashOf(secret))
  if (isRight && (unverifiedAddress === null ? address !== null : isInTime)) return
  throw conflict(
    `This link does not verify an address of yours. A link is good for ${VERIFICATION_HOURS} hours, for the person who entered the address, until the next one is sent.`,
  )
}
