/** The SQL of administration: accounts as administrators see and change them, and links that let people in. */
import { type Sql, sql } from '../../db/sql.ts'
import { EMBEDDED_ISSUER } from '../../http/access-token.ts'
import type { Collection } from '../../http/filter/collection.ts'
import {
  type Fields,
  booleanField,
  enumField,
  some,
  textField,
  timestampField,
  uuidField,
} from '../../http/filter/fields.ts'
import type { Found, Shown } from '../../http/operation/operation.ts'
import { type LinkKind, isGood } from '../accounts/links.ts'
import { goesOn } from '../sessions/store.ts'

/** The JSON of an account, in a select from `accounts a`. */
export const accountJson = sql`json_object(
  'id': a.id,
  'displayName': a.name,
  'email': a.email,
  'roles': to_json(a.roles),
  'disabledAt': rfc3339(a.disabled_at),
  'user': (
    select json_object('id': u.id, 'displayName': u.display_name) from users u
    where u.issuer = ${EMBEDDED_ISSUER} and u.subject = a.id::text),
  'passkeys': (select count(*) from passkeys pk where pk.account_id = a.id),
  'hasPassword': a.password_hash is not null,
  'sessions': (select count(*) from sessions s where s.account_id = a.id and ${goesOn}),
  'tokens': (select count(*) from personal_tokens pt where pt.account_id = a.id and pt.expires_at > now()),
  'lastSeenAt': (select rfc3339(max(s.last_seen_at)) from sessions s where s.account_id = a.id),
  'createdAt': rfc3339(a.created_at),
  'updatedAt': rfc3339(a.updated_at)
  absent on null)`

const fields: Fields = {
  id: uuidField(sql`a.id`),
  name: textField(sql`a.name`),
  email: textField(sql`a.email`),
  roles: some(
    textField(sql`r.role`),
    (condition) => sql`exists (select from unnest(a.roles) r (role) where ${condition})`,
  ),
  disabled: booleanField(sql`(a.disabled_at is not null)`),
  createdAt: timestampField(sql`a.created_at`),
  updatedAt: timestampField(sql`a.updated_at`),
}

export const accounts: Collection<object> = {
  fields,
  sorts: ['id', 'name', 'createdAt', 'updatedAt'],
  rows: () => ({ from: sql`accounts a`, where: sql`true`, json: accountJson }),
}

export const show = (id: string) => sql<Shown & Found>`
  select a.id, a.version, (${accountJson})::text as body from accounts a where a.id = ${id}`

export type LockedAccount = {
  id: string
  version: number
  roles: string[]
  disabled: boolean
  hasEmail: boolean
  /** The number of other administrators who are not disabled. */
  otherAdministrators: number
}

/**
 * Locks the account and all administrators, in the order of their ids. Otherwise two administrators could remove each other at
 * the same time.
 */
export const lock = (id: string) => sql<LockedAccount>`
  with locked as (
    select id, version, roles, disabled_at, email from accounts
    where id = ${id} or ('admin' = any(roles) and disabled_at is null) order by id for update
  )
  select id, version, roles, disabled_at is not null as disabled, email is not null as "hasEmail",
    (select count(*)::int from locked other where other.id <> ${id}) as "otherAdministrators"
  from locked where id = ${id}`

/** Locks an account that will be erased. The other administrators are locked only if it is an administrator. */
export const lockToErase = (id: string | undefined) => sql<{ roles: string[]; isLastAdministrator: boolean }>`
  with locked as (
    select id, roles, 'admin' = any(roles) and disabled_at is null as administers from accounts
    where id = ${id} or ('admin' = any(roles) and disabled_at is null
      and exists (select from accounts own where own.id = ${id} and 'admin' = any(own.roles)))
    order by id for update
  )
  select roles, administers and not exists (select from locked other where other.id <> ${id})
    and exists (select from accounts other where other.id <> ${id}) as "isLastAdministrator"
  from locked where id = ${id}`

export const LAST_ADMINISTRATOR =
  'This is the last administrator who is not disabled; give somebody else the role admin first.'

export const update = (
  id: string,
  { roles, disabled }: { roles: readonly string[]; disabled: boolean },
): Sql => sql`
  update accounts set roles = ${roles}::text[], disabled_at = case when ${disabled} then coalesce(disabled_at, now()) end,
    version = version + 1, updated_at = now()
  where id = ${id}`

/** Locks an account in order to end its sessions. A sign-in at the same time does not have to wait. */
export const find = (id: string) =>
  sql<{ id: string }>`select id from accounts where id = ${id} for key share`

/**
 * Locks the account for which a reset is made, and the maker of the reset, so that a later change of roles finds the reset. It
 * locks in the order of ids, as changes of roles do.
 */
export const lockToReset = (id: string, makerId: string | undefined) => sql<{ id: string; roles: string[] }>`
  with locked as (
    select id, roles from accounts where id in (${id}, ${makerId}) order by id for share
  )
  select id, roles from locked where id = ${id}`

export const showLink = (id: string) => sql<Shown>`
  select l.id, json_object(
    'id': l.id,
    'kind': l.kind,
    'accountId': l.account_id,
    'roles': to_json(l.roles),
    'uses': l.uses_left,
    'expiresAt': rfc3339(l.expires_at),
    'createdAt': rfc3339(l.created_at)
    absent on null)::text as body
  from sign_in_links l where l.id = ${id}`

/**
 * The kinds of links that administrators see. Links to sign in are not among them, because they concern only the service and the
 * owner of the account.
 */
const LINK_KINDS: readonly LinkKind[] = ['FIRST_ADMINISTRATOR', 'INVITATION', 'RESET']

const named = (id: Sql) =>
  sql`(select json_object('id': a.id, 'displayName': a.name) from accounts a where a.id = ${id})`

/** The JSON of a link, in a select from `sign_in_links l`. */
const linkJson = sql`json_object(
  'id': l.id,
  'kind': l.kind,
  'account': ${named(sql`l.account_id`)},
  'roles': to_json(l.roles),
  'uses': l.uses_left,
  'good': l.good,
  'maker': ${named(sql`l.created_by`)},
  'expiresAt': rfc3339(l.expires_at),
  'endedAt': rfc3339(l.ended_at),
  'createdAt': rfc3339(l.created_at)
  absent on null)`

export const links: Collection<object> = {
  fields: {
    id: uuidField(sql`l.id`),
    kind: enumField(sql`l.kind`, LINK_KINDS),
    accountId: uuidField(sql`l.account_id`),
    makerId: uuidField(sql`l.created_by`),
    good: booleanField(sql`l.good`),
    expiresAt: timestampField(sql`l.expires_at`),
    createdAt: timestampField(sql`l.created_at`),
  },
  sorts: ['id', 'expiresAt', 'createdAt'],
  rows: () => ({
    from: sql`(select l.*, ${isGood} as good from sign_in_links l where l.kind <> 'SIGN_IN') l`,
    where: sql`true`,
    json: linkJson,
  }),
}

/** Locks a link, so that nobody can use it while it is being ended. */
export const lockLink = (id: string) => sql<{ id: string; good: boolean }>`
  select l.id, ${isGood} as good from sign_in_links l where l.id = ${id} and l.kind <> 'SIGN_IN' for update`
