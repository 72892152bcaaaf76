/** A history of more than one batch opens and closes for readers at once. Its matches are marked afterwards. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../../../src/db/sql.ts'
import { markWhatIsLeft } from '../../../src/resources/privacy-settings/marking.ts'
import { BATCH } from '../../../src/resources/privacy-settings/public-marks.ts'
import { type Person, type Reply, type Service, testService } from '../../support.ts'
import { type World, worldOf } from '../../world.ts'
import { resultColumns, unknownResult } from '../../wrong-rows.ts'
import { newMatch } from '../matches/recipes.ts'

const MATCHES = 2 * BATCH + 50

let service: Service
let world: World
let recorder: Person
let stranger: Person
let settings: Record<string, string>
let match: string
let playset: string
let ghostPlayer: string

before(async () => {
  service = await testService()
  world = await worldOf(service)
  recorder = await world.newcomer()
  stranger = await world.newcomer()
  const { items } = (await recorder.get('/privacy-settings')).body
  settings = Object.fromEntries(items.map(({ dataType, id }: Record<string, string>) => [dataType, id]))
  await set('MATCH_DETAILS', 'PUBLIC')
  const { id: gameId } = await world.game()
  ghostPlayer = (await recorder.post('/ghost-players', { displayName: 'Ghost' })).body.id
  playset = (await recorder.post('/playsets', { gameId, variants: ['blind'] })).body.id
  const made = await recorder.post('/matches', { ...newMatch(gameId, ghostPlayer), playsetId: playset })
  match = made.body.id
  const final = await recorder.post(`/matches/${match}/finalize`, undefined, { 'if-match': '*' })
  assert.equal(final.status, 200, final.text)
  // The first match is the oldest, so it is marked in the last batch.
  await service.db.many(sql`
    insert into matches (id, game_id, recorder_id, played_at, created_at, finalized_at)
    select uuidv7(), game_id, recorder_id, played_at, created_at + n * interval '1 second', finalized_at
    from matches, generate_series(2, ${MATCHES}::int) n where id = ${match}`)
  await service.db.many(sql`
    insert into participants (id, match_id, ghost_player_id, position, match_created_at, match_played_at, match_finalized_at, ${resultColumns})
    select uuidv7(), m.id, ${ghostPlayer}, 1, m.created_at, m.played_at, m.finalized_at, ${unknownResult(1)}
    from matches m where m.game_id = ${gameId} and m.id <> ${match}`)
})
after(() => service.close())

const set = async (dataType: string, level: string) => {
  const { status, text } = await recorder.patch(`/privacy-settings/${settings[dataType]}`, { level }, '*')
  assert.equal(status, 200, text)
}

const left = async () =>
  (
    await service.db.one(sql<{ n: number }>`
    select count(*)::int as n from markings`)
  ).n

const marked = async () =>
  (
    await service.db.one(sql<{ n: number }>`
    select count(*)::int as n from matches where is_public and recorder_id = (select recorder_id from matches where id = ${match})`)
  ).n

/** What a stranger gets, by every way to the recorder's things. */
async function told() {
  const statuses = await Promise.all(
    [`/matches/${match}`, `/ghost-players/${ghostPlayer}`, `/playsets/${playset}`].map(
      async (path) => (await stranger.get(path)).status,
    ),
  )
  const counts = await Promise.all(
    ['/matches/count', '/matches/count?filter=gameName==*', '/ghost-players/count', '/playsets/count'].map(
      async (path) => (await stranger.get(path)).body.count,
    ),
  )
  const pages = []
  for (const path of ['/matches?sort=createdAt:ASC', '/matches?sort=playedAt', '/matches?sort=finalizedAt'])
    pages.push((await stranger.get(path)).body.items.length)
  return { statuses, counts, pages, walked: await walked() }
}

/** The number of items on all pages, and the number of different ones. */
async function walked() {
  const ids: string[] = []
  for (let path: string | undefined = '/matches?limit=100'; path;) {
    const reply: Reply = await stranger.get(path)
    for (const { id } of reply.body.items) ids.push(id)
    const { nextCursor } = reply.body
    path = nextCursor ? `/matches?limit=100&cursor=${nextCursor}` : undefined
  }
  return [ids.length, new Set(ids).size]
}

/** The answers while the history is open. The third count, of ghost players, includes the stranger's own. */
const OPEN = {
  statuses: [200, 200, 200],
  counts: [MATCHES, MATCHES, 2, 1],
  pages: [20, 20, 20],
  walked: [MATCHES, MATCHES],
}
const CLOSED = { statuses: [403, 403, 403], counts: [0, 0, 1, 0], pages: [0, 0, 0], walked: [0, 0] }

test('what is opened is seen at once, and stays so while it is marked', async () => {
  await set('MATCH_HISTORY', 'PUBLIC')
  assert.equal(await marked(), BATCH, 'the change itself marks one batch')
  assert.equal(await left(), 1)
  assert.deepEqual(await told(), OPEN)
  await markWhatIsLeft(service.db)
  assert.deepEqual([await marked(), await left()], [MATCHES, 0])
  assert.deepEqual(await told(), OPEN)
})

for (const level of ['PRIVATE', 'PRIVILEGED_ACCESS'])
  test(`what becomes ${level} is hidden at once, and stays so while the marks are removed`, async () => {
    await set('MATCH_HISTORY', 'PUBLIC')
    await markWhatIsLeft(service.db)
    await set('MATCH_HISTORY', level)
    assert.equal(await marked(), MATCHES - BATCH)
    assert.deepEqual(await told(), CLOSED)
    await markWhatIsLeft(service.db)
    assert.deepEqual([await marked(), await left()], [0, 0])
    assert.deepEqual(await told(), CLOSED)
  })

test('a history that closes while it is being opened is closed, and nothing stays marked', async () => {
  await set('MATCH_HISTORY', 'PUBLIC')
  await set('MATCH_HISTORY', 'PRIVATE')
  assert.deepEqual(await told(), CLOSED)
  await Promise.all([markWhatIsLeft(service.db), markWhatIsLeft(service.db)])
  await markWhatIsLeft(service.db)
  assert.deepEqual([await marked(), await left()], [0, 0])
})

test('a match that becomes final while its recorder’s history is being opened is open', async () => {
  await set('MATCH_HISTORY', 'PUBLIC')
  const draft = await recorder.post('/matches', newMatch((await world.game()).id, ghostPlayer))
  await recorder.post(`/matches/${draft.body.id}/finalize`, undefined, { 'if-match': '*' })
  assert.equal((await stranger.get(`/matches/${draft.body.id}`)).status, 200)
  assert.equal((await stranger.get('/matches/count')).body.count, MATCHES + 1)
  await markWhatIsLeft(service.db)
  assert.equal((await stranger.get('/matches/count')).body.count, MATCHES + 1)
  assert.equal(await marked(), MATCHES + 1)
})
