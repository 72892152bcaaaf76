/**
 * Sends the mails with links, under leases. A mail is sent at least once, always with the same Message-ID. After it is sent, its
 * row is deleted.
 */
import type { Warn } from '../../db/background.ts'
import type { Database } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import type { LinkMail } from '../../identity/link-mails/queue.ts'
import { backOff, later } from '../../pipeline/back-off.ts'
import type { Outcome, Smtp } from '../mail/smtp.ts'
import type { MailTokens } from '../tokens.ts'
import { linkLetter } from './letter.ts'

interface Delivery {
  db: Database
  connect: (stopping: AbortSignal) => Promise<Smtp>
  tokens: MailTokens
  baseUrl: string
  warn: Warn
  /** How long a lease lasts, in milliseconds. This is longer than the longest attempt. */
  lease: number
  /** After the mail server has put a mail off this number of times, we drop it. */
  mostAttempts: number
}

/** How many mails one lease covers. They are sent one after the other. */
const MOST = 20

type Leased = { id: string; kind: LinkMail['kind']; sealed: Buffer; attempts: number }

/** Returns how many mails were leased. Rejects with `MailServerAway` if the server is at fault; the mails are then still due. */
export async function deliverLinks(delivery: Delivery, stopping: AbortSignal): Promise<number> {
  const { db, connect, tokens, lease } = delivery
  const token = uuidv7()
  const mails = await db.many(leased(token, lease))
  let smtp: Smtp | undefined
  try {
    for (const { id, kind, sealed, attempts } of mails) {
      if (stopping.aborted || !(await renew(db, token, lease))) break
      const content = tokens.unsealed(sealed) as object | undefined
      const letter = content && (await linkLetter({ ...content, kind } as LinkMail, id, delivery))
      if (!letter) {
        await db.many(ended(token, id))
        continue
      }
      smtp ??= await connect(stopping)
      await settle(delivery, token, { id, kind, attempts }, await smtp.send(letter))
    }
  } finally {
    smtp?.close()
    await db.many(released(token))
  }
  return mails.length
}

const leased = (token: string, lease: number) => sql<Leased>`
  update link_mails m set lease_token = ${token}, lease_until = ${later(lease)}
  where m.id in (
    select id from link_mails
    where coalesce(lease_until, due_at) <= now() and ends_at > now() and kind <> 'QUESTION'
    order by coalesce(lease_until, due_at) limit ${MOST} for update skip locked)
  returning m.id, m.kind, m.sealed, m.attempts`

async function renew(db: Database, token: string, lease: number): Promise<boolean> {
  const rows = await db.many(sql`
    update link_mails set lease_until = ${later(lease)} where lease_token = ${token} returning 1`)
  return rows.length > 0
}

/** Mails that are still leased become due again, even if one of them may have been sent. */
const released = (token: string): Sql => sql`
  update link_mails set lease_token = null, lease_until = null where lease_token = ${token}`

const ended = (token: string, id: string): Sql => sql`
  delete from link_mails where id = ${id} and lease_token = ${token}`

async function settle(
  { db, warn, mostAttempts }: Delivery,
  token: string,
  { id, kind, attempts }: Pick<Leased, 'id' | 'kind' | 'attempts'>,
  outcome: Outcome,
): Promise<void> {
  if (outcome.kind === 'LATER' && attempts + 1 < mostAttempts) {
    await db.many(sql`
      update link_mails set lease_token = null, lease_until = null, attempts = attempts + 1, due_at = ${later(backOff(attempts + 1))}
      where id = ${id} and lease_token = ${token}`)
    return
  }
  await db.many(ended(token, id))
  if (outcome.kind !== 'SENT')
    warn('A mail was dropped, because the mail server refuses it.', { kind, code: outcome.code })
}
