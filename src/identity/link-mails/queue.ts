/** The queue of mails with links: what each kind of mail needs, and the statements that put one in. */
import type { KeyObject } from 'node:crypto'
import type { Queryable } from '../../db/database.ts'
import type { Purge } from '../../db/purging.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { Locale } from '../../http/schema/address.ts'
import { conflict } from '../../http/problem.ts'
import { sharedSecret } from '../../http/secrets.ts'
import { sealed } from './seal.ts'

export type LinkMail =
  /** Somebody asked for a link to sign in. `typed` is what they typed, which can be anything. */
  | { kind: 'QUESTION'; typed: string; address: string; userAgent: string }
  /** The link to sign in. Its secret is computed from its id when it is sent. */
  | { kind: 'SIGN_IN'; linkId: string }
  /** Somebody has signed in by a mailed link. */
  | { kind: 'SIGNED_IN'; accountId: string; at: string; browser: string }
  /** From now on the owner of the account allows signing in by links that are mailed to this address. */
  | { kind: 'LET_IN'; accountId: string }
  | { kind: 'INVITATION'; to: string; locale: Locale; secret: string }
  /** An invitation by an administrator. */
  | { kind: 'ACCOUNT_LINK'; to: string; locale: Locale; secret: string }
  /** A reset by an administrator. It is sent only to an address to which links to sign in may be mailed. */
  | { kind: 'ACCOUNT_LINK'; accountId: string; secret: string }

const MINUTE = 60

/** In seconds: for how long we try to send a mail. Then it is deleted unsent. */
export const SENT_WITHIN = {
  QUESTION: 15 * MINUTE,
  SIGN_IN: 15 * MINUTE,
  SIGNED_IN: 1_440 * MINUTE,
  LET_IN: 1_440 * MINUTE,
  INVITATION: 1_440 * MINUTE,
  ACCOUNT_LINK: 1_440 * MINUTE,
} as const

/** The secret from which all tokens and seals of mails are made. */
export const mailSecret = (db: Queryable): Promise<KeyObject> => sharedSecret(db, 'mail')

/** This must be sent in the transaction of the change, so that the mail is sent only if the change is committed. */
export const queued = (secret: KeyObject, { kind, ...content }: LinkMail): Sql => sql`
  insert into link_mails (kind, sealed, ends_at)
  values (${kind}, ${sealed(secret, content)}, now() + make_interval(secs => ${SENT_WITHIN[kind]}))`

/** True while some instance sends mail. */
export const isSending: Sql = sql`coalesce((select h.sending_until > now() from mail_head h), false)`

export const sendsMail = async (db: Queryable): Promise<boolean> =>
  (await db.one(sql<{ sending: boolean }>`select ${isSending} as sending`)).sending

/** Throws 409 if no instance would send the mail. */
export async function mustSendMail(db: Queryable): Promise<void> {
  if (await sendsMail(db)) return
  throw conflict(
    'This service sends no mail at the moment. Its operator can set SCOREBOOK_SMTP_URL, or look at the log.',
  )
}

/** Deletes mails that nobody could send in time. */
export const unsentLinkMails: Purge = (most) => sql`
  delete from link_mails where id in (
    select id from link_mails where ends_at < now() order by ends_at limit ${most} for update skip locked)
  returning 1`
