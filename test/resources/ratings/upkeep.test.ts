/**
 * Ratings follow every change: step by step they become what a replay would make. Leaderboards show only what their readers may
 * see.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../../src/db/sql.ts'
import { seededRandom } from '../../../src/demo/random.ts'
import {
  FORMULA,
  type Strength,
  UNKNOWN,
  rated,
  shownRating,
  shownUncertainty,
} from '../../../src/resources/ratings/bradley-terry.ts'
import { compareAll, rateWhatIsDue } from '../../../src/resources/ratings/upkeep.ts'
import { type Person, type Reply, idOf } from '../../support.ts'
import { testWorld } from '../../world.ts'

const { service, world } = await testWorld()
const { db } = service

async function made(by: Person, path: string, body: object): Promise<string> {
  const { status, text, body: shown } = await by.post(path, body)
  assert.equal(status, 201, text)
  return shown.id
}

const done = async (reply: Promise<Reply>): Promise<Reply> => {
  const answered = await reply
  assert.ok(answered.status < 300, answered.text)
  return answered
}

interface Table {
  host: Person
  gameId: string
  communityId: string
  /** The host's ghost players, by name. */
  people: Record<string, string>
}

let tables = 0

async function table(...names: string[]): Promise<Table> {
  const host = await service.as(`Host ${++tables}`)
  const gameId = (await world.game()).id
  const communityId = await made(host, '/communities', { displayName: 'Club', joinPolicy: 'OPEN' })
  const people: Record<string, string> = {}
  for (const name of names) people[name] = await made(host, '/ghost-players', { displayName: name })
  return { host, gameId, communityId, people }
}

/** Records a final match. `finish` lists the people in their order. A text such as `Ann=Ben` means that they share a place. */
async function played(
  { host, gameId, communityId, people }: Table,
  day: number,
  finish: string[],
  more: object = {},
): Promise<{ id: string; seats: Record<string, string> }> {
  const participants = finish.flatMap((place, index) =>
    place.split('=').map((name) => ({ ghostPlayerId: people[name], rank: index + 1 })),
  )
  const playedAt = new Date(Date.UTC(2026, 0, day, 19)).toISOString()
  const id = await made(host, '/matches', { gameId, communityId, playedAt, participants, ...more })
  const { body } = await done(host.post(`/matches/${id}/finalize`, undefined, { 'if-match': '*' }))
  const seats = Object.fromEntries(
    (body.participants as { id: string; ghostPlayer: { displayName: string } }[]).map((one) => [
      one.ghostPlayer.displayName,
      one.id,
    ]),
  )
  return { id, seats }
}

const boardPath = ({ communityId, gameId }: Table) =>
  `/communities/${communityId}/games/${gameId}/leaderboard`

interface Entry {
  place?: number
  ghostPlayer: { displayName: string }
  canonicalPlayer?: { displayName: string }
  rating: number
  uncertainty: number
  provisional: boolean
  matches: number
  wins: number
  winShare: number
  chance: number
}

async function board(by: Person, path: string): Promise<Entry[]> {
  const { body } = await done(by.get(path))
  return body.items
}

const named = (entries: Entry[]) => entries.map(({ ghostPlayer }) => ghostPlayer.displayName)

/** Checks that no change waits, and that every pool equals a replay of its matches to the last digit. */
async function mustBeRight(): Promise<void> {
  await rateWhatIsDue(db)
  const { due } = await db.one(sql<{ due: number }>`
    select count(*)::int as due from rating_changes where due_at <= now()`)
  assert.equal(due, 0)
  assert.deepEqual((await compareAll(db, { rebuilds: false })).differing, [])
}

/** `by` claims the ghost player, and its owner approves. */
async function claim(by: Person, owner: Person, ghostPlayerId: string | undefined): Promise<string> {
  const request = await done(by.post('/claim-requests', { ghostPlayerId }))
  const { body } = await done(
    owner.patch(`/claim-requests/${request.body.id}`, { status: 'APPROVED' }, request.etag),
  )
  return body.claimEdgeId
}

