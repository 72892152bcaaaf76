/** One-time links: for the first administrator, for invited people, and for somebody who has lost every other way in. */
import { hash, randomBytes } from 'node:crypto'
import type { Queryable } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { type AuditEvent, auditRecords } from '../audit/record.ts'
import { ROLES, type Role, scopesOfRole } from '../roles.ts'
import { hasAdministrator } from './store.ts'

export type LinkKind = 'FIRST_ADMINISTRATOR' | 'INVITATION' | 'RESET'

export type Link = {
  id: string
  kind: LinkKind
  /** Whom a RESET lets in. */
  accountId: string | null
  accountName: string | null
  roles: Role[]
}

const HOUR = 3_600
export const LIFETIMES = { firstAdministrator: HOUR, reset: 24 * HOUR, day: 24 * HOUR }
export const MOST_DAYS = 365
/** Of a reset: it waits for one person, who asked for it. */
export const MOST_DAYS_OF_RESET = 7
export const MOST_USES = 1_000
/** Of an invitation that gives the role admin. */
export const MOST_USES_OF_ADMINISTRATORS = 1

export interface NewLink {
  /** Without it PostgreSQL makes one. */
  id?: string
  /** 256 bits in base64url; without it random ones. */
  secret?: string
  kind: LinkKind
  roles?: readonly Role[]
  accountId?: string
  uses?: number
  /** In seconds. */
  lifetime: number
  /** The account of the administrator who makes it. */
  by?: string
}

/** The secret stands in the link alone; the statement keeps its hash and shows the link. */
export function newLink(link: NewLink): {
  secret: string
  statement: Sql<{ id: string; expiresAt: Date }>
} {
  const { id, secret = randomBytes(32).toString('base64url'), lifetime } = link
  const { kind, roles = [], accountId, uses = 1, by } = link
  return {
    secret,
    statement: sql`
      insert into sign_in_links (id, kind, hash, account_id, roles, uses_left, expires_at, created_by)
      values (coalesce(${id ?? null}::uuid, uuidv7()), ${kind}, ${hashOf(secret)}, ${accountId ?? null}, ${[...roles]}, ${uses},
        now() + make_interval(secs => ${lifetime}), ${by ?? null})
      returning id, expires_at as "expiresAt"`,
  }
}

/** The secret is behind #: browsers send it to nobody, so it is in no log and no Referer. */
export const addressOfLink = (baseUrl: string, secret: string) => `${baseUrl}/link#${secret}`

