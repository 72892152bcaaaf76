/** Statistics: which requests they refuse, how long their answers are, when days begin, and that each is one statement. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from '../../../src/db/sql.ts'
import { idBeside } from '../../buckets.ts'
import { type Person, type Reply, idOf, violations } from '../../support.ts'
import { testWorld } from '../../world.ts'
import { resultColumns } from '../../wrong-rows.ts'

const { service, world } = await testWorld({ alone: true })
const { alice } = world
const MATCHES = 400
/** The path of Alice's canonical player. */
let player: string
let me: string
let communityId: string
let gameId: string

async function made(reply: Promise<Reply>): Promise<Reply['body']> {
  const { status, text, body } = await reply
  assert.ok(status < 300, text)
  return body
}

/** Makes every part of an answer long: games with long names, tables of many sizes, and several years. */
before(async () => {
  const { canonicalPlayer, selfGhostPlayer } = (await alice.get('/users/me')).body
  player = `/canonical-players/${canonicalPlayer.id}`
  me = canonicalPlayer.id
  communityId = (await world.community()).id
  for (let n = 0; n < 12; n++) {
    gameId = (await world.game()).id
    await made(
      world.editor.patch(
        `/games/${gameId}`,
        { displayName: `The long way round the harbour, part ${n}` },
        '*',
      ),
    )
  }
  const others: string[] = []
  for (let n = 0; n < 12; n++) others.push((await world.ghostPlayer(`Somebody with a name ${n}`)).id)
  const owner = await idOf(alice)
  await service.db.many(sql`
    insert into matches (id, game_id, community_id, recorder_id, played_at, finalized_at)
    select ${idBeside(sql`${owner}`)}, g.ids[1 + n % 12], ${communityId}, ${owner}, timestamptz '2024-01-01T20:00:00Z' + n * interval '40 hours', now()
    from generate_series(1, ${MATCHES}::int) n, (select array_agg(id order by display_name desc) as ids from games) g`)
  await service.db.many(sql`
    insert into participants
      (id, match_id, ghost_player_id, position, score, rank, match_created_at, match_played_at, match_finalized_at, ${resultColumns}, winners, place, won)
    select ${idBeside(sql`m.id`)}, m.id, ghost, n, 100.25 - n, n, m.created_at, m.played_at, m.finalized_at,
      m.game_id, m.community_id, 'COMPETITIVE', m.of, false, 1, n, n = 1
    from (select *, 2 + row_number() over (order by played_at)::int % 11 as of from matches where recorder_id = ${owner}) m,
      unnest(array[${selfGhostPlayer.id}::uuid] || ${others}::uuid[]) with ordinality as seat (ghost, n)
    where n <= m.of`)
})

const paths = () => [
  `${player}/statistics`,
  `${player}/head-to-head/${me}`,
  `/games/${gameId}/statistics`,
  `/communities/${communityId}/statistics`,
  '/users/me/recap/2024',
  `/users/me/games/${gameId}/rating`,
]

test('the figures of a page are one statement and one answer of at most 8 kB', async () => {
  const pages = paths()
  for (const path of [...pages, `${player}/opponents`, `${player}/opponents/count`, `${player}/results`]) {
    const before = { ...service.db.traffic }
    const { status, text } = await alice.get(path)
    assert.equal(status, 200, text)
    const { statements, roundTrips } = service.db.traffic
    assert.deepEqual([statements - before.statements, roundTrips - before.roundTrips], [1, 1], path)
    assert.ok(text.length <= 8_192 || !pages.includes(path), `${path}: ${text.length}`)
  }
  const { body } = await alice.get(`${player}/statistics`)
  assert.deepEqual(
    [body.form.length, body.months.length, body.finishes.length, body.topGames.length],
    [60, 18, 8, 6],
  )
})

test('what is no day, time zone or id is refused, each by its name', async () => {
  const refused: [query: string, violation: string][] = [
    ['from=2026-02-30', 'from INVALID_FORMAT'],
    ['from=2026-01-01T00:00:00Z', 'from INVALID_FORMAT'],
    ['to=0000-01-01', 'to INVALID_FORMAT'],
    ['to=infinity', 'to INVALID_FORMAT'],
    ['from=2026-01-02&to=2026-01-01', 'to OUT_OF_RANGE'],
    ['timeZone=', 'timeZone INVALID_FORMAT'],
    ['timeZone=Mars', 'timeZone INVALID_FORMAT'],
    ['timeZone=%2B02:00', 'timeZone INVALID_FORMAT'],
    ['timeZone=-5', 'timeZone INVALID_FORMAT'],
    ['timeZone=FOO5BAR', 'timeZone INVALID_FORMAT'],
    ["timeZone=UTC'", 'timeZone INVALID_FORMAT'],
    ['timezone=UTC', 'timezone UNKNOWN_PROPERTY'],
    ['gameId=chess', 'gameId INVALID_FORMAT'],
    ['from=x&timeZone=y', 'from INVALID_FORMAT,timeZone INVALID_FORMAT'],
  ]
  for (const [query, violation] of refused) {
    const reply = await alice.get(`${player}/statistics?${query}`)
    assert.equal(reply.status, 400, query)
    assert.equal(violations(reply).join(), violation, query)
  }
  assert.equal((await alice.get(`/games/${gameId}/statistics?gameId=${gameId}`)).status, 400)
  for (const year of ['0000', '26', '20260', 'year', '-026'])
    assert.equal((await alice.get(`/users/me/recap/${year}`)).status, 400, year)
  for (const year of ['0001', '9999'])
    assert.equal((await alice.get(`/users/me/recap/${year}`)).status, 200, year)
})

