/** Writes the mail to a person: what is in their inbox at this moment, as far as they may see it. */
import type { Database } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { EMBEDDED_ISSUER } from '../http/access-token.ts'
import type { UserCaller } from '../http/caller.ts'
import { scopesOfRoles } from '../identity/roles.ts'
import { waitingFor } from '../resources/inbox/waiting.ts'
import { type Mail, inboxMail, verificationMail } from './mail/compose.ts'
import type { Locale, NotificationKind } from './schema.ts'
import { hashOf } from './store.ts'
import type { MailTokens } from './tokens.ts'

export interface Letter {
  mail: Mail
  /** Statements to send when the mail is done. */
  afterwards: Sql[]
}

interface Order {
  userId: string
  kind: 'INBOX' | 'VERIFICATION'
  messageId: string
}

type Recipient = {
  address: string | null
  mail: boolean
  unverifiedAddress: string | null
  verificationId: string | null
  kinds: NotificationKind[]
  locale: Locale
  canonicalPlayerId: string
  isOutside: boolean
  roles: string[] | null
}

/** A mail counts at most this many things, so that storing that they were counted is quick. */
const MOST_COUNTED = 1_000

type Item = {
  kind: NotificationKind
  id: string
  /** A time with microseconds, as PostgreSQL writes it. */
  since: string
}

/** Undefined if there is nothing to send, or nothing that this person may still get. */
export async function letterFor(
  { userId, kind, messageId }: Order,
  { db, tokens, baseUrl }: { db: Database; tokens: MailTokens; baseUrl: string },
): Promise<Letter | undefined> {
  const recipient = await db.maybe(recipientOf(userId))
  if (!recipient) return undefined
  const { address, unverifiedAddress, verificationId, locale } = recipient
  const envelope = { locale, baseUrl, id: messageId }
  if (kind === 'VERIFICATION') {
    if (unverifiedAddress === null || verificationId === null) return undefined
    const secret = tokens.verification(verificationId)
    const known = await db.many(sql`
      update notification_settings set verification_hash = ${hashOf(secret)}
      where user_id = ${userId} and verification_id = ${verificationId} and verification_ends_at > now() returning 1`)
    if (known.length === 0) return undefined // another address was entered meanwhile
    return { mail: verificationMail({ ...envelope, to: unverifiedAddress }, secret), afterwards: [] }
  }
  const kinds = kindsFor(recipient)
  if (address === null || !recipient.mail || kinds.length === 0) return undefined
  const viewer = viewerOf(userId, recipient)
  await db.many(forgetDecided(viewer)) // before the mail is sent: if it failed afterwards, the mail would be sent twice
  const items = await db.many(newItems(viewer, kinds))
  if (items.length === 0) return undefined
  const counts = new Map(
    kinds
      .map((one) => [one, items.filter((item) => item.kind === one).length] as const)
      .filter(([, count]) => count > 0),
  )
  return {
    mail: inboxMail({ ...envelope, to: address }, counts, tokens.unsubscribe(userId, address)),
    afterwards: [
      counted(userId, items),
      sql`update notification_settings set last_mail_at = now() where user_id = ${userId}`,
    ],
  }
}

const recipientOf = (userId: string) => sql<Recipient>`
  select n.address, n.unverified_address as "unverifiedAddress", n.mail, n.verification_id as "verificationId", n.kinds, n.locale,
    ${personOf}
  from notification_settings n
  join users u on u.id = n.user_id and u.erased_at is null
  join canonical_players c on c.user_id = u.id
  left join accounts a on u.issuer = ${EMBEDDED_ISSUER} and a.id::text = u.subject
  where n.user_id = ${userId}`

/** Columns of `users u`, their canonical player `c` and their account `a` that decide whether the person may read the inbox. */
export const personOf: Sql = sql`c.id as "canonicalPlayerId", u.issuer <> ${EMBEDDED_ISSUER} as "isOutside",
  case when a.disabled_at is null then a.roles end as roles`

type Person = Pick<Recipient, 'kinds' | 'canonicalPlayerId' | 'isOutside' | 'roles'>

/**
 * The kinds of notifications that the person may still get. We know the roles of people at outside issuers only from their
 * tokens, so these people get all kinds.
 */
export function kindsFor({ kinds, isOutside, roles }: Person): NotificationKind[] {
  if (isOutside) return kinds
  return scopesOfRoles(roles ?? []).has('svc-engine:inbox-read') ? kinds : []
}

/** The person as a caller, for the policies. There is no request, so there are no scopes. */
export const viewerOf = (userId: string, { canonicalPlayerId }: Person): UserCaller => ({
  key: '',
  scopes: new Set(),
  userId,
  canonicalPlayerId,
  accountId: undefined,
  erased: false,
})

const newItems = (viewer: UserCaller, kinds: NotificationKind[]) => sql<Item>`
  select w.kind, w.id, w.since::text as since from (${waitingFor(viewer)}) w
  where w.kind = any (${kinds}::text[]) and not exists (
    select from told_items t where t.user_id = ${viewer.userId} and t.item_id = w.id and t.since >= w.since)
  order by w.since, w.id limit ${MOST_COUNTED}`

const counted = (userId: string, items: readonly Item[]): Sql => sql`
  insert into told_items as t (user_id, item_id, since)
  select ${userId}, item_id, since
  from unnest(${items.map(({ id }) => id)}::uuid[], ${items.map(({ since }) => since)}::timestamptz[]) item (item_id, since)
  on conflict (user_id, item_id) do update set since = excluded.since`

/** Deletes rows of items that no longer wait, to keep the table small. */
const forgetDecided = (viewer: UserCaller): Sql => sql`
  delete from told_items where user_id = ${viewer.userId} and item_id not in (select w.id from (${waitingFor(viewer)}) w)`