/** The secret of what somebody pasted: the whole link, or what is behind its #. */
export const secretIn = (pasted: string): string => pasted.trim().slice(-200).replace(/^.*#/s, '')

export const findLink = (db: Queryable, secret: string): Promise<Link | undefined> =>
  db.maybe(sql<Link>`
    select l.id, l.kind, l.account_id as "accountId", a.name as "accountName", l.roles
    from sign_in_links l left join accounts a on a.id = l.account_id
    where l.hash = ${hashOf(secret)} and ${isGood}`)

export type ListedLink = {
  id: string
  kind: LinkKind
  accountName: string | null
  makerName: string | null
  roles: Role[]
  uses: number
  expiresAt: Date
}

/**
 * Takes one use of the link, in the transaction of what it is used for; undefined if there is none left. The lock makes whoever
 * takes the role of the maker wait, or this wait for them; the account of a reset is locked with it, in the order of ids.
 */
export async function useLink(db: Queryable, secret: string): Promise<Link | undefined> {
  const accounts = sql`
    select from accounts where id in (
      select unnest(array[l.created_by, l.account_id]) from sign_in_links l where l.hash = ${hashOf(secret)})
    order by id for no key update`
  const use = sql<Link>`
    update sign_in_links l set uses_left = uses_left - 1 where l.hash = ${hashOf(secret)} and ${isGood}
    returning l.id, l.kind, l.account_id as "accountId", l.roles,
      (select a.name from accounts a where a.id = l.account_id) as "accountName"`
  const [, link] = await Promise.all([db.many(accounts), db.maybe(use)])
  if (link?.kind !== 'FIRST_ADMINISTRATOR') return link
  // Two links of two instances could make two first administrators at once.
  const locked = db.many(sql`select pg_advisory_xact_lock(hashtext('first administrator'))`)
  const [, isLate] = await Promise.all([locked, hasAdministrator(db)])
  return isLate ? undefined : link
}

/** Who ends links, from where, for the audit. */
type Told = Pick<AuditEvent, 'by' | 'address' | 'userAgent'>

/** A credential that changed ends the resets of the account that wait: one of them may have gone astray. */
export const endResets = (accountId: string, told: Told): Sql =>
  endLinks(sql`l.account_id = ${accountId} and l.kind = 'RESET'`, told)

/** Before the account of their maker is erased; `isGood` refuses them where the maker may no longer make any. */
export const endLinksOf = (makerId: string, told: Told): Sql => endLinks(sql`l.created_by = ${makerId}`, told)

export const endLink = (id: string, told: Told): Sql => endLinks(sql`l.id = ${id}`, told)

/** Those of everybody. Selects a row for each. */
export const endAllLinks = (told: Told): Sql => sql`${endLinks(sql`true`, told)} returning 1`

/** Ends those that nobody has used up, with an event for each. `which` is on `sign_in_links l`. */
const endLinks = (which: Sql, told: Told): Sql => sql`
  with ended as (
    update sign_in_links l set uses_left = 0, ended_at = now()
    where l.uses_left > 0 and l.expires_at > now() and ${which}
    returning l.id, l.kind, l.account_id
  )
  ${auditRecords(
    { kind: 'LINK_ENDED', ...told },
    {
      rows: sql`ended`,
      accountId: sql`ended.account_id`,
      details: sql`json_build_object('linkId', ended.id, 'link', ended.kind)`,
    },
  )}`

/** Whoever makes links may make all of them: no role but these has the scope. */
const MAKERS = ROLES.filter((role) => scopesOfRole[role].includes('svc-engine:account-create'))

/** On `accounts m`, the maker of a link. */
const mayMakeLinks = sql`(m.disabled_at is null and m.roles && ${MAKERS}::text[])`

const mayMake = ({ roles, disabled }: Rights): boolean =>
  !disabled && MAKERS.some((role) => roles.includes(role))

interface Rights {
  roles: readonly string[]
  disabled: boolean
}

/**
 * What a change of an account's rights ends: its own links if it may make none any more, and with a new role the resets of it
 * that wait, as they were made for an account that may do less.
 */
export const endLinksAfter = (id: string, before: Rights, now: Rights, told: Told): Sql[] => [
  ...(mayMake(before) && !mayMake(now) ? [endLinksOf(id, told)] : []),
  ...(now.roles.some((role) => !before.roles.includes(role)) ? [endResets(id, told)] : []),
]

/** On `sign_in_links l`. The links for the first administrator end as soon as there is one. */
export const isGood = sql`(
  l.uses_left > 0 and l.expires_at > now()
  and (l.created_by is null or exists (select from accounts m where m.id = l.created_by and ${mayMakeLinks}))
  and (l.kind <> 'FIRST_ADMINISTRATOR'
    or not exists (select from accounts where 'admin' = any(roles) and disabled_at is null))
  and not exists (select from accounts d where d.id = l.account_id and d.disabled_at is not null))`

/** The links that let somebody in now, the newest first. */
export const goodLinks = goodLinksWhere(sql`true`)

/** Resets of the account that wait to be used, for its owner. */
export const waitingResets = (accountId: string): Sql<ListedLink> =>
  goodLinksWhere(sql`l.account_id = ${accountId} and l.kind = 'RESET'`)

function goodLinksWhere(which: Sql): Sql<ListedLink> {
  return sql<ListedLink>`
    select l.id, l.kind, a.name as "accountName", m.name as "makerName", l.roles, l.uses_left as uses, l.expires_at as "expiresAt"
    from sign_in_links l left join accounts a on a.id = l.account_id left join accounts m on m.id = l.created_by
    where ${isGood} and ${which} order by l.created_at desc, l.id`
}

const hashOf = (secret: string) => hash('sha256', secret, 'buffer')