test('every day that can be named can be asked for, in every time zone that this Node knows', async () => {
  const ends = 'from=0001-01-01&to=9999-12-31'
  const whole = (await alice.get(`${player}/statistics`)).body.matches
  for (const timeZone of ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])
    assert.equal((await alice.get(`${player}/statistics?${ends}&timeZone=${timeZone}`)).body.matches, whole)
  const zones = [...Intl.supportedValuesOf('timeZone'), 'US/Pacific', 'Etc/GMT+5', 'europe/berlin']
  const unknown = await service.db.many(sql<{ zone: string }>`
    select zone from unnest(${zones}::text[]) zone
    where lower(zone) not in (select lower(name) from pg_timezone_names)`)
  assert.deepEqual(unknown, [])
})

test('a day begins at midnight there, also where the clock is changed', async () => {
  const bob: Person = await world.newcomer()
  const { canonicalPlayer, selfGhostPlayer } = (await bob.get('/users/me')).body
  const game = await world.game()
  for (const playedAt of [
    '2026-03-28T22:59:59Z',
    '2026-03-28T23:00:00Z',
    '2026-03-29T21:59:59Z',
    '2026-03-29T22:00:00Z',
  ]) {
    const participants = [{ ghostPlayerId: selfGhostPlayer.id, outcome: 'WIN' }]
    const match = await made(bob.post('/matches', { gameId: game.id, playedAt, participants }))
    await made(bob.post(`/matches/${match.id}/finalize`, undefined, { 'if-match': '*' }))
  }
  const path = `/canonical-players/${canonicalPlayer.id}/statistics`
  const on = async (day: string, timeZone: string) =>
    (await bob.get(`${path}?from=${day}&to=${day}&timeZone=${timeZone}`)).body.matches
  // This day has only 23 hours in Berlin.
  assert.equal(await on('2026-03-29', 'Europe/Berlin'), 2)
  assert.equal(await on('2026-03-29', 'UTC'), 2)
  assert.equal(await on('2026-03-28', 'Europe/Berlin'), 1)
  assert.equal(await on('2026-03-28', 'UTC'), 2)
  const { form } = (await bob.get(`${path}?timeZone=Europe/Berlin`)).body
  assert.deepEqual(
    form.map((one: { on: string }) => one.on),
    ['2026-03-30', '2026-03-29', '2026-03-29', '2026-03-28'],
  )
})

test('somebody without a match has empty figures', async () => {
  const nobody = await world.newcomer()
  const { id, displayName } = (await nobody.get('/users/me')).body.canonicalPlayer
  const { body } = await nobody.get(`/canonical-players/${id}/statistics`)
  const none = { matches: 0, decided: 0, won: 0 }
  assert.deepEqual(body, {
    canonicalPlayer: { id, displayName },
    matches: 0,
    games: 0,
    hIndex: 0,
    alone: none,
    together: none,
    competitive: { matches: 0, decided: 0, won: 0, shared: 0, byChance: 0 },
    unknown: 0,
    currentRun: 0,
    form: [],
    months: [],
    finishes: [],
    topGames: [],
  })
  const recap = (await nobody.get('/users/me/recap/2026')).body
  assert.deepEqual([recap.matches, recap.months.length, recap.mostMet], [0, 12, []])
  assert.equal((await nobody.get(`/games/${gameId}/statistics`)).body.matches, 0)
  // Only people who may see a player can ask for that player's statistics, and only members for a community's.
  assert.equal((await alice.get(`/canonical-players/${id}/statistics`)).status, 403)
  assert.equal((await nobody.get(`/communities/${communityId}/statistics`)).status, 403)
})

test('opponents are paged by the number of common matches', async () => {
  await walkOpponents(player, 11)
})

test('opponents of a ghost player are paged too', async () => {
  const { body } = await alice.get(`${player}/opponents?limit=1`)
  await walkOpponents(`/ghost-players/${body.items[0].ghostPlayer.id}`, 11)
})

