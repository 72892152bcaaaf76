/** A person's rating from their own matches equals a pool's rating from the same matches, and follows every change at once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { raw, sql } from '../../../src/db/sql.ts'
import { seededRandom } from '../../../src/demo/random.ts'
import { atOnce } from '../../../src/http/turns/slices.ts'
import { rateWhatIsDue } from '../../../src/resources/ratings/upkeep.ts'
import { MOST_POINTS, contestsOf, replayed, thinned } from '../../../src/resources/statistics/rating.ts'
import { buffersOf, explain, nodesOf } from '../../../bench/explain.ts'
import { callerOf } from '../../../bench/sample.ts'
import { idBeside } from '../../buckets.ts'
import { type Person, type Reply, idOf } from '../../support.ts'
import { testWorld } from '../../world.ts'
import { resultColumns } from '../../wrong-rows.ts'

const { service, world } = await testWorld()

async function made(reply: Promise<Reply>): Promise<Reply['body']> {
  const { status, text, body } = await reply
  assert.ok(status < 300, text)
  return body
}

interface Table {
  host: Person
  caller: ReturnType<typeof callerOf>
  gameId: string
  communityId: string
  /** The host's ghost players, by name. `Me` is the host. */
  people: Record<string, string>
}

async function table(...names: string[]): Promise<Table> {
  const host = await world.newcomer()
  const me = await made(host.get('/users/me'))
  const people: Record<string, string> = { Me: me.selfGhostPlayer.id }
  for (const displayName of names)
    people[displayName] = (await made(host.post('/ghost-players', { displayName }))).id
  const { id: communityId } = await made(
    host.post('/communities', { displayName: 'Club', joinPolicy: 'OPEN' }),
  )
  const caller = callerOf({ id: me.id, canonicalPlayerId: me.canonicalPlayer.id })
  return { host, caller, gameId: (await world.game()).id, communityId, people }
}

type Seat = [name: string, written: object]

async function played(of: Table, day: number, seats: Seat[], as = of): Promise<Reply['body']> {
  const participants = seats.map(([name, written]) => ({ ghostPlayerId: as.people[name], ...written }))
  const match = {
    gameId: of.gameId,
    communityId: of.communityId,
    playedAt: new Date(Date.UTC(2026, 0, day, 19)).toISOString(),
    participants,
  }
  const { id } = await made(as.host.post('/matches', match))
  return made(as.host.post(`/matches/${id}/finalize`, undefined, { 'if-match': '*' }))
}

const ranked = (...names: string[]): Seat[] => names.map((name, n) => [name, { rank: n + 1 }])

const pathOf = ({ gameId }: Table) => `/users/me/games/${gameId}/rating`

const ratingNow = (of: Table): Promise<Reply['body']> => made(of.host.get(pathOf(of)))

test('a community of the same matches rates the caller the same, to the last digit', async () => {
  const here = await table('Ann', 'Ben', 'Cem', 'Dee')
  const random = seededRandom(7)
  const names = Object.keys(here.people)
  for (let n = 0; n < 14; n++) {
    const others = random.some(names.slice(1), random.whole(1, 4))
    // The matches are not in the order of time. Some players tie, and some have no place, including the caller.
    const seats = [...others, 'Me'].map((name): Seat => {
      const rank = random.whole(1, 3)
      return [name, n % 5 === 4 && name === 'Me' ? {} : { rank }]
    })
    if (seats.length > 1) await played(here, 1 + ((n * 5) % 14), seats)
  }
  await played(here, 20, [
    ['Me', { rank: 2, loadoutAttributes: { team: 'A' } }],
    ['Ann', { rank: 2, loadoutAttributes: { team: 'A' } }],
    ['Ben', { rank: 1, loadoutAttributes: { team: 'B' } }],
    ['Cem', { rank: 1, loadoutAttributes: { team: 'B' } }],
  ])
  await rateWhatIsDue(service.db)
  const kept = await service.db.one(sql<{ mu: number; sigma: number; matches: number }>`
    select mu, sigma, matches from ratings where player_id = ${here.caller.canonicalPlayerId}`)
  const points = atOnce(
    replayed(await service.db.many(contestsOf(here.caller, here.gameId)), here.caller.canonicalPlayerId),
  )
  const { mu, sigma, match } = points.at(-1) ?? {}
  assert.deepEqual({ mu, sigma, matches: match }, kept)
  const { items } = await made(
    here.host.get(`/communities/${here.communityId}/games/${here.gameId}/leaderboard`),
  )
  const entry = (items as { ghostPlayer: { id: string }; [figure: string]: unknown }[]).find(
    ({ ghostPlayer }) => ghostPlayer.id === here.people['Me'],
  )
  const { estimate, line, ...own } = await ratingNow(here)
  for (const [figure, value] of Object.entries(own)) assert.equal(value, entry?.[figure], figure)
  assert.equal(estimate, Math.round(1000 + 40 * kept.mu))
  assert.equal(line.length, own.matches - 4)
  assert.deepEqual(line.at(-1), {
    match: own.matches,
    playedAt: '2026-01-20T19:00:00Z',
    rating: own.rating,
    uncertainty: own.uncertainty,
    estimate,
  })
})

