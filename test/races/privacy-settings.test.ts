/** Somebody changes a privacy level while they make things that the level opens, a hundred rounds each. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { buildApp } from '../../src/app.ts'
import { Database } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { uuidv7 } from '../../src/db/uuid.ts'
import { testWorld } from '../world.ts'
import { newMatch } from '../resources/matches/recipes.ts'
import { BASE_URL, type Person, person } from '../support.ts'
import { wrongRows } from '../wrong-rows.ts'
import { ROUNDS, behind, deadlocks, statuses } from './statuses.ts'

const { service, world } = await testWorld()
let stranger: Person

before(async () => {
  stranger = await world.newcomer()
})

/** Returns a function that sets the level of this person's match history. The person is new, so there is little to open. */
async function historyOf(by: Person) {
  const [setting] = (await by.get('/privacy-settings?filter=dataType==MATCH_HISTORY')).body.items
  const path = `/privacy-settings/${setting.id}`
  return {
    set: (level: string, etag = '*') => by.patch(path, { level }, etag),
    level: async (): Promise<string> => (await by.get(path)).body.level,
  }
}

async function draftOf(by: Person, gameId: string) {
  const ghost = await by.post('/ghost-players', { displayName: 'Ghost' })
  const draft = await by.post('/matches', newMatch(gameId, ghost.body.id))
  assert.equal(draft.status, 201, draft.text)
  const finalize = () => by.post(`/matches/${draft.body.id}/finalize`, undefined, { 'if-match': '*' })
  return { id: draft.body.id as string, ghostPlayerId: ghost.body.id as string, finalize }
}

for (const [to, from] of [
  ['PUBLIC', 'PRIVATE'],
  ['PRIVATE', 'PUBLIC'],
  ['PRIVILEGED_ACCESS', 'PUBLIC'],
] as const) {
  test(`what is made while ${from} turns ${to} is seen as if it were made after`, async () => {
    const { id: gameId } = await world.game()
    for (let round = 0; round < ROUNDS; round++) {
      const by = await world.newcomer()
      const { set } = await historyOf(by)
      const draft = await draftOf(by, gameId)
      await set(from)
      const [changed, finalized, made] = await Promise.all([
        set(to),
        draft.finalize(),
        by.post('/ghost-players', { displayName: 'New' }),
      ])
      assert.deepEqual([changed.status, finalized.status, made.status], [200, 200, 201])
      const expected = to === 'PUBLIC'
      const { count } = (await stranger.get(`/matches/count?filter=id==${draft.id}`)).body
      assert.equal(count, expected ? 1 : 0)
      const { status } = await stranger.get(`/ghost-players/${draft.ghostPlayerId}`)
      assert.equal(status, expected ? 200 : 403)
      const marks = await service.db.one(sql`
        select (select is_public from matches where id = ${draft.id}) as match,
          (select is_public from ghost_players where id = ${made.body.id}) as ghost`)
      assert.deepEqual(marks, { match: expected, ghost: expected })
    }
  })
}

test('of two changes of one version one is made, and what is open is what the setting says', async () => {
  const by = await world.newcomer()
  const { set, level } = await historyOf(by)
  const final = await draftOf(by, (await world.game()).id)
  await final.finalize()
  for (let round = 0; round < ROUNDS; round++) {
    const { etag } = await set('PRIVILEGED_ACCESS')
    assert.equal(statuses(await Promise.all([set('PUBLIC', etag), set('PRIVATE', etag)])), '200 412')
    await Promise.all([set('PUBLIC'), set('PRIVATE')])
    const { count } = (await stranger.get(`/matches/count?filter=id==${final.id}`)).body
    assert.equal(count, (await level()) === 'PUBLIC' ? 1 : 0)
  }
})

test('an edit that is proposed while both settings change is seen as if it were proposed after', async () => {
  const by = await world.newcomer()
  const draft = await draftOf(by, (await world.game()).id)
  const match = (await draft.finalize()).body
  const { items } = (await by.get('/privacy-settings?filter=dataType=in=(MATCH_HISTORY,MATCH_DETAILS)')).body
  const paths = items.map(({ id }: { id: string }) => `/privacy-settings/${id}`)
  const participantChanges = [{ matchParticipantId: match.participants[0].id, score: 1 }]
  const propose = () => by.post(`/matches/${draft.id}/edits`, { participantChanges })
  const seen = async () => {
    const counts = ['', `?filter=matchId==${draft.id}`].map((filter) =>
      stranger.get(`/match-edits/count${filter}`),
    )
    return (await Promise.all(counts)).map(({ body }) => body.count)
  }
  for (let proposed = 1; proposed <= 2 * ROUNDS; proposed++) {
    const level = proposed % 2 ? 'PUBLIC' : 'PRIVATE'
    const changed = paths.map((path: string) => by.patch(path, { level }, '*'))
    assert.equal(statuses(await Promise.all([...changed, propose()])), '200 200 201')
    const count = proposed % 2 ? proposed : 0
    assert.deepEqual(await seen(), [count, count])
  }
  assert.deepEqual(await wrongRows(service.db), [])
})

test('a setting that changes and matches that are made lock the ghost players of both in one order, on two instances', async () => {
  const db = new Database(service.connection, { statementTimeout: 15_000, lockTimeout: 15_000 })
  const config = { baseUrl: BASE_URL, errorTypeBase: `${BASE_URL}/problems`, corsOrigins: [] }
  const app = await buildApp({ config, db, verifier: service.issuer.verifier })
  const { id: gameId } = await world.game()
  const by = await world.newcomer()
  const elsewhere = person(app, by.token)
  const { id: ownerId } = (await by.get('/users/me')).body
  // A scan of the table finds the rows in the order of insertion, which is not the order of their ids.
  const ghosts = Array.from({ length: 9 }, uuidv7).toSorted().toReversed()
  for (const id of ghosts)
    await service.db.many(
      sql`insert into ghost_players (id, owner_id, display_name) values (${id}, ${ownerId}, 'Ghost')`,
    )
  const { set } = await historyOf(by)
  const first = await deadlocks(service.db)
  for (let round = 0; round < ROUNDS; round++) {
    // The match has locked half of the ghost players and waits. The setting locks the others, or waits behind the match.
    const made = await behind(
      service.db,
      sql`select from ghost_players where id = ${ghosts[4]} for update`,
      () => elsewhere.post('/matches', newMatch(gameId, ...ghosts)),
      () => set(round % 2 ? 'PRIVATE' : 'PUBLIC'),
    )
    assert.equal(statuses(made), '200 201')
  }
  assert.equal(await deadlocks(service.db), first)
  await app.close()
  await db.close()
})

test('none of this ran into a deadlock', async () => {
  assert.equal(await deadlocks(service.db), 0)
})