async function walkOpponents(player: string, number: number) {
  const whole = (await alice.get(`${player}/opponents?limit=100`)).body.items
  assert.equal(whole.length, number)
  for (const sort of ['met:DESC', 'met', 'ahead', 'lastMetAt:DESC']) {
    const all = (await alice.get(`${player}/opponents?limit=100&sort=${sort}`)).body.items
    const walked = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body }: Reply = await alice.get(
        `${player}/opponents?limit=5&sort=${sort}${cursor && `&cursor=${cursor}`}`,
      )
      walked.push(...body.items)
      cursor = body.nextCursor
    }
    assert.deepEqual(walked, all, sort)
  }
  const { body } = await alice.get(`${player}/opponents/count?filter=met%3Dge%3D100`)
  assert.equal(body.count, whole.filter(({ met }: { met: number }) => met >= 100).length)
}

/** Makes a person who plays one game with their own ghost players. `playedOn` records a match; the person has the first seat. */
async function diaryOf(change: object, others: number) {
  const by = await world.newcomer()
  const { id: owner, canonicalPlayer, selfGhostPlayer } = (await by.get('/users/me')).body
  const { id: gameId } = await world.game()
  await made(world.editor.patch(`/games/${gameId}`, change, '*'))
  const ghosts = await service.db.many(sql<{ id: string }>`
    insert into ghost_players (id, owner_id, display_name)
    select ${idBeside(sql`${owner as string}`)}, ${owner as string}, 'Guest ' || n from generate_series(1, ${others}::int) n returning id`)
  const seats = [selfGhostPlayer.id as string, ...ghosts.map(({ id }) => id)]
  return {
    playedOn: async (day: number, ...written: object[]) => {
      const participants = written.map((line, n) => Object.assign({ ghostPlayerId: seats[n] }, line))
      const playedAt = new Date(Date.UTC(2026, 0, day, 19)).toISOString()
      const match = await made(by.post('/matches', { gameId, playedAt, participants }))
      await made(by.post(`/matches/${match.id}/finalize`, undefined, { 'if-match': '*' }))
    },
    figures: async () => (await by.get(`/canonical-players/${canonicalPlayer.id}/statistics`)).body,
  }
}

const WORDS = { scoreType: 'WIN_LOSS', winCondition: null }
const POINTS = { scoreType: 'SCORE', winCondition: 'HIGHER_WINS' }

test('a diary of one’s own wins and defeats is not one long run of wins', async () => {
  const { playedOn, figures } = await diaryOf(WORDS, 1)
  for (const [day, outcome] of [
    'WIN',
    'WIN',
    'LOSS',
    'LOSS',
    'LOSS',
    'LOSS',
    'WIN',
    'LOSS',
    'LOSS',
    'LOSS',
  ].entries())
    await playedOn(day + 1, { outcome }, {})
  const { competitive, longestRun, currentRun, unknown, finishes } = await figures()
  assert.deepEqual(competitive, { matches: 10, decided: 10, won: 3, shared: 0, byChance: 5 })
  assert.deepEqual([longestRun.wins, currentRun, unknown, finishes], [2, 0, 0, []])
})

test('a score alone is among the scores, and is no win', async () => {
  const { playedOn, figures } = await diaryOf(POINTS, 2)
  await playedOn(1, { score: 12 }, {}, {})
  const { competitive, unknown, topGames } = await figures()
  assert.deepEqual([competitive.matches, competitive.won, unknown, topGames[0].scores.written], [0, 0, 1, 1])
})

test('a player with LOSS has not won, whatever the score or rank', async () => {
  const { playedOn, figures } = await diaryOf(POINTS, 2)
  for (let day = 1; day <= 3; day++) await playedOn(day, { score: day, outcome: 'LOSS' }, {})
  await playedOn(4, { score: 9, outcome: 'LOSS' }, { score: 3 })
  await playedOn(5, ...[2, 3, 4].map((rank) => ({ rank, outcome: 'LOSS' })))
  const { competitive, currentRun } = await figures()
  assert.deepEqual([competitive.decided, competitive.won, currentRun], [5, 0, 0])
})

test('chance gives the share of those who won, also where that is little', async () => {
  const traitor = await diaryOf(WORDS, 2)
  await traitor.playedOn(1, { outcome: 'WIN' }, { outcome: 'WIN' }, { outcome: 'LOSS' })
  assert.deepEqual((await traitor.figures()).competitive, {
    matches: 1,
    decided: 1,
    won: 1,
    shared: 1,
    byChance: 0.6667,
  })
  const crowd = await diaryOf(POINTS, 299)
  await crowd.playedOn(1, ...Array.from({ length: 300 }, (_, n) => ({ score: 300 - n })))
  assert.equal((await crowd.figures()).competitive.byChance, 0.0033)
})