test('one’s own leaderboard of the same matches is the community’s, in its order', async () => {
  const here = await table('Ann', 'Ben', 'Cem')
  for (let day = 1; day < 6; day++) await played(here, day, ranked('Ann', 'Me', 'Ben'))
  await played(here, 6, ranked('Cem', 'Me'))
  const path = `/users/me/games/${here.gameId}/leaderboard`
  const own = await made(here.host.get(path))
  await rateWhatIsDue(service.db)
  const { items } = await made(
    here.host.get(`/communities/${here.communityId}/games/${here.gameId}/leaderboard`),
  )
  assert.equal(own.players, 4)
  assert.deepEqual(own.items, items)
  const places = own.items.map(({ place, ghostPlayer }: { place?: number; ghostPlayer: { id: string } }) => [
    Object.entries(here.people).find(([, id]) => id === ghostPlayer.id)?.[0],
    place,
  ])
  assert.deepEqual(places, [
    ['Ann', 1],
    ['Me', 2],
    ['Ben', 3],
    ['Cem', undefined],
  ])
  const other = await world.newcomer()
  assert.deepEqual(await made(other.get(path)), { players: 0, items: [] })
  assert.equal((await other.get(`/users/me/games/${crypto.randomUUID()}/leaderboard`)).status, 404)
})

test('under five matches there is no line, and before the first one the rating of a beginner', async () => {
  const here = await table('Ann')
  const beginner = { rating: 1000, uncertainty: 333, estimate: 2000, provisional: true, matches: 0, line: [] }
  assert.deepEqual(await ratingNow(here), beginner)
  await played(here, 1, [['Me', { outcome: 'WIN' }]])
  await played(here, 2, [
    ['Me', { outcome: 'WIN' }],
    ['Ann', { outcome: 'WIN' }],
  ])
  await played(here, 3, [
    ['Me', {}],
    ['Ann', { rank: 1 }],
  ])
  const draft = { gameId: here.gameId, playedAt: '2026-01-04T19:00:00Z' }
  await made(
    here.host.post('/matches', {
      ...draft,
      participants: ranked('Me', 'Ann').map(([name, rank]) => ({
        ghostPlayerId: here.people[name],
        ...rank,
      })),
    }),
  )
  assert.deepEqual(await ratingNow(here), beginner, 'alone, together, without a second place, and a draft')
  for (let day = 5; day < 9; day++) await played(here, day, ranked('Me', 'Ann'))
  const { line, provisional, matches, rating } = await ratingNow(here)
  assert.deepEqual([line, provisional, matches], [[], true, 4])
  assert.ok(rating > 1000)
  await played(here, 9, ranked('Me', 'Ann'))
  const after = await ratingNow(here)
  assert.deepEqual([after.line.length, after.line[0].match, after.provisional], [1, 5, false])
  const { uncertainty, estimate } = after
  assert.deepEqual([after.rating, uncertainty, estimate], [1466, 291, 2341], 'as docs/ratings.md says')
})

test('a claim, its end, an edit and an erasure are in it at once, and others’ matches never', async () => {
  const here = await table('Ann', 'Ben')
  const mine = await table()
  const first = await played(here, 1, ranked('Ben', 'Ann'))
  await played(here, 2, ranked('Ben', 'Me'))
  const of = { ...here, host: mine.host }
  assert.equal((await ratingNow(of)).matches, 0)
  const request = await made(mine.host.post('/claim-requests', { ghostPlayerId: here.people['Ben'] }))
  const { claimEdgeId } = await made(
    here.host.patch(`/claim-requests/${request.id}`, { status: 'APPROVED' }, '*'),
  )
  const won = await ratingNow(of)
  assert.equal(won.matches, 2)
  assert.equal(
    (await ratingNow(here)).matches,
    1,
    'of two matches that the host recorded, the host played one',
  )
  const seat = (name: string): string =>
    first.participants.find(
      (one: { ghostPlayer: { id: string } }) => one.ghostPlayer.id === here.people[name],
    ).id
  const swap = [
    { matchParticipantId: seat('Ann'), rank: 1 },
    { matchParticipantId: seat('Ben'), rank: 2 },
  ]
  const edit = await made(here.host.post(`/matches/${first.id}/edits`, { participantChanges: swap }))
  await made(here.host.patch(`/matches/${first.id}/edits/${edit.id}`, { status: 'APPROVED' }, '*'))
  assert.ok((await ratingNow(of)).rating < won.rating)
  await made(mine.host.delete(`/claim-edges/${claimEdgeId}`, '*'))
  assert.equal((await ratingNow(of)).matches, 0)
})

