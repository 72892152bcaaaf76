/**
 * Links that work once: for the first administrator, for invited people, for people who can no longer sign in, and links by mail.
 */
import { hash, randomBytes } from 'node:crypto'
import type { Queryable } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { EMBEDDED_ISSUER } from '../../http/access-token.ts'
import { type AuditSource, auditRecords } from '../audit/record.ts'
import { MAKES_ACCOUNTS, ROLES, type Role, scopesOfRole } from '../roles.ts'
import { hasAdministrator } from './store.ts'

export type LinkKind = 'FIRST_ADMINISTRATOR' | 'INVITATION' | 'RESET' | 'SIGN_IN'

export type Link = {
  id: string
  kind: LinkKind
  /** The account to which a link of the kind RESET or SIGN_IN belongs. */
  accountId: string | null
  accountName: string | null
  roles: Role[]
}

const HOUR = 3_600
export const LIFETIMES = { firstAdministrator: HOUR, reset: 24 * HOUR, day: 24 * HOUR, signIn: HOUR / 4 }
export const MOST_DAYS = 365
/** In days. A reset works for fewer days than an invitation, because somebody has asked for it and is waiting. */
export const MOST_DAYS_OF_RESET = 7
export const MOST_USES = 1_000
export const MOST_USES_OF_ADMINISTRATORS = 1

export interface NewLink {
  id?: string
  /** 256 bits in base64url. Without it, a random secret is made. */
  secret?: string
  kind: LinkKind
  roles?: readonly Role[]
  accountId?: string
  uses?: number
  /** How long the link works, in seconds. */
  lifetime: number
  by?: string
  /** True if the link is mailed to an address whose owner has agreed to sign in by mailed links. */
  byMail?: boolean
}

/** Makes a link. Its statement stores the hash of the secret and selects the link. */
export function newLink(link: NewLink): {
  secret: string
  statement: Sql<{ id: string; expiresAt: Date }>
} {
  const { id, secret = randomBytes(32).toString('base64url'), lifetime } = link
  const { kind, roles = [], accountId, uses = 1, by, byMail = false } = link
  return {
    secret,
    statement: sql`
      insert into sign_in_links (id, kind, hash, account_id, roles, uses_left, expires_at, created_by, by_mail)
      values (coalesce(${id ?? null}::uuid, uuidv7()), ${kind}, ${hashOf(secret)}, ${accountId ?? null}, ${[...roles]}, ${uses},
        now() + make_interval(secs => ${lifetime}), ${by ?? null}, ${byMail})
      returning id, expires_at as "expiresAt"`,
  }
}

/** The secret comes after the #. Browsers do not send that part, so the secret appears in no log and no Referer. */
export const addressOfLink = (baseUrl: string, secret: string) => `${baseUrl}/link#${secret}`

