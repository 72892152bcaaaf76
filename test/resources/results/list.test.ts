/** The list of a person's results: sorted and filtered, with each match once. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Person, type Reply } from '../../support.ts'
import { testWorld } from '../../world.ts'
import { newGame } from '../games/recipes.ts'

const { world } = await testWorld()
const { alice, bob } = world
const ANY = { 'if-match': '*' }
const TOTAL = 13

/** The path of bob's results. */
let results: string
let games: { id: string }[]
/** Alice's ghost players. Bob has claimed the first two, which may be in one match. */
let ghosts: { id: string }[]
let communityId: string

async function made(reply: Promise<Reply>): Promise<Reply['body']> {
  const { status, text, body } = await reply
  assert.ok(status < 300, text)
  return body
}

async function claim(by: Person, ghostPlayerId: string) {
  const { id } = await made(by.post('/claim-requests', { ghostPlayerId }))
  await made(alice.patch(`/claim-requests/${id}`, { status: 'APPROVED' }, '*'))
}

async function play(
  day: number,
  scores: Record<number, number | undefined>,
  game = games[0],
  community = false,
) {
  const match = await made(
    alice.post('/matches', {
      gameId: game?.id,
      playedAt: `2026-01-${String(day).padStart(2, '0')}T10:00:00Z`,
      participants: Object.entries(scores).map(([n, score]) => ({
        ghostPlayerId: ghosts[Number(n)]?.id,
        score,
      })),
      ...(community ? { communityId } : {}),
    }),
  )
  return made(alice.post(`/matches/${match.id}/finalize`, undefined, ANY))
}

before(async () => {
  results = `/canonical-players/${(await bob.get('/users/me')).body.canonicalPlayer.id}/results`
  const { winCondition: _, ...duel } = newGame()
  games = [
    await made(world.editor.post('/games', newGame())),
    await made(world.editor.post('/games', { ...duel, scoreType: 'WIN_LOSS' })),
  ]
  communityId = (await world.community()).id
  ghosts = await Promise.all([1, 2, 3].map((n) => world.ghostPlayer(`Ghost ${n}`)))
  for (const ghost of ghosts.slice(0, 2)) await claim(bob, ghost.id)
  for (let n = 0; n < TOTAL; n++) await play(1 + (n % 4), { 0: n, 2: 6 }, games[n % 2], n % 3 === 0)
})

const idsOf = ({ body }: Reply): string[] =>
  body.items.map(({ matchParticipantId }: { matchParticipantId: string }) => matchParticipantId)

async function asked(query: Record<string, string>): Promise<Reply> {
  const reply = await bob.get(`${results}?${new URLSearchParams(query)}`)
  assert.equal(reply.status, 200, reply.text)
  return reply
}

test('the newest come first, and a walk forth and back finds each once', async () => {
  const whole = await asked({ limit: '100' })
  const times = whole.body.items.map(({ match }: { match: { playedAt: string } }) => match.playedAt)
  assert.deepEqual(times, times.toSorted().toReversed())
  assert.equal(new Set(idsOf(whole)).size, (await bob.get(`${results}/count`)).body.count)
  for (const sort of ['playedAt', 'playedAt:DESC']) {
    const pages: string[][] = []
    let page = await asked({ limit: '4', sort })
    for (; page.body.nextCursor; page = await asked({ limit: '4', sort, cursor: page.body.nextCursor }))
      pages.push(idsOf(page))
    pages.push(idsOf(page))
    const there = pages.flat()
    assert.deepEqual(sort === 'playedAt' ? there.toReversed() : there, idsOf(whole))
    const back = await asked({ limit: '4', sort, cursor: page.body.prevCursor })
    assert.deepEqual(idsOf(back), pages.at(-2))
  }
})

test('each result says how its game is won', async () => {
  const { items } = (await asked({ limit: '100' })).body
  const scorings = new Map<string, unknown>(
    items.map((one: Reply['body']) => [one.match.game.id, [one.scoreType, one.winCondition]]),
  )
  assert.deepEqual(
    games.map(({ id }) => scorings.get(id)),
    [
      ['SCORE', 'HIGHER_WINS'],
      ['WIN_LOSS', undefined],
    ],
  )
})

