/** The callers of the explained statements: six people from `people.ts`, with their matches, games and ghost players. */
import type { Database } from '../src/db/database.ts'
import { sql } from '../src/db/sql.ts'
import type { UserCaller } from '../src/http/caller.ts'
import { type People, type User, PAIR } from './people.ts'

export interface Sample extends Omit<People, 'recorders' | 'token'> {
  pair: User[]
  matchIds: string[]
  /** Matches of communities that the viewer belongs to. */
  sharedMatchIds: string[]
  gameId: string
  ghostPlayerIds: string[]
}

/** Takes up to 5,000 of the user's matches, from all years. */
export async function sampleOf(db: Database, people: People): Promise<Sample> {
  const { user, viewer } = people
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)
  const [matchIds, ghostPlayerIds, games, sharedMatchIds, pair] = await Promise.all([
    db.many(
      sql<{
        id: string
      }>`select id from matches where recorder_id = ${user.id} order by md5(id::text) limit 5000`,
    ),
    db.many(
      sql<{
        id: string
      }>`select id from ghost_players where owner_id = ${user.id} and not is_self order by id limit 4`,
    ),
    db.many(sql<{ id: string }>`select id from games order by id limit 1`),
    db.many(
      sql<{ id: string }>`
        select id from matches where community_id in (select community_id from memberships where user_id = ${viewer.id})
        order by md5(id::text) limit 100`,
    ),
    db.many(
      sql<{ id: string; canonicalPlayerId: string }>`
        select u.id, cp.id as "canonicalPlayerId" from users u join canonical_players cp on cp.user_id = u.id
        where u.display_name = any (${PAIR}) order by u.display_name`,
    ),
  ])
  return {
    ...people,
    pair,
    sharedMatchIds: ids(sharedMatchIds),
    matchIds: ids(matchIds),
    ghostPlayerIds: ids(ghostPlayerIds),
    gameId: games[0]?.id ?? '',
  }
}

export const callerOf = ({ id, canonicalPlayerId }: User): UserCaller => ({
  key: id,
  userId: id,
  canonicalPlayerId,
  scopes: new Set(),
  accountId: undefined,
  erased: false,
})