test('who played under two ghost players is one if the caller may see them, and the answer names nobody', async () => {
  const here = await table('Ann', 'Ben', 'Cem')
  const ann = await world.newcomer()
  await played(here, 1, ranked('Ann', 'Me'))
  await played(here, 2, ranked('Ben', 'Me', 'Cem'))
  const before = await ratingNow(here)
  for (const name of ['Ann', 'Ben']) {
    const request = await made(ann.post('/claim-requests', { ghostPlayerId: here.people[name] }))
    await made(here.host.patch(`/claim-requests/${request.id}`, { status: 'APPROVED' }, '*'))
  }
  assert.deepEqual(await ratingNow(here), before, 'she hides, so nothing tells that she is both')
  await made(ann.post(`/communities/${here.communityId}/memberships`))
  assert.notEqual((await ratingNow(here)).rating, before.rating, 'the second time she was known to be strong')
  const { text } = await here.host.get(pathOf(here))
  for (const word of [...Object.keys(here.people), ...Object.values(here.people), 'ann'])
    assert.ok(!text.includes(`"${word}"`), word)
})

test('a game must be there', async () => {
  const { host } = await table()
  const nothing = '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a20'
  assert.equal((await host.get(`/users/me/games/${nothing}/rating`)).status, 404)
})

/** The host plays this number of matches, each with 3 of 15 others. */
async function manyMatches(matches: number): Promise<Table> {
  const here = await table(...Array.from({ length: 15 }, (_, n) => `Guest ${n}`))
  const owner = await idOf(here.host)
  await service.db.many(sql`
    insert into matches (id, game_id, recorder_id, played_at, finalized_at)
    select ${idBeside(sql`${owner}`)}, ${here.gameId}, ${owner}, timestamptz '2024-01-01T20:00:00Z' + n * interval '1 hour', now()
    from generate_series(1, ${matches}::int) n`)
  await service.db.many(sql`
    insert into participants
      (id, match_id, ghost_player_id, position, rank, match_created_at, match_played_at, match_finalized_at, ${resultColumns}, winners, place, won)
    select ${idBeside(sql`m.id`)}, m.id, s.ghost, s.nth, place, m.created_at, m.played_at, m.finalized_at,
      m.game_id, null, 'COMPETITIVE', 4, false, 1, place, place = 1
    from (select *, row_number() over (order by played_at) as n from matches where recorder_id = ${owner}) m
    join unnest(${Object.values(here.people)}::uuid[]) with ordinality as s (ghost, nth) on s.nth = 1 or (s.nth - 2) / 3 = m.n % 5
    cross join lateral (select 1 + ((m.n / 3 + case s.nth when 1 then 3 else (s.nth - 2) % 3 end) % 4)::int as place) p`)
  await service.db.many(raw('vacuum analyze'))
  return here
}

test('of many matches there are 60 points, with the first and the last, and they cost a look into an index each', async () => {
  const matches = 600
  const here = await manyMatches(matches)
  const { text, body } = await here.host.get(pathOf(here))
  assert.equal(body.matches, matches)
  assert.equal(body.line.length, MOST_POINTS)
  assert.deepEqual([body.line[0].match, body.line.at(-1).match], [5, matches])
  const steps = body.line
    .slice(1)
    .map(({ match }: { match: number }, n: number) => match - body.line[n].match)
  assert.ok(Math.max(...steps) - Math.min(...steps) <= 1, String(steps))
  assert.ok(text.length < 8_192, String(text.length))
  const { Plan: plan } = await explain(service.db, contestsOf(here.caller, here.gameId))
  const read = nodesOf(plan).filter(
    (node) => node['Relation Name'] === 'participants' && node['Actual Loops'] > 0,
  )
  assert.deepEqual(
    read.map((node) => `${node['Index Name']} ${node['Actual Loops']}`).toSorted((a, b) => (a < b ? -1 : 1)),
    ['participants_by_played 1', `participants_ghost_player_key ${matches}`],
    'one range of own results, and the seats of each of these matches',
  )
  assert.ok(buffersOf(plan) < 12 * matches, `${buffersOf(plan)} pages`)
})

test('thinning keeps the first and the last, and all of few', () => {
  const all = Array.from({ length: 500 }, (_, n) => n)
  for (const length of [0, 1, 2, MOST_POINTS])
    assert.deepEqual(thinned(all.slice(0, length)), all.slice(0, length))
  for (const length of [MOST_POINTS + 1, 119, 500]) {
    const some = thinned(all.slice(0, length))
    assert.equal(new Set(some).size, MOST_POINTS)
    assert.deepEqual([some[0], some.at(-1)], [0, length - 1])
  }
})