/** The secret in what somebody pasted: the whole link, or only the part after the #. */
export const secretIn = (pasted: string): string => pasted.trim().slice(-200).replace(/^.*#/s, '')

export const findLink = (db: Queryable, secret: string): Promise<Link | undefined> =>
  find(db, secret, sql`l.kind <> 'SIGN_IN'`)

/** Finds a link to sign in. Only this function finds such links, so that nobody makes an account or a password with one. */
export const findSignInLink = (db: Queryable, secret: string): Promise<Link | undefined> =>
  find(db, secret, sql`l.kind = 'SIGN_IN'`)

const find = (db: Queryable, secret: string, which: Sql): Promise<Link | undefined> =>
  db.maybe(sql<Link>`
    select l.id, l.kind, l.account_id as "accountId", a.name as "accountName", l.roles
    from sign_in_links l left join accounts a on a.id = l.account_id
    where l.hash = ${hashOf(secret)} and ${which} and ${isGood}`)

export type ListedLink = {
  id: string
  kind: Exclude<LinkKind, 'SIGN_IN'>
  accountName: string | null
  makerName: string | null
  roles: Role[]
  uses: number
  expiresAt: Date
}

/**
 * Uses up a link. Returns undefined if the link no longer works. Locks the link's maker, and for a reset its account, because
 * both could be changed at this moment.
 */
export async function useLink(db: Queryable, secret: string): Promise<Link | undefined> {
  const link = await use(db, secret, sql`l.kind <> 'SIGN_IN'`)
  if (link?.kind !== 'FIRST_ADMINISTRATOR') return link
  // Without this lock, two links used at the same time could make two first administrators.
  const locked = db.many(sql`select pg_advisory_xact_lock(hashtext('first administrator'))`)
  const [, isLate] = await Promise.all([locked, hasAdministrator(db)])
  return isLate ? undefined : link
}

/** Uses up a link to sign in. */
export const useSignInLink = (db: Queryable, secret: string): Promise<Link | undefined> =>
  use(db, secret, sql`l.kind = 'SIGN_IN'`)

async function use(db: Queryable, secret: string, which: Sql): Promise<Link | undefined> {
  const accounts = sql`
    select from accounts where id in (
      select unnest(array[l.created_by, l.account_id]) from sign_in_links l where l.hash = ${hashOf(secret)})
    order by id for no key update`
  const used = sql<Link>`
    update sign_in_links l set uses_left = uses_left - 1 where l.hash = ${hashOf(secret)} and ${which} and ${isGood}
    returning l.id, l.kind, l.account_id as "accountId", l.roles,
      (select a.name from accounts a where a.id = l.account_id) as "accountName"`
  const [, link] = await Promise.all([db.many(accounts), db.maybe(used)])
  return link
}

/**
 * Ends an account's resets and links to sign in. It must run after a change of credentials, because somebody else may have such a
 * link.
 */
export const endResets = (accountId: string, source: AuditSource): Sql =>
  endLinks(sql`l.account_id = ${accountId}`, source)

export const endSignInLinks = (accountId: string, source: AuditSource): Sql =>
  endLinks(sql`l.account_id = ${accountId} and l.kind = 'SIGN_IN'`, source)

/** Ends all links that an account has made. Before an account is erased, this must run before the account's row is deleted. */
export const endLinksOf = (makerId: string, source: AuditSource): Sql =>
  endLinks(sql`l.created_by = ${makerId}`, source)

export const endLink = (id: string, source: AuditSource): Sql => endLinks(sql`l.id = ${id}`, source)

/** Ends all links, and selects a row for each of them. */
export const endAllLinks = (source: AuditSource): Sql => sql`${endLinks(sql`true`, source)} returning 1`

/** Ends links. `which` is a condition on `sign_in_links l`. */
const endLinks = (which: Sql, source: AuditSource): Sql => sql`
  with ended as (
    update sign_in_links l set uses_left = 0, ended_at = now()
    where l.uses_left > 0 and l.expires_at > now() and ${which}
    returning l.id, l.kind, l.account_id
  )
  ${auditRecords(
    { kind: 'LINK_ENDED', ...source },
    {
      rows: sql`ended`,
      accountId: sql`ended.account_id`,
      details: sql`json_build_object('linkId', ended.id, 'link', ended.kind)`,
    },
  )}`

/** The roles that may make links. Each of them may make every kind of link. */
const MAKERS = ROLES.filter((role) => scopesOfRole[role].includes(MAKES_ACCOUNTS))

/** A condition on `accounts m`: this account may still make links. */
const mayMakeLinks = sql`(m.disabled_at is null and m.roles && ${MAKERS}::text[])`

const mayMake = ({ roles, disabled }: Rights): boolean =>
  !disabled && MAKERS.some((role) => roles.includes(role))

interface Rights {
  roles: readonly string[]
  disabled: boolean
}

const INVITERS = ROLES.filter((role) => scopesOfRole[role].includes('svc-engine:invitation-create'))

const mayInvite = ({ roles, disabled }: Rights): boolean =>
  !disabled && INVITERS.some((role) => roles.includes(role))

/**
 * Ends the invitations that an account has made. Otherwise a thief with a stolen session could make an invitation and come back
 * by it later.
 */
const endInvitationsOf = (accountId: string): Sql => sql`
  update invitations i set ended_at = now(), version = i.version + 1, updated_at = now() from users u
  where u.issuer = ${EMBEDDED_ISSUER} and u.subject = ${accountId}::text and i.inviter_id = u.id and i.ended_at is null`

/**
 * The invitations of this account make no more accounts where only administrators let people in, even if the account's owner
 * becomes an administrator again.
 */
const lowerInvitationsOf = (accountId: string): Sql => sql`
  update invitations i set by_administrator = false from users u
  where u.issuer = ${EMBEDDED_ISSUER} and u.subject = ${accountId}::text and i.inviter_id = u.id and i.by_administrator`

/** If an account may no longer make links, ends the links that it made. If an account has got more rights, ends its resets. */
export const endLinksAfter = (id: string, before: Rights, now: Rights, source: AuditSource): Sql[] => [
  ...(mayMake(before) && !mayMake(now) ? [endLinksOf(id, source), lowerInvitationsOf(id)] : []),
  ...(mayInvite(before) && !mayInvite(now) ? [endInvitationsOf(id)] : []),
  ...(now.roles.some((role) => !before.roles.includes(role)) ? [endResets(id, source)] : []),
]

/** A condition on `accounts a`: the account can administer the service. Such an account cannot sign in by a mailed link. */
export const administers = sql`(a.roles && ${MAKERS}::text[])`

/** Selects `accounts a` and `notification_settings n` of accounts whose owners have agreed to sign in by mailed links. */
export const letInByMail = sql`
  accounts a
  join users u on u.issuer = ${EMBEDDED_ISSUER} and u.subject = a.id::text and u.erased_at is null
  join notification_settings n on n.user_id = u.id and n.address is not null and n.lets_in_since is not null
    and a.disabled_at is null and not ${administers}`

export const mayAdminister = (roles: readonly string[]): boolean => mayMake({ roles, disabled: false })

/**
 * A condition on `sign_in_links l`: the link still works. Links for the first administrator end as soon as there is an
 * administrator.
 */
export const isGood = sql`(
  l.uses_left > 0 and l.expires_at > now()
  and (l.created_by is null or exists (select from accounts m where m.id = l.created_by and ${mayMakeLinks}))
  and (l.kind <> 'FIRST_ADMINISTRATOR'
    or not exists (select from accounts where 'admin' = any(roles) and disabled_at is null))
  and not exists (select from accounts d where d.id = l.account_id and d.disabled_at is not null)
  and (not l.by_mail or exists (select from ${letInByMail} where a.id = l.account_id and n.lets_in_since <= l.created_at)))`

/** All good links except links to sign in, which concern only their account. */
export const goodLinks = goodLinksWhere(sql`l.kind <> 'SIGN_IN'`)

export const waitingResets = (accountId: string): Sql<ListedLink> =>
  goodLinksWhere(sql`l.account_id = ${accountId} and l.kind = 'RESET'`)

function goodLinksWhere(which: Sql): Sql<ListedLink> {
  return sql<ListedLink>`
    select l.id, l.kind, a.name as "accountName", m.name as "makerName", l.roles, l.uses_left as uses, l.expires_at as "expiresAt"
    from sign_in_links l left join accounts a on a.id = l.account_id left join accounts m on m.id = l.created_by
    where ${isGood} and ${which} order by l.created_at desc, l.id`
}

const hashOf = (secret: string) => hash('sha256', secret, 'buffer')