async function setPrivacy(by: Person, dataType: string, level: string): Promise<void> {
  const { body } = await by.get(`/privacy-settings?filter=dataType==${dataType}`)
  await done(by.patch(`/privacy-settings/${body.items[0].id}`, { level }, '*'))
  await mustBeRight()
}

test('a leaderboard has what the model makes of the matches, one after the other', async () => {
  const here = await table('Ann', 'Ben', 'Cem')
  await played(here, 2, ['Ben', 'Ann=Cem'])
  await played(here, 1, ['Ann', 'Ben'])
  await mustBeRight()
  const strengths: Record<string, Strength> = {}
  for (const places of [
    { Ann: 1, Ben: 2 },
    { Ben: 1, Ann: 2, Cem: 2 },
  ]) {
    const sides = Object.entries(places)
    const after = rated(sides.map(([name, place]) => ({ place, players: [strengths[name] ?? UNKNOWN] })))
    for (const [n, [name]] of sides.entries()) strengths[name] = after[n]?.[0] ?? UNKNOWN
  }
  const entries = await board(here.host, boardPath(here))
  const { Ann = UNKNOWN, Ben = UNKNOWN, Cem = UNKNOWN } = strengths
  const { id, displayName: name } = (await here.host.get('/users/me')).body
  const right = (displayName: string, strength: Strength, figures: object) => ({
    ghostPlayer: { id: here.people[displayName], displayName },
    owner: { id, displayName: name },
    rating: shownRating(strength),
    uncertainty: shownUncertainty(strength),
    provisional: true,
    ...figures,
  })
  assert.deepEqual(entries, [
    right('Ben', Ben, { matches: 2, wins: 1, winShare: 0.5, chance: 0.4167 }),
    right('Ann', Ann, { matches: 2, wins: 1, winShare: 0.5, chance: 0.4167 }),
    right('Cem', Cem, { matches: 1, wins: 0, winShare: 0, chance: 0.3333 }),
  ])
})

test('matches without a contest count for no rating: alone, together, unknown, drafts, and matches of no community', async () => {
  const here = await table('Ann', 'Ben')
  await played(here, 1, ['Ann'])
  const both = Object.values(here.people).map((ghostPlayerId) => ({ ghostPlayerId }))
  const won = both.map((seat) => ({ ...seat, outcome: 'WIN' }))
  await played(here, 2, ['Ann', 'Ben'], { participants: won })
  await played(here, 3, ['Ann', 'Ben'], { participants: both })
  await played(here, 4, ['Ann', 'Ben'], { communityId: undefined })
  const draft = { gameId: here.gameId, communityId: here.communityId, playedAt: '2026-01-05T19:00:00Z' }
  await made(here.host, '/matches', {
    ...draft,
    participants: both.map((seat, n) => ({ ...seat, rank: n + 1 })),
  })
  await mustBeRight()
  assert.deepEqual(await board(here.host, boardPath(here)), [])
  assert.equal((await here.host.get(`${boardPath(here)}/count`)).body.count, 0)
})

test('increments and replays come to the same figures, in whatever order matches are written down', async () => {
  const names = ['Ann', 'Ben', 'Cem', 'Dee', 'Eli']
  const here = await table(...names)
  const random = seededRandom(11)
  const finishOf = () => {
    const some = random.some(names, random.whole(2, 5))
    return random.happens(0.3) ? [some.slice(0, 2).join('='), ...some.slice(2)] : some
  }
  for (let n = 0; n < 12; n++) {
    await played(here, n + 1, finishOf())
    await rateWhatIsDue(db)
  }
  await mustBeRight()
  for (const day of [30, 3, 31, 5, 29]) await played(here, day, finishOf())
  await mustBeRight()
  const sides = [
    { ghostPlayerId: here.people['Ann'], rank: 1, loadoutAttributes: { team: 'A' } },
    { ghostPlayerId: here.people['Ben'], rank: 1, loadoutAttributes: { team: 'A' } },
    { ghostPlayerId: here.people['Cem'], rank: 2, loadoutAttributes: { team: 'B' } },
    { ghostPlayerId: here.people['Dee'], rank: 2, loadoutAttributes: { team: 'B' } },
  ]
  await played(here, 40, ['Ann'], { participants: sides })
  await mustBeRight()
  const entries = await board(here.host, boardPath(here))
  assert.equal(entries.length, 5)
  assert.ok(entries.every(({ matches }) => matches > 0))
})

