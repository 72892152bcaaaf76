/** Mails with links that are to be sent: what each kind of them says, and the statements that put one in the queue. */
import type { KeyObject } from 'node:crypto'
import type { Queryable } from '../../db/database.ts'
import type { Purge } from '../../db/purging.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { Locale } from '../../http/schema/address.ts'
import { conflict } from '../../http/problem.ts'
import { sharedSecret } from '../../http/secrets.ts'
import { sealed } from './seal.ts'

export type LinkMail =
  /** Somebody asked for a link to sign in. The text may be anything that a stranger typed. */
  | { kind: 'QUESTION'; typed: string; address: string; userAgent: string }
  /** The link to sign in. Its secret is made from its id when it is sent. */
  | { kind: 'SIGN_IN'; linkId: string }
  /** Somebody signed in by a mailed link. */
  | { kind: 'SIGNED_IN'; accountId: string; at: string; browser: string }
  /** The owner of the account lets this address in from now on. */
  | { kind: 'LET_IN'; accountId: string }
  | { kind: 'INVITATION'; to: string; locale: Locale; secret: string }
  /** An invitation by an administrator. */
  | { kind: 'ACCOUNT_LINK'; to: string; locale: Locale; secret: string }
  /** A reset by an administrator goes to the address that the account lets in. */
  | { kind: 'ACCOUNT_LINK'; accountId: string; secret: string }

const MINUTE = 60

/** In seconds: for this time a mail is tried. Afterwards it is deleted unsent. */
export const SENT_WITHIN = {
  QUESTION: 15 * MINUTE,
  SIGN_IN: 15 * MINUTE,
  SIGNED_IN: 1_440 * MINUTE,
  LET_IN: 1_440 * MINUTE,
  INVITATION: 1_440 * MINUTE,
  ACCOUNT_LINK: 1_440 * MINUTE,
} as const

/** The secret that all tokens and seals of mail come from. */
export const mailSecret = (db: Queryable): Promise<KeyObject> => sharedSecret(db, 'mail')

/** Send it in the transaction of the change, so that the mail is sent if and only if the change is done. */
export const queued = (secret: KeyObject, { kind, ...content }: LinkMail): Sql => sql`
  insert into link_mails (kind, sealed, ends_at)
  values (${kind}, ${sealed(secret, content)}, now() + make_interval(secs => ${SENT_WITHIN[kind]}))`

/** True while an instance sends mail. */
export const isSending: Sql = sql`coalesce((select h.sending_until > now() from mail_head h), false)`

export const sendsMail = async (db: Queryable): Promise<boolean> =>
  (await db.one(sql<{ sending: boolean }>`select ${isSending} as sending`)).sending

/** Throws 409 if nobody would send the mail. */
export async function mustSendMail(db: Queryable): Promise<void> {
  if (await sendsMail(db)) return
  throw conflict(
    'This service sends no mail at the moment. Its operator can set SCOREBOOK_SMTP_URL, or look at the log.',
  )
}

/** Mails that nobody could send in time. */
export const unsentLinkMails: Purge = (most) => sql`
  delete from link_mails where id in (
    select id from link_mails where ends_at < now() order by ends_at limit ${most} for update skip locked)
  returning 1`
