/**
 * Sends the mails that are due. Leases make sure that only one instance sends a mail. Its text is written from the inbox at that
 * moment. If the sending process is killed, the mail may be sent twice; both have the same Message-ID, so mail programs show only
 * one.
 */
import type { Warn } from '../db/background.ts'
import type { Database } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { uuidv7 } from '../db/uuid.ts'
import { backOff, later } from '../pipeline/back-off.ts'
import { type Letter, letterFor } from './letter.ts'
import { MailServerAway, type Outcome, type Smtp } from './mail/smtp.ts'
import type { MailTokens } from './tokens.ts'

interface Delivery {
  db: Database
  connect: (stopping: AbortSignal) => Promise<Smtp>
  tokens: MailTokens
  baseUrl: string
  warn: Warn
  /** How long a lease lasts, in milliseconds. */
  lease?: number
}

/** In milliseconds. This is longer than the longest attempt. */
export const LEASE = 300_000

/** How many mails one lease covers. They are sent one after the other. */
const MOST = 20

/** After the mail server has put a mail off this number of times, we drop it. */
export const MOST_ATTEMPTS = 8

type Leased = {
  userId: string
  kind: 'INBOX' | 'VERIFICATION'
  messageId: string
  attempts: number
}

/** Returns how many mails were leased. Rejects with `MailServerAway` if the server is at fault; the mails are then still due. */
export async function deliver(delivery: Delivery, stopping: AbortSignal): Promise<number> {
  const { db, connect, lease = LEASE } = delivery
  const token = uuidv7()
  const mails = await db.many(leased(token, lease))
  let smtp: Smtp | undefined
  try {
    for (const mail of mails) {
      if (stopping.aborted || !(await renew(db, token, lease))) break
      try {
        const letter = await letterFor(mail, delivery)
        if (!letter) {
          await db.many(ended(token, mail))
          continue
        }
        smtp ??= await connect(stopping)
        await settle(delivery, token, mail, letter, await smtp.send(letter.mail))
      } catch (error) {
        if (error instanceof MailServerAway || stopping.aborted) throw error
        await putOff(delivery, token, mail, error)
      }
    }
  } finally {
    smtp?.close()
    await db.many(released(token))
  }
  return mails.length
}

const leased = (token: string, lease: number) => sql<Leased>`
  update mails m set lease_token = ${token}, lease_until = ${later(lease)}, due_at = null
  where (m.user_id, m.kind) in (
    select user_id, kind from mails
    where least(due_at, lease_until) <= now() and (lease_until is null or lease_until <= now())
    order by least(due_at, lease_until) limit ${MOST} for update skip locked)
  returning m.user_id as "userId", m.kind, m.message_id as "messageId", m.attempts`

async function renew(db: Database, token: string, lease: number): Promise<boolean> {
  const rows = await db.many(sql`
    update mails set lease_until = ${later(lease)} where lease_token = ${token} returning 1`)
  return rows.length > 0
}

/** Mails that are still leased become due again, even if one of them may have been sent. */
const released = (token: string): Sql => sql`
  update mails set lease_token = null, lease_until = null, due_at = coalesce(due_at, now()) where lease_token = ${token}`

/** Deletes the mail, unless an event has made it due again meanwhile. */
const ended = (token: string, { userId, kind }: Leased): Sql => sql`
  with gone as (
    delete from mails where user_id = ${userId} and kind = ${kind} and lease_token = ${token} and due_at is null)
  update mails set lease_token = null, lease_until = null, attempts = 0, message_id = uuidv7()
  where user_id = ${userId} and kind = ${kind} and lease_token = ${token} and due_at is not null`

/**
 * Puts off a mail that fails by itself, so that it does not delay others. If it was in fact sent, it is sent again with the same
 * Message-ID, and finally dropped.
 */
async function putOff({ db, warn }: Delivery, token: string, mail: Leased, error: unknown): Promise<void> {
  const { userId, kind, attempts } = mail
  if (attempts + 1 >= MOST_ATTEMPTS) await db.many(ended(token, mail))
  else await db.many(onceMore(token, mail))
  warn('A mail failed.', { userId, kind, error })
}

const onceMore = (token: string, { userId, kind, attempts }: Leased): Sql => sql`
  update mails set lease_token = null, lease_until = null, attempts = attempts + 1, due_at = ${later(backOff(attempts + 1))}
  where user_id = ${userId} and kind = ${kind} and lease_token = ${token}`

async function settle(
  { db, warn }: Delivery,
  token: string,
  mail: Leased,
  { afterwards }: Letter,
  outcome: Outcome,
): Promise<void> {
  if (outcome.kind === 'LATER' && mail.attempts + 1 < MOST_ATTEMPTS) {
    await db.many(onceMore(token, mail))
    return
  }
  await db.transaction(async (tx) => {
    await Promise.all([...afterwards.map((statement) => tx.many(statement)), tx.many(ended(token, mail))])
  })
  if (outcome.kind !== 'SENT') {
    const { userId, kind } = mail
    warn('A mail was dropped, because the mail server refuses it.', { userId, kind, code: outcome.code })
  }
}
