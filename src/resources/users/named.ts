/** Finds the users that a stored answer names. They are indexed, so that an erasure finds the answers that name the user. */
import { type Sql, sql } from '../../db/sql.ts'
import type { Caller } from '../../http/caller.ts'

/** The ids of the users that an answer names, other than the caller. Undefined if there are none, as in nearly all answers. */
export function usersNamed(
  body: string,
  caller: Pick<Caller, 'userId' | 'canonicalPlayerId' | 'accountId'>,
): Sql | undefined {
  const own = new Set([caller.userId, caller.canonicalPlayerId, caller.accountId])
  const ids = [...idsWithNames(body)].filter((id) => !own.has(id))
  if (ids.length === 0) return undefined
  return sql`(
    select array_agg(distinct person.user_id) from (
      select id as user_id from users where id = any (${ids}::uuid[])
      union all
      select user_id from canonical_players where id = any (${ids}::uuid[])
      union all
      select owner_id from ghost_players where id = any (${ids}::uuid[]) and is_self
      union all
      select id from accounts where id = any (${ids}::uuid[])
    ) person where person.user_id is distinct from ${caller.userId}::uuid)`
}

/**
 * Fields that never name a person. If such a field is missing in this list, the only harm is a needless look into four tables.
 */
const NO_USERS = new Set(['game', 'playset', 'community', 'group', 'groups', 'adminGroup', 'expansions'])

/** Matches JSON as PostgreSQL writes it: either a field with an object or a list, or an id with its name. */
const FIELD_OR_ID = /"(\w+)" : \[?\{|"id" : "([0-9a-f-]{36})", "displayName" : /g

function idsWithNames(body: string): Set<string> {
  const ids = new Set<string>()
  if (!body.includes('"displayName"')) return ids
  // A match names its recorder. The recorder owns the ghost players of the match, so we need not look at the ghost players.
  const isMatch = body.includes(', "recorder" : {')
  let field = ''
  for (const [, opened, id] of body.matchAll(FIELD_OR_ID)) {
    if (opened !== undefined) field = opened
    else if (id !== undefined && !NO_USERS.has(field) && !(isMatch && field === 'ghostPlayer')) ids.add(id)
  }
  return ids
}