test('a correction, another date, a claim and its end are in the ratings', async () => {
  const here = await table('Ann', 'Ben')
  const first = await played(here, 1, ['Ann', 'Ben'])
  await played(here, 2, ['Ann', 'Ben'])
  await mustBeRight()
  assert.deepEqual(named(await board(here.host, boardPath(here))), ['Ann', 'Ben'])
  const swap = {
    participantChanges: [
      { matchParticipantId: first.seats['Ann'], rank: 2 },
      { matchParticipantId: first.seats['Ben'], rank: 1 },
    ],
  }
  const edit = await done(here.host.post(`/matches/${first.id}/edits`, swap))
  await done(here.host.patch(`/matches/${first.id}/edits/${edit.body.id}`, { status: 'APPROVED' }, edit.etag))
  await mustBeRight()
  const [winner] = await board(here.host, boardPath(here))
  assert.deepEqual([winner?.wins, winner?.matches], [1, 2])
  // The match that Ben won becomes the newest one, so it counts for more.
  const before = await board(here.host, boardPath(here))
  await done(here.host.patch(`/matches/${first.id}`, { playedAt: '2026-03-01T19:00:00Z' }, '*'))
  await mustBeRight()
  assert.notDeepEqual(await board(here.host, boardPath(here)), before)
  const ben = await service.as(`Ben of table ${tables}`)
  await done(ben.post(`/communities/${here.communityId}/memberships`))
  const edgeId = await claim(ben, here.host, here.people['Ben'])
  await mustBeRight()
  const players = async () =>
    (
      await db.many(sql<{ player: string }>`
        select r.player_id as player from ratings r join rating_pools p on p.id = r.pool_id where p.game_id = ${here.gameId}`)
    ).map(({ player }) => player)
  const canonical = (await ben.get('/users/me')).body.canonicalPlayer.id
  assert.ok((await players()).includes(canonical))
  await done(ben.delete(`/claim-edges/${edgeId}`, '*'))
  await mustBeRight()
  assert.deepEqual((await players()).toSorted(), Object.values(here.people).toSorted())
})

/** Two recorders of one game. Each has a ghost player for the same person, and one for somebody who lost to that person. */
async function twoRecorders(communityId?: string) {
  const here = await table('Bob of one', 'Ann')
  const other = await service.as(`Other host ${tables}`)
  await done(other.post(`/communities/${here.communityId}/memberships`))
  const people = {
    'Bob of two': await made(other, '/ghost-players', { displayName: 'Bob of two' }),
    Cem: await made(other, '/ghost-players', { displayName: 'Cem' }),
  }
  const more = communityId === undefined ? {} : { communityId }
  await played(here, 1, ['Bob of one', 'Ann'], more)
  await played({ ...here, host: other, people }, 2, ['Bob of two', 'Cem'], more)
  const bob = await service.as(`Bob of table ${tables}`)
  return {
    here,
    other,
    bob,
    claimBoth: async () => {
      await claim(bob, here.host, here.people['Bob of one'])
      await claim(bob, other, people['Bob of two'])
      await mustBeRight()
    },
  }
}

const four = ['Ann', 'Bob of one', 'Bob of two', 'Cem']

