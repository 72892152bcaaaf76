/** What is measured: each request as a client sends it, and as the statements that the service sends for it. */
import type { Database } from '../src/db/database.ts'
import { sql } from '../src/db/sql.ts'
import { uuidv7 } from '../src/db/uuid.ts'
import type { UserCaller } from '../src/http/authenticate.ts'
import { countQuery } from '../src/http/filter/query.ts'
import { countStatement } from '../src/http/filter/statement.ts'
import { reserveKey, keepAnswer } from '../src/http/idempotency.ts'
import type { People, User } from './people.ts'
import { matches } from '../src/resources/matches/collections.ts'
import * as store from '../src/resources/matches/store.ts'
import { lockAccount } from '../src/resources/users/store.ts'

/** What requests are made of: one recorder's own things, and a player's who records nothing. */
export interface Sample {
  user: User
  player: User
  viewer: User
  regular: User
  guest: User
  townsman: User
  matchIds: string[]
  /** Of communities that the viewer is in. */
  sharedMatchIds: string[]
  gameId: string
  ghostPlayerIds: string[]
}

export const WORKS = ['get match', 'count matches', 'create match'] as const
export type Work = (typeof WORKS)[number]

/** Of one game, in one year. */
const FILTER = "gameName=='game 7';playedAt=ge=2024-01-01T00:00:00Z;playedAt=lt=2025-01-01T00:00:00Z"

/** Up to 5,000 of the user's matches, from all their years. */
export async function sampleOf(db: Database, people: People): Promise<Sample> {
  const { user, viewer } = people
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)
  const [matchIds, ghostPlayerIds, games, sharedMatchIds] = await Promise.all([
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
  ])
  return {
    ...people,
    sharedMatchIds: ids(sharedMatchIds),
    matchIds: ids(matchIds),
    ghostPlayerIds: ids(ghostPlayerIds),
    gameId: games[0]?.id ?? '',
  }
}

/** Who asks. */
export const callerOf = ({ id, canonicalPlayerId }: User): UserCaller => ({
  key: id,
  userId: id,
  canonicalPlayerId,
  scopes: new Set(),
  erased: false,
})

const pick = <T>(items: T[]): T => items[Math.floor(Math.random() * items.length)] as T

const newMatch = ({ gameId, ghostPlayerIds }: Sample) => ({
  gameId,
  playedAt: '2026-01-15T19:30:00Z',
  participants: ghostPlayerIds.map((ghostPlayerId, index) => ({
    ghostPlayerId,
    score: 40 - index,
    rank: index + 1,
  })),
})

/** The request as it goes over the wire. */
export function httpRequest(work: Work, sample: Sample, token: string): string {
  const head = (line: string, ...more: string[]) =>
    [`${line} HTTP/1.1`, 'host: bench', `authorization: Bearer ${token}`, ...more, '', ''].join('\r\n')
  if (work === 'get match') return head(`GET /api/v1/matches/${pick(sample.matchIds)}`)
  if (work === 'count matches') return head(`GET /api/v1/matches/count?filter=${encodeURIComponent(FILTER)}`)
  const body = JSON.stringify(newMatch(sample))
  const headers = [
    'content-type: application/json',
    `content-length: ${body.length}`,
    `idempotency-key: ${uuidv7()}`,
  ]
  return head('POST /api/v1/matches', ...headers) + body
}

export const expectedStatus = (work: Work) => (work === 'create match' ? 201 : 200)

/** Sends the statements that the service sends for the request, in the same round trips; a filter is read beforehand. */
export function straight(work: Work, sample: Sample, db: Database): () => Promise<unknown> {
  const caller = callerOf(sample.user)
  if (work === 'get match') return () => db.one(store.show(pick(sample.matchIds), caller))
  if (work === 'create match') return () => createMatch(sample, caller, db)
  const query = countQuery(matches, new Map([['filter', FILTER]])).value
  if (!query) throw new Error(`The filter ${FILTER} is not one of matches.`)
  return () => db.one(countStatement(matches.rows({ caller }), query))
}

async function createMatch(sample: Sample, caller: UserCaller, db: Database): Promise<void> {
  const body = { ...newMatch(sample), editRequestsEnabled: true }
  const key = uuidv7()
  await db.transaction(async (tx) => {
    const asked = [
      ...reserveKey(caller.key, key, Buffer.alloc(32)),
      store.references(caller, body),
      lockAccount(caller.userId),
    ]
    await Promise.all(asked.map((statement) => tx.many(statement)))
    const shown = await store.insert(tx, caller, body)
    await tx.commit(keepAnswer(caller.key, key, { status: 201, etag: '"1"', location: '', body: shown.body }))
  })
}
