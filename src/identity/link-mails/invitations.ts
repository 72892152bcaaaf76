/** Puts an invitation into the queue of mails. Limits keep people from sending junk mail through the service. */
import { type KeyObject, createHmac } from 'node:crypto'
import type { Queryable } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { Problem } from '../../http/problem.ts'
import { folded } from '../../http/schema/text.ts'
import { type Budget, spend } from '../accounts/throttle.ts'
import { type LinkMail, mailSecret, mustSendMail, queued } from './queue.ts'

/** All people together may send this many times as much as one person. */
export const TIMES_EVERYBODY = 20

type Invitation = Extract<LinkMail, { to: string }>

/** Throws 409 if this service sends no mail, and 429 if a budget is used up. */
export async function mailInvitation(db: Queryable, inviter: string, mail: Invitation): Promise<void> {
  await mustSendMail(db)
  const budgets: Budget[] = [
    { of: 'invitedAddress', whose: folded(mail.to) },
    { of: 'mailedInvitation', whose: inviter },
    { of: 'mailedInvitations', whose: inviter },
    { of: 'mailedInvitations', whose: 'everybody', times: TIMES_EVERYBODY },
  ]
  if (!(await spend(db, budgets)))
    throw new Problem(
      429,
      'rate-limited',
      'Too many invitations were sent by mail, or too many to this address. Give the link yourself, or wait a few hours.',
    )
  await db.many(queued(await mailSecret(db), mail))
}

/** A hash of an address. If the owner wants no invitations, it is stored in the database. */
export const refusalOf = (secret: KeyObject, address: string): Buffer =>
  createHmac('sha256', secret)
    .update(`refused:${folded(address)}`)
    .digest()

export const refuse = (addressHash: Buffer): Sql => sql`
  insert into refused_mail (address_hash) values (${addressHash}) on conflict do nothing`

export const hasRefused = async (db: Queryable, addressHash: Buffer): Promise<boolean> =>
  (await db.maybe(sql`select from refused_mail where address_hash = ${addressHash}`)) !== undefined