test('in a community a member of several recorders is one, and somebody else is each of their stand-ins', async () => {
  const { here, other, bob, claimBoth } = await twoRecorders()
  await mustBeRight()
  const before = await board(here.host, boardPath(here))
  await claimBoth()
  assert.deepEqual(
    await board(here.host, boardPath(here)),
    before,
    'no member, so nothing tells that he is both',
  )
  assert.equal((await bob.get(boardPath(here))).status, 403, 'he is no member')
  const players = async () =>
    (await done(here.host.get(`/communities/${here.communityId}/statistics`))).body.players
  assert.deepEqual([before.length, await players()], [4, 4])

  await done(bob.post(`/communities/${here.communityId}/memberships`))
  await mustBeRight()
  const [first, ...others] = await board(here.host, boardPath(here))
  assert.deepEqual([first?.matches, first?.wins, first?.ghostPlayer.displayName], [2, 2, 'Bob of two'])
  assert.deepEqual(first?.canonicalPlayer, {
    id: (await bob.get('/users/me')).body.canonicalPlayer.id,
    displayName: `Bob of table ${tables}`,
  })
  assert.deepEqual([others.length + 1, await players()], [3, 3])

  const bobId = await idOf(bob)
  await done(here.host.delete(`/communities/${here.communityId}/memberships/${bobId}`, undefined))
  await mustBeRight()
  assert.deepEqual(await board(other, boardPath(here)), before, 'he was removed')

  await done(here.host.patch(`/communities/${here.communityId}`, { joinPolicy: 'REQUIRES_APPROVAL' }, '*'))
  const requests = `/communities/${here.communityId}/membership-requests`
  const request = await done(bob.post(requests))
  await done(here.host.patch(`${requests}/${request.body.id}`, { status: 'APPROVED' }, request.etag))
  await mustBeRight()
  assert.equal((await board(other, boardPath(here))).length, 3, 'he was let in')
  await done(bob.delete('/users/me', '*'))
  await mustBeRight()
  assert.deepEqual(await board(here.host, boardPath(here)), before, 'he is nobody any more')
  await done(other.post('/ghost-players', { displayName: 'of nobody' }))
  await done(here.host.delete(`/communities/${here.communityId}`, '*'))
  await mustBeRight()
})

test('in public whoever shows their profile to everybody is one, and whoever hides it is each of their stand-ins', async () => {
  const { here, other, bob, claimBoth } = await twoRecorders()
  const path = `/games/${here.gameId}/leaderboard`
  const stranger = await service.as('stranger')
  for (const host of [here.host, other])
    for (const dataType of ['MATCH_HISTORY', 'MATCH_DETAILS']) await setPrivacy(host, dataType, 'PUBLIC')
  const before = await board(stranger, path)
  assert.deepEqual(named(before).toSorted(), four)
  const players = async () => (await done(stranger.get(`/games/${here.gameId}/statistics`))).body.players
  await claimBoth()
  assert.deepEqual(await board(stranger, path), before)
  assert.equal(await players(), 4)

  const group = await made(bob, '/groups', { displayName: 'Friends' })
  const { body } = await bob.get('/privacy-settings?filter=dataType==PROFILE')
  const setting = `/privacy-settings/${body.items[0].id}`
  await done(bob.patch(setting, { level: 'PRIVILEGED_ACCESS', groupIds: [group] }, '*'))
  await done(bob.post(`/groups/${group}/members`, { userId: await idOf(stranger) }))
  await mustBeRight()
  const shownToFriend = await board(stranger, path)
  assert.equal(shownToFriend.length, 4, 'a friend reads what everybody reads')
  assert.equal(shownToFriend.filter(({ canonicalPlayer }) => canonicalPlayer !== undefined).length, 2)

  await done(bob.patch(setting, { level: 'PUBLIC' }, '*'))
  await mustBeRight()
  const [first] = await board(stranger, path)
  assert.deepEqual([first?.matches, first?.wins, first?.ghostPlayer.displayName], [2, 2, 'Bob of two'])
  assert.equal(first?.canonicalPlayer?.displayName, `Bob of table ${tables}`)
  assert.deepEqual([(await board(stranger, path)).length, await players()], [3, 3])
  await setPrivacy(bob, 'PROFILE', 'PRIVATE')
  assert.deepEqual(await board(await service.as('another stranger'), path), before)
})

