/** One-time links: for the first administrator, for invited people, and for somebody who has lost every other way in. */
import { hash, randomBytes } from 'node:crypto'
import type { Queryable } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { Role } from '../roles.ts'
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
export const MOST_USES = 1_000

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

/** Takes one use of the link, in the transaction of what it is used for; undefined if there is none left. */
export async function useLink(db: Queryable, secret: string): Promise<Link | undefined> {
  const link = await db.maybe(sql<Link>`
    update sign_in_links l set uses_left = uses_left - 1 where l.hash = ${hashOf(secret)} and ${isGood}
    returning l.id, l.kind, l.account_id as "accountId", l.roles,
      (select a.name from accounts a where a.id = l.account_id) as "accountName"`)
  if (link?.kind !== 'FIRST_ADMINISTRATOR') return link
  // Two links of two instances could make two first administrators at once.
  const locked = db.many(sql`select pg_advisory_xact_lock(hashtext('first administrator'))`)
  const [, isLate] = await Promise.all([locked, hasAdministrator(db)])
  return isLate ? undefined : link
}

/** A reset that was used ends the others of the account: one of them may have gone astray. */
export const endResets = (accountId: string): Sql =>
  sql`update sign_in_links set uses_left = 0 where account_id = ${accountId} and kind = 'RESET' and uses_left > 0`

/** The links for the first administrator end as soon as there is one. */
const isGood = sql`
  l.uses_left > 0 and l.expires_at > now()
  and (l.kind <> 'FIRST_ADMINISTRATOR'
    or not exists (select from accounts where 'admin' = any(roles) and disabled_at is null))
  and not exists (select from accounts d where d.id = l.account_id and d.disabled_at is not null)`

const hashOf = (secret: string) => hash('sha256', secret, 'buffer')
