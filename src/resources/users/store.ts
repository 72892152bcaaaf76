/** The SQL of users. The first token of a subject that we do not know creates a user. */
import type { Queryable } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { uuidBeside } from '../../db/uuid.ts'
import { type VerifiedToken, EMBEDDED_ISSUER, keyOf } from '../../http/access-token.ts'
import type { UserCaller } from '../../http/caller.ts'
import { textField, timestampField, uuidField } from '../../http/filter/fields.ts'
import type { Collection } from '../../http/filter/collection.ts'
import type { Found, Shown } from '../../http/operation/operation.ts'
import { NEUTRAL_NAME, canonicalPlayerOf } from '../ref-json.ts'
import { ghostPlayersRenamed } from '../visibility/circles.ts'
import { personPolicy } from '../visibility/people.ts'
import { DATA_TYPES } from '../visibility/relations.ts'

export type LockedUser = {
  id: string
  display_name: string
  version: number
}

type Person = {
  id: string
  canonicalPlayerId: string
}

type Subject = Pick<VerifiedToken, 'issuer' | 'subject' | 'name' | 'issuedAt'>

/**
 * Finds the user of a token, or makes one. If the first requests of a subject arrive together, only one user is made. Undefined
 * if the account was erased after the token was issued.
 */
export async function findOrCreate(db: Queryable, token: Subject): Promise<Person | undefined> {
  const find = sql<Person>`
    select u.id, c.id as "canonicalPlayerId" from users u join canonical_players c on c.user_id = u.id
    where u.issuer = ${token.issuer} and u.subject = ${token.subject} and not ${erasedSince(token)}`
  return (await db.maybe(find)) ?? (await db.maybe(create(token))) ?? (await db.maybe(find))
}

export async function userOfAccount(db: Queryable, account: { id: string; name: string }): Promise<Person> {
  const { id, name } = account
  const user = await findOrCreate(db, {
    issuer: EMBEDDED_ISSUER,
    subject: id,
    name,
    issuedAt: Date.now() / 1000,
  })
  if (!user) throw new Error('An erased account cannot be read from `accounts`.')
  return user
}

/** Makes a user. Returns no row if another request has just made it, or if the account was erased. */
function create({ issuer, subject, name = NEUTRAL_NAME, issuedAt }: Subject) {
  const id = () => uuidBeside(keyOf({ issuer, subject }))
  return sql<Person>`
    with new_user as (
      insert into users (id, issuer, subject, display_name)
      select ${id()}, ${issuer}, ${subject}, ${name} where not ${erasedSince({ issuer, subject, issuedAt })}
      on conflict (issuer, subject) do nothing
      returning id
    ), canonical_player as (
      insert into canonical_players (id, user_id, sort_name)
      select ${id()}, id, folded(${name}) from new_user returning id, user_id
    ), self as (
      insert into ghost_players (id, owner_id, display_name, is_self)
      select ${id()}, id, ${name}, true from new_user returning id
    ), edge as (
      insert into claim_edges (id, canonical_player_id, ghost_player_id, owner_id)
      select ${id()}, c.id, s.id, c.user_id from canonical_player c, self s
    ), settings as (
      insert into privacy_settings (id, user_id, data_type)
      select setting.id, new_user.id, setting.data_type
      from new_user, unnest(${DATA_TYPES.map(id)}::uuid[], ${DATA_TYPES}::text[]) setting (id, data_type)
    )
    select c.user_id as id, c.id as "canonicalPlayerId" from canonical_player c`
}

/** True if the subject was erased after this token was issued, even if the subject has a new account by now. */
const erasedSince = ({ issuer, subject, issuedAt }: Omit<Subject, 'name'>) => sql`exists (
  select from erased_subjects
  where key = ${keyOf({ issuer, subject })} and erased_at >= to_timestamp(${issuedAt}))`

const commonFields = sql`
  'id': u.id,
  'displayName': u.display_name,
  'canonicalPlayer': ${canonicalPlayerOf(sql`u.id`)},
  'createdAt': rfc3339(u.created_at),
  'updatedAt': rfc3339(u.updated_at)`

const json = sql`json_object(${commonFields})`

export const meJson = sql`json_object(${commonFields},
  'selfGhostPlayer': (
    select json_object('id': s.id, 'displayName': s.display_name)
    from ghost_players s where s.owner_id = u.id and s.is_self))`

export const users: Collection<{ caller: UserCaller }> = {
  fields: {
    id: uuidField(sql`u.id`),
    name: textField(sql`u.display_name`),
    createdAt: timestampField(sql`u.created_at`),
  },
  sorts: ['id', 'name', 'createdAt'],
  rows: ({ caller }) => ({
    from: sql`users u`,
    where: sql`u.erased_at is null`,
    paths: personPolicy.paths(caller),
    json,
  }),
}

export const show = (id: string, caller: UserCaller) => sql<Found>`
  select u.version, ${personPolicy.sees(caller, sql`u.id`)} as visible, (${json})::text as body
  from users u where u.id = ${id} and u.erased_at is null`

export const showMe = (id: string) => sql<Shown>`
  select u.id, u.version, (${meJson})::text as body from users u where u.id = ${id}`

export const lock = (id: string) => sql<LockedUser>`
  select id, display_name, version from users where id = ${id} for no key update`

/** Locks a user, so that an erasure waits for the commit. `others` selects further users to lock. */
export const lockAccount = (id: string, others?: Sql): Sql =>
  others
    ? sql`
        with locked as (
          select id, erased_at from users where id = any (array(select ${id}::uuid union all ${others}))
          order by id for key share
        )
        select id from locked where id = ${id} and erased_at is null`
    : sql`
        select id from users where id = ${id} and erased_at is null for key share`

export const references = (id: string) => sql<{ id: string }>`${lockAccount(id)}`

/**
 * The self ghost player has its owner's name, until the owner changes it. It is locked before the canonical player, in the same
 * order as in claims.
 */
export async function rename(db: Queryable, user: LockedUser, displayName: string): Promise<void> {
  await Promise.all([
    db.many(sql`
      update ghost_players set display_name = ${displayName}, version = version + 1, updated_at = now()
      where owner_id = ${user.id} and is_self and display_name = ${user.display_name} and display_name <> ${displayName}`),
    db.many(ghostPlayersRenamed(sql`gp.owner_id = ${user.id} and gp.is_self`)),
    db.many(sql`
      update canonical_players set sort_name = folded(${displayName}), version = version + 1, updated_at = now()
      where user_id = ${user.id}`),
    db.many(sql`
      update users set display_name = ${displayName}, version = version + 1, updated_at = now() where id = ${user.id}`),
    db.many(sql`update memberships set user_name = folded(${displayName}) where user_id = ${user.id}`),
  ])
}