test('whoever sits twice counts by the first seat', async () => {
  const here = await table('Ann', 'Ben', 'Alias')
  const ann = await service.as(`Ann of table ${tables}`)
  await done(ann.post(`/communities/${here.communityId}/memberships`))
  const seats = (scores: Record<string, number | undefined>) =>
    Object.entries(scores).map(([name, score]) => ({ ghostPlayerId: here.people[name], score }))
  // A claim cannot seat a person twice in a match. But the recorder may make a match with two ghost players of one person.
  for (const name of ['Ann', 'Alias']) await claim(ann, here.host, here.people[name])
  await played(here, 1, [], { participants: seats({ Ann: 10, Ben: 20, Alias: 30 }) })
  await played(here, 2, [], { participants: seats({ Ann: undefined, Ben: 20, Alias: 30 }) })
  await mustBeRight()
  const entries = await board(here.host, boardPath(here))
  assert.deepEqual(
    entries.map(({ ghostPlayer, matches, wins }) => [ghostPlayer.displayName, matches, wins]),
    [
      ['Ben', 1, 0],
      ['Ann', 1, 0],
    ],
    'of three she was the third; in the second match she has no place, and nobody else is left to compare with',
  )
  const { id } = (await ann.get('/users/me')).body.canonicalPlayer
  const { body } = await done(ann.get(`/canonical-players/${id}/results?sort=playedAt:ASC`))
  assert.deepEqual(
    body.items.map(({ place, of }: { place?: number; of: number }) => [place, of]),
    [
      [3, 3],
      [undefined, 3],
    ],
  )
  const own = (await ann.get(`/users/me/games/${here.gameId}/rating`)).body
  assert.deepEqual([own.matches, own.rating], [1, entries[1]?.rating])
})

test('the public leaderboard has the matches that everybody sees with results, and no others', async () => {
  const here = await table('Ann', 'Ben')
  const path = `/games/${here.gameId}/leaderboard`
  const stranger = await service.as('stranger')
  const privacy = (dataType: string, level: string) => setPrivacy(here.host, dataType, level)
  await played(here, 1, ['Ann', 'Ben'], { communityId: undefined })
  await mustBeRight()
  assert.deepEqual(await board(stranger, path), [])
  await privacy('MATCH_HISTORY', 'PUBLIC')
  assert.deepEqual(await board(stranger, path), [], 'the results are not public yet')
  await privacy('MATCH_DETAILS', 'PUBLIC')
  assert.deepEqual(named(await board(stranger, path)), ['Ann', 'Ben'])
  await played(here, 2, ['Ben', 'Ann'])
  await mustBeRight()
  assert.deepEqual(
    (await board(stranger, path)).map(({ matches }) => matches),
    [2, 2],
    'those of communities too',
  )
  await privacy('MATCH_DETAILS', 'PRIVATE')
  assert.deepEqual(await board(stranger, path), [])
  await privacy('MATCH_DETAILS', 'PUBLIC')
  await done(here.host.delete('/users/me', '*'))
  await mustBeRight()
  assert.deepEqual(await board(stranger, path), [], 'nothing of an erased recorder is public')
})

test('places are from five matches on, equal ones are shared, and pages neither skip nor repeat', async () => {
  const names = Array.from({ length: 7 }, (_, n) => `P${n}`)
  const here = await table(...names, 'New')
  for (let day = 1; day <= 5; day++)
    await played(here, day, [names.slice(0, 2).join('='), names.slice(2).join('=')])
  await played(here, 6, ['New', 'P6'])
  await mustBeRight()
  const path = boardPath(here)
  const all = await board(here.host, path)
  assert.deepEqual(
    all.map(({ place }) => place),
    [1, 1, 3, 3, 3, 3, 7, undefined],
  )
  assert.equal(all.at(-1)?.ghostPlayer.displayName, 'New', 'who is new comes last, however well they did')
  for (const sort of ['rating:DESC', 'wins:DESC', 'winShare:DESC']) {
    const walked: Entry[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const reply: Reply = await done(
        here.host.get(`${path}?limit=3&sort=${sort}${cursor && `&cursor=${cursor}`}`),
      )
      walked.push(...reply.body.items)
      cursor = reply.body.nextCursor
    }
    assert.equal(new Set(named(walked)).size, 8, sort)
    const places = walked.map(({ place }) => place ?? Infinity)
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
      sort,
    )
  }
  const wins = await board(here.host, `${path}?sort=wins:DESC`)
  assert.deepEqual(
    wins.map(({ place }) => place),
    [1, 1, 3, 3, 3, 3, 3, undefined],
    'places are by what is sorted by',
  )
})

