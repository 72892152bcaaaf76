/** How users are kept, and how a subject that is seen for the first time becomes one. */
import type { Queryable } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { VerifiedToken } from '../../http/access-token.ts'
import type { Shown } from '../../http/operation.ts'

interface LockedUser {
  [column: string]: unknown
  id: string
  display_name: string
  version: number
}

/** Who a token's subject is. */
interface Person {
  [column: string]: unknown
  id: string
  canonicalPlayerId: string
}

/** Shown to others where the token has no name for its user. */
const NEUTRAL_NAME = 'Player'

/** The user of a token's subject; unknown ones are created, ten first requests at once included. */
export async function findOrCreate(
  db: Queryable,
  { issuer, subject, name }: Pick<VerifiedToken, 'issuer' | 'subject' | 'name'>,
): Promise<Person> {
  const known = sql<Person>`
    select u.id, c.id as "canonicalPlayerId" from users u join canonical_players c on c.user_id = u.id
    where u.issuer = ${issuer} and u.subject = ${subject}`
  const found = (await db.maybe(known)) ?? (await db.maybe(create(issuer, subject, name ?? NEUTRAL_NAME)))
  return found ?? db.one(known)
}

/** One statement: the user and all that every user has. No row where another request was first. */
const create = (issuer: string, subject: string, name: string) => sql<Person>`
  with new_user as (
    insert into users (issuer, subject, display_name) values (${issuer}, ${subject}, ${name})
    on conflict (issuer, subject) do nothing
    returning id
  ), canonical_player as (
    insert into canonical_players (user_id) select id from new_user returning id, user_id
  ), self as (
    insert into ghost_players (owner_id, display_name, is_self) select id, ${name}, true from new_user returning id
  ), edge as (
    insert into claim_edges (canonical_player_id, ghost_player_id, owner_id)
    select c.id, s.id, c.user_id from canonical_player c, self s
  ), settings as (
    insert into privacy_settings (user_id, data_type)
    select id, data_type from new_user, unnest(array['PROFILE', 'MATCH_HISTORY', 'MATCH_DETAILS']) data_type
  )
  select c.user_id as id, c.id as "canonicalPlayerId" from canonical_player c`

/** A canonical player is called what its user is. */
const json = sql`json_object(
  'id': u.id,
  'displayName': u.display_name,
  'canonicalPlayer': (select json_object('id': c.id, 'displayName': u.display_name) from canonical_players c where c.user_id = u.id),
  'selfGhostPlayer': (select json_object('id': s.id, 'displayName': s.display_name) from ghost_players s where s.owner_id = u.id and s.is_self),
  'createdAt': rfc3339(u.created_at),
  'updatedAt': rfc3339(u.updated_at)
  absent on null)`

export const showMe = (id: string): Sql<Shown> => sql<Shown>`
  select u.id, u.version, (${json})::text as body from users u where u.id = ${id}`

export const lock = (id: string): Sql<LockedUser> => sql<LockedUser>`
  select id, display_name, version from users where id = ${id} for update`

/** The self ghost player goes by its owner's name for as long as nobody gave it another. */
export async function rename(db: Queryable, user: LockedUser, displayName: string): Promise<void> {
  await Promise.all([
    db.many(sql`
      update canonical_players set version = version + 1, updated_at = now() where user_id = ${user.id}`),
    db.many(sql`
      update users set display_name = ${displayName}, version = version + 1, updated_at = now() where id = ${user.id}`),
    db.many(sql`
      update ghost_players set display_name = ${displayName}, version = version + 1, updated_at = now()
      where owner_id = ${user.id} and is_self and display_name = ${user.display_name} and display_name <> ${displayName}`),
  ])
}