test('filters narrow it as they say', async () => {
  const all = (await asked({ limit: '100' })).body.items
  const filters: [filter: string, holds: (item: Reply['body']) => boolean][] = [
    [
      `matchId=in=(${all[1].match.id},${all[0].match.id})`,
      ({ match }) => match.id === all[0].match.id || match.id === all[1].match.id,
    ],
    [`gameId==${games[0]?.id}`, ({ match }) => match.game.id === games[0]?.id],
    [`communityId==${communityId}`, ({ match }) => match.community?.id === communityId],
    ['communityId=null=true', ({ match }) => match.community === undefined],
    ['playedAt=ge=2026-01-03T00:00:00Z', ({ match }) => match.playedAt >= '2026-01-03'],
    ['kind==UNKNOWN', ({ kind }) => kind === 'UNKNOWN'],
    ['won==true', ({ won }) => won === true],
    ['won==false;kind==COMPETITIVE', ({ won, kind }) => won === false && kind === 'COMPETITIVE'],
    ['won=null=true', ({ won }) => won === undefined],
  ]
  for (const [filter, holds] of filters) {
    const right = all.filter(holds)
    assert.ok(right.length > 0 && right.length < all.length, filter)
    assert.deepEqual((await asked({ limit: '100', filter })).body.items, right, filter)
    const { body } = await bob.get(`${results}/count?${new URLSearchParams({ filter })}`)
    assert.equal(body.count, right.length, filter)
  }
})

test('where only winning counts, a score is not shown', async () => {
  const { items } = (await asked({ limit: '100' })).body
  for (const { match, kind, score } of items)
    assert.deepEqual(
      [kind, typeof score],
      match.game.id === games[0]?.id ? ['COMPETITIVE', 'number'] : ['UNKNOWN', 'undefined'],
    )
})

test('a result says which participant is theirs, and what it means', async () => {
  const match = await play(20, { 2: 9, 0: 9.5 }, games[0], true)
  const [{ matchParticipantId, ...rest }] = (await asked({ limit: '1' })).body.items
  assert.equal(matchParticipantId, match.participants[0].id)
  assert.deepEqual(rest, {
    match: { id: match.id, game: match.game, playedAt: match.playedAt, community: match.community },
    kind: 'COMPETITIVE',
    place: 1,
    of: 2,
    tied: false,
    won: true,
    score: 9.5,
    scoreType: 'SCORE',
    winCondition: 'HIGHER_WINS',
  })
})

test('somebody in two seats has the first of the two results', async () => {
  const other = await world.ghostPlayer('Twin')
  const before = (await bob.get(`${results}/count`)).body.count
  ghosts.push(other)
  const match = await play(21, { 2: 1, 3: 5, 0: 3 })
  // A claim cannot seat a person twice in a match. But the recorder may make a match with two ghost players of one person.
  const twice = await made(
    alice.post('/matches', {
      gameId: games[0]?.id,
      playedAt: '2026-01-22T10:00:00Z',
      participants: [ghosts[1], ghosts[2], ghosts[0]].map((ghost, n) => ({
        ghostPlayerId: ghost?.id,
        score: n,
      })),
    }),
  )
  const final = await made(alice.post(`/matches/${twice.id}/finalize`, undefined, ANY))
  const [newest, older] = (await asked({ limit: '2' })).body.items
  assert.deepEqual([newest.matchParticipantId, newest.place], [final.participants[0].id, 3])
  assert.equal(older.match.id, match.id)
  assert.equal((await bob.get(`${results}/count`)).body.count, before + 2)
})

test('people with access to the history see the list, and nobody else', async () => {
  const stranger = await world.newcomer()
  const statuses = async () => [
    (await stranger.get(results)).status,
    (await stranger.get(`${results}/count`)).status,
  ]
  assert.deepEqual(await statuses(), [403, 403])
  const settings = (await bob.get('/privacy-settings')).body.items
  const { id } = settings.find(({ dataType }: { dataType: string }) => dataType === 'MATCH_HISTORY')
  await made(bob.patch(`/privacy-settings/${id}`, { level: 'PUBLIC' }, '*'))
  assert.deepEqual(await statuses(), [200, 200])
  // The recorder's history is still closed to strangers.
  assert.deepEqual((await stranger.get(results)).body.items, [])
})

test('what a list of results refuses', async () => {
  for (const query of [
    'sort=id',
    'sort=matchParticipantId',
    'filter=matchParticipantId=null=true',
    'filter=kind==alone',
    'filter=place==1',
  ]) {
    const reply = await bob.get(`${results}?${query}`)
    assert.equal(reply.status, 400, query)
  }
})