/** `docs/numbers.md` shows the same table. */
test('the example that players follow by hand is right', async () => {
  const ann = await world.newcomer()
  const me = (await ann.get('/users/me')).body
  const others = ['Ben', 'Cem', 'Dora'].map((displayName) =>
    made(ann.post('/ghost-players', { displayName })),
  )
  const [ben, cem, dora] = (await Promise.all(others)).map(({ id }) => id as string)
  const self: string = me.selfGhostPlayer.id
  const game = async (change: object) => {
    const { id } = await world.game()
    return (await made(world.editor.patch(`/games/${id}`, change, '*'))).id as string
  }
  const [harbour, mill, fog] = [
    await game({ scoreType: 'SCORE', winCondition: 'HIGHER_WINS' }),
    await game({ scoreType: 'TIME', winCondition: 'LOWER_WINS' }),
    await game({ scoreType: 'WIN_LOSS' }),
  ]
  type Seats = [ghostPlayerId: string | undefined, written: object][]
  const team = (name: string, outcome: string) => ({ outcome, loadoutAttributes: { team: name } })
  const table: [at: string, gameId: string, seats: Seats][] = [
    [
      '03T18',
      harbour,
      [
        [self, { score: 41 }],
        [ben, { score: 55 }],
        [cem, { score: 41 }],
      ],
    ],
    [
      '03T20',
      harbour,
      [
        [self, { score: 62 }],
        [ben, { score: 40 }],
        [cem, {}],
      ],
    ],
    [
      '10T20',
      mill,
      [
        [self, { score: 1810 }],
        [ben, { score: 1810 }],
      ],
    ],
    [
      '17T20',
      fog,
      [
        [self, { outcome: 'WIN' }],
        [ben, { outcome: 'WIN' }],
        [cem, { outcome: 'WIN' }],
      ],
    ],
    [
      '24T20',
      harbour,
      [
        [self, team('red', 'WIN')],
        [cem, team('red', 'WIN')],
        [ben, team('blue', 'LOSS')],
        [dora, team('blue', 'LOSS')],
      ],
    ],
    [
      '31T20',
      harbour,
      [
        [self, {}],
        [ben, {}],
        [cem, {}],
      ],
    ],
  ]
  for (const [at, played, seats] of table) {
    const participants = seats.map(([ghostPlayerId, written]) => ({ ghostPlayerId, ...written }))
    const body = { gameId: played, playedAt: `2026-01-${at}:00:00Z`, participants }
    const match = await made(ann.post('/matches', body))
    await made(ann.post(`/matches/${match.id}/finalize`, undefined, { 'if-match': '*' }))
  }
  const path = `/canonical-players/${me.canonicalPlayer.id}`
  const { body } = await ann.get(`${path}/statistics`)
  assert.deepEqual([body.matches, body.games, body.hIndex, body.unknown], [6, 3, 1, 1])
  assert.deepEqual(body.competitive, { matches: 4, decided: 4, won: 3, shared: 1, byChance: 2.1667 })
  assert.deepEqual(body.together, { matches: 1, decided: 1, won: 1 })
  assert.equal(body.longestRun.wins, 3)
  assert.deepEqual(body.finishes, [
    { of: 2, matches: 2, places: [2, 0] },
    { of: 3, matches: 2, places: [1, 1, 0] },
  ])
  assert.deepEqual(body.topGames[0].scores, {
    written: 2,
    lowest: 41,
    middle: 41,
    highest: 62,
    best: 62,
    newest: [62, 41],
    all: { lowest: 40, highest: 62 },
  })
  const met = (await ann.get(`${path}/opponents`)).body.items
  const balanceOf = (id: string | undefined) => {
    const {
      met: times,
      ahead,
      level,
      behind,
      together,
    } = met.find(({ ghostPlayer }: { ghostPlayer: { id: string } }) => ghostPlayer.id === id)
    return [times, ahead, level, behind, together]
  }
  assert.deepEqual(balanceOf(ben), [6, 2, 1, 1, 1])
  assert.deepEqual(balanceOf(cem), [5, 0, 1, 0, 2])
})

test('a missing game or community, and a head-to-head with oneself, have empty figures', async () => {
  const nothing = '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a20'
  const me = (await alice.get('/users/me')).body.canonicalPlayer.id
  for (const path of [
    `/canonical-players/${me}/statistics?gameId=${nothing}`,
    `/canonical-players/${me}/statistics?communityId=${nothing}`,
  ]) {
    const { status, body } = await alice.get(path)
    assert.deepEqual([status, body.matches], [200, 0], path)
  }
  const { status, body } = await alice.get(`/canonical-players/${me}/head-to-head/${me}`)
  assert.deepEqual([status, body.met, body.meetings], [200, 0, []])
  assert.equal((await alice.get(`/games/${nothing}/statistics`)).status, 404)
})