test('several workers at once, and one that ends in the middle, leave the ratings right', async () => {
  const here = await table('Ann', 'Ben', 'Cem')
  for (let day = 1; day <= 4; day++) await played(here, day, ['Ann', 'Ben', 'Cem'])
  await Promise.all([1, 2, 3].map(() => rateWhatIsDue(db)))
  await played(here, 2, ['Cem', 'Ann'])
  await assert.rejects(
    db.transaction(async (tx) => {
      await tx.many(sql`delete from rating_changes`)
      await tx.many(sql`delete from ratings`)
      throw new Error('killed')
    }),
  )
  await mustBeRight()
  assert.equal((await board(here.host, boardPath(here)))[0]?.matches, 5)
})

test('ratings that somebody spoiled are found, and written again', async () => {
  const here = await table('Ann', 'Ben')
  await played(here, 1, ['Ann', 'Ben'])
  await mustBeRight()
  const right = await board(here.host, boardPath(here))
  await db.many(sql`
    update ratings set mu = mu + 1e-9 where pool_id in (select id from rating_pools where game_id = ${here.gameId})`)
  const { differing } = await compareAll(db, { rebuilds: false })
  assert.equal(differing.length, 1)
  assert.deepEqual((await compareAll(db, { rebuilds: true })).differing, differing)
  await mustBeRight()
  assert.deepEqual(await board(here.host, boardPath(here)), right)
})

test('ratings of an older formula are made again, and ratings of a newer one are left alone until somebody rebuilds them', async () => {
  const here = await table('Ann', 'Ben')
  await played(here, 1, ['Ann', 'Ben'])
  await mustBeRight()
  const right = await board(here.host, boardPath(here))
  const spoil = (formula: number) =>
    db.many(sql`
      with pools as (update rating_pools set formula = ${formula} where game_id = ${here.gameId} returning id)
      update ratings set mu = 30, rating = 1234 where pool_id in (select id from pools)`)
  await spoil(FORMULA - 1)
  await rateWhatIsDue(db)
  assert.deepEqual(await board(here.host, boardPath(here)), right)
  await spoil(FORMULA + 1)
  await played(here, 2, ['Ann', 'Ben'])
  await rateWhatIsDue(db)
  assert.ok((await board(here.host, boardPath(here))).every(({ rating }) => rating === 1234))
  await compareAll(db, { rebuilds: true })
  await mustBeRight()
  assert.deepEqual(
    (await board(here.host, boardPath(here))).map(({ matches }) => matches),
    [2, 2],
  )
})

test('a leaderboard needs an existing game and community, and a caller who is in the community', async () => {
  const here = await table('Ann')
  const nothing = '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a20'
  assert.equal((await here.host.get(`/games/${nothing}/leaderboard`)).status, 404)
  assert.equal(
    (await here.host.get(`/communities/${here.communityId}/games/${nothing}/leaderboard`)).status,
    404,
  )
  assert.equal((await here.host.get(`/communities/${nothing}/games/${here.gameId}/leaderboard`)).status, 404)
  const stranger = await service.as('stranger')
  for (const path of [boardPath(here), `${boardPath(here)}/count`])
    assert.equal((await stranger.get(path)).status, 403)
  await done(here.host.delete(`/communities/${here.communityId}`, '*'))
  assert.equal((await here.host.get(boardPath(here))).status, 404)
  assert.ok(await idOf(stranger))
})
