/** In random worlds, everybody's figures are those that `hand.ts` computes from the matches that they see. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Scoring } from '../../src/resources/results/finish.ts'
import { inPart } from '../parts.ts'
import { ROUNDS } from '../races/statuses.ts'
import { type Person, type Reply, type Service, testService } from '../support.ts'
import { newGame } from '../resources/games/recipes.ts'
import { type Random, randomOf } from './random.ts'
import {
  type Known,
  type Match,
  type Ref,
  type Side,
  type Span,
  type Who,
  communityByHand,
  gameByHand,
  headToHeadByHand,
  opponentsByHand,
  personByHand,
  ownLeaderboardByHand,
  ratingByHand,
  recapByHand,
} from './hand.ts'

const ANY = { 'if-match': '*' }
const PEOPLE = ['Ann', 'Bert', 'Cleo', 'Dora', 'Emil']
const MATCHES = 50
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Kiritimati', 'Asia/Kolkata']

/** Times around midnight, the ends of months and years, and changes of the clock. Some are equal. */
const TIMES = [
  '2024-12-31T22:59:59Z',
  '2024-12-31T23:00:00Z',
  '2025-01-01T00:00:00Z',
  '2025-03-30T00:59:00Z',
  '2025-03-30T01:01:00Z',
  '2025-03-31T21:59:59.5Z',
  '2025-03-31T22:00:00Z',
  '2025-10-26T00:30:00Z',
  '2025-10-26T01:30:00Z',
  '2025-11-01T03:59:00Z',
  '2025-11-01T04:00:00Z',
  '2025-12-31T23:30:00Z',
  '2026-01-01T04:30:00Z',
  '2026-02-28T10:00:00Z',
  '2026-02-28T20:00:00Z',
]

interface Somebody {
  name: string
  by: Person
  id: string
  player: Ref
  ghosts: string[]
  /** Pairs of players that this person has called one person. */
  said: { ids: string[] }[]
}

interface World {
  service: Service
  people: Somebody[]
  games: (Ref & Scoring & { expansion: string })[]
  communities: Ref[]
  claims: Map<string, string>
  /** The owner of each ghost player. */
  owners: Map<string, Ref>
}

async function made(reply: Promise<Reply>): Promise<Reply['body']> {
  const { status, text, body } = await reply
  assert.ok(status < 300, text)
  return body
}

async function worldOf(service: Service, random: Random): Promise<World> {
  const editor = await service.as('editor', { roles: ['admin'] })
  const scorings: Scoring[] = [
    { scoreType: 'SCORE', winCondition: 'HIGHER_WINS' },
    { scoreType: 'SCORE', winCondition: 'LOWER_WINS' },
    { scoreType: 'TIME', winCondition: 'LOWER_WINS' },
    { scoreType: 'WIN_LOSS' },
  ]
  const games = []
  for (const [n, scoring] of scorings.entries()) {
    const { winCondition: _, ...game } = newGame()
    const { id, displayName } = await made(
      editor.post('/games', { ...game, displayName: `Game ${n}`, ...scoring }),
    )
    const expansion = (await made(editor.post(`/games/${id}/expansions`, { displayName: 'More' }))).id
    games.push({ id, displayName, ...scoring, expansion })
  }
  const people: Somebody[] = []
  const claims = new Map<string, string>()
  for (const name of PEOPLE) {
    const by = await service.as(name)
    const me = (await by.get('/users/me')).body
    const ghosts: string[] = [me.selfGhostPlayer.id]
    for (const n of [1, 2, 3, 4])
      // Everybody has a stand-in called Twin, so lists must say whose it is.
      ghosts.push(
        (await made(by.post('/ghost-players', { displayName: n === 4 ? 'Twin' : `${name} ${n}` }))).id,
      )
    people.push({ name, by, id: me.id, player: me.canonicalPlayer, ghosts, said: [] })
    claims.set(me.selfGhostPlayer.id, me.canonicalPlayer.id)
  }
  const communities: Ref[] = []
  for (const founder of people.slice(0, 2)) {
    const { id, displayName } = await made(
      founder.by.post('/communities', { displayName: `Table of ${founder.name}`, joinPolicy: 'OPEN' }),
    )
    communities.push({ id, displayName })
    for (const one of people)
      if (one !== founder && random.chance(0.5)) await made(one.by.post(`/communities/${id}/memberships`))
  }
  for (const owner of people)
    for (const ghost of owner.ghosts.slice(1)) {
      const claimant = random.pick(people)
      // No claim is refused here: there are no matches yet, so nobody could sit in one twice.
      if (!claimant || random.chance(0.3)) continue
      const request = await made(claimant.by.post('/claim-requests', { ghostPlayerId: ghost }))
      if (request.status !== 'APPROVED')
        await made(owner.by.patch(`/claim-requests/${request.id}`, { status: 'APPROVED' }, '*'))
      claims.set(ghost, claimant.player.id)
    }
  for (const one of people) {
    for (const { id, dataType } of (await one.by.get('/privacy-settings')).body.items) {
      const isOpen = random.chance(dataType === 'MATCH_HISTORY' ? 0.7 : 0.5)
      if (isOpen) await made(one.by.patch(`/privacy-settings/${id}`, { level: 'PUBLIC' }, '*'))
    }
    const trusted = random.pick(people)
    if (trusted && trusted !== one && random.chance(0.3))
      await made(one.by.post('/trusted-editors', { userId: trusted.id }))
  }
  const owners = new Map(
    people.flatMap(({ id, name, ghosts }) => ghosts.map((ghost) => [ghost, { id, displayName: name }])),
  )
  const world = { service, people, games, communities, claims, owners }
  for (let n = 0; n < MATCHES; n++) await playMatch(world, random)
  for (const one of people) await sayWhoIsWho(world, one, random)
  return world
}

/** Says of 25 random pairs of players that they are one person. The service refuses pairs that cannot be. */
async function sayWhoIsWho({ people }: World, { by, said }: Somebody, random: Random): Promise<void> {
  const players = people.flatMap(({ ghosts, player }) => [...ghosts, player.id])
  for (let n = 0; n < 25; n++) {
    const ids = [random.pick(players) ?? '', random.pick(players) ?? '']
    const answer = { oneId: ids[0], otherId: ids[1], isSame: true }
    const { status, text } = await by.post('/users/me/same-people', answer)
    assert.ok([201, 403, 409].includes(status), text)
    if (status === 201) said.push({ ids })
  }
}

/** The results that somebody writes down: complete, partial, contradictory, or none. */
function written(random: Random, seats: number) {
  const style = random.below(8)
  const won = random.chance(0.5) ? 'WIN' : 'LOSS'
  return Array.from({ length: seats }, (_, index) => ({
    ...(style < 4 && random.chance(0.9) ? { score: random.below(4) * 2.5 - 1 } : {}),
    ...(style === 2 || style === 4 ? { rank: 1 + random.below(seats) } : {}),
    ...(style === 5
      ? { outcome: won }
      : style >= 3 && random.chance(0.7)
        ? { outcome: index === 0 ? 'WIN' : 'LOSS' }
        : {}),
  }))
}

async function playMatch({ people, games, communities }: World, random: Random): Promise<void> {
  const recorder = random.pick(people) as Somebody
  const game = random.pick(games) as World['games'][number]
  const ghosts = random.some(recorder.ghosts, 0.6)
  if (ghosts.length === 0) return
  const teams = random.chance(0.2)
  const results = written(random, ghosts.length)
  const body = {
    gameId: game.id,
    playedAt: random.pick(TIMES),
    participants: ghosts.map((ghostPlayerId, index) => ({
      ghostPlayerId,
      ...results[index],
      ...(teams || random.chance(0.3)
        ? {
            loadoutAttributes: {
              ...(teams ? { team: index % 2 } : {}),
              faction: random.pick(['Gulls', 'Otters', 7]),
            },
          }
        : {}),
    })),
    expansions: random.chance(0.3) ? [game.expansion] : [],
  }
  const community = random.pick(communities)
  const isMember =
    random.chance(0.6) &&
    community !== undefined &&
    (await recorder.by.get(`/communities/${community.id}/memberships/${recorder.id}`)).status === 200
  const match = await made(
    recorder.by.post('/matches', { ...body, ...(isMember ? { communityId: community.id } : {}) }),
  )
  if (random.chance(0.9)) await made(recorder.by.post(`/matches/${match.id}/finalize`, undefined, ANY))
}

async function walk(by: Person, path: string): Promise<Match[]> {
  const found: Match[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const { status, text, body }: Reply = await by.get(
      `${path}${path.includes('?') ? '&' : '?'}limit=100${cursor && `&cursor=${cursor}`}`,
    )
    assert.equal(status, 200, text)
    found.push(...body.items)
    cursor = body.nextCursor
  }
  return found
}

const query = (span: Partial<Span>) => `?${new URLSearchParams(Object.entries(span)).toString()}`

/** Finds out by requests what somebody may know. */
async function knownTo(world: World, viewer: Somebody): Promise<Known> {
  const { people, games, claims, owners } = world
  const { by } = viewer
  const [seen, open, ghosts] = [new Map<string, Ref>(), new Set<string>(), new Map<string, Ref>()]
  for (const { player } of people) {
    if ((await by.get(`/canonical-players/${player.id}`)).status === 200) seen.set(player.id, player)
    if ((await by.get(`/canonical-players/${player.id}/matches/count`)).status === 200) open.add(player.id)
  }
  for (const ghost of owners.keys()) {
    const { status, body } = await by.get(`/ghost-players/${ghost}`)
    if (status === 200) ghosts.set(ghost, { id: ghost, displayName: body.displayName })
    else
      for (const below of ['statistics', 'opponents', 'opponents/count', `head-to-head/${ghost}`])
        assert.equal((await by.get(`/ghost-players/${ghost}/${below}`)).status, 403, below)
  }
  const known = {
    games: new Map(games.map((game) => [game.id, game])),
    claims,
    people: seen,
    open,
    owners,
    ghosts,
  }
  return { ...known, same: sameFor(viewer, known) }
}

/** The players that count as one, by what the viewer said and by the claims that the viewer may know of. */
function sameFor(viewer: Somebody, { claims, people, ghosts }: Omit<Known, 'same'>): Known['same'] {
  const behind = (id: string) => {
    const person = claims.get(id)
    return person !== undefined && people.has(person) ? person : id
  }
  const groups: Set<string>[] = []
  for (const pair of viewer.said.map(({ ids }) => ids.map(behind))) {
    const joined = groups.filter((group) => pair.some((id) => group.has(id)))
    for (const group of joined) groups.splice(groups.indexOf(group), 1)
    groups.push(new Set([...pair, ...joined.flatMap((group) => [...group])]))
  }
  const same = new Map<string, { id: string; counted: number }>()
  for (const group of groups) {
    const shown = [...group].filter((id) => people.has(id) || ghosts.has(id))
    const rank = (id: string) => `${people.has(id) ? 0 : viewer.ghosts.includes(id) ? 1 : 2} ${id}`
    const [first] = shown.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))
    const isOne = shown.filter((id) => people.has(id)).length < 2 && !shown.includes(viewer.player.id)
    if (first !== undefined && shown.length > 1 && isOne)
      for (const id of shown) same.set(id, { id: first, counted: shown.length })
  }
  return same
}

/** One side of a head-to-head, if the viewer may see it. */
function sideOf(id: string, { people, ghosts, owners, same }: Known): Side | undefined {
  const [person, ghost] = [people.get(id), ghosts.get(id)]
  const group = same.get(id)
  // A ghost player that counts as a person with an account has only the figures of its own matches.
  const counts = group !== undefined && (person !== undefined || !people.has(group.id))
  const also = counts ? [...ghosts.keys()].filter((one) => one !== id && same.get(one)?.id === group.id) : []
  const counted = counts ? group.counted : undefined
  if (person) return { who: { person: id, also }, shown: person, counted }
  return ghost && { who: { ghost: id, also }, shown: ghost, owner: owners.get(id), counted }
}

async function compareAll(world: World, viewer: Somebody, random: Random): Promise<number> {
  const { by } = viewer
  const known = await knownTo(world, viewer)
  const all = await walk(by, '/matches?filter=finalizedAt%3Dnull%3Dfalse')
  const timeZone = random.pick(ZONES) ?? 'UTC'
  const spans: Span[] = [
    { timeZone },
    { timeZone, from: '2025-01-01', to: '2025-10-26' },
    { timeZone, gameId: random.pick(world.games)?.id ?? '' },
  ]
  const ghosts = [...world.owners.keys()]
  let figures = 0
  const same = async (path: string, right: object, but: string[] = []) => {
    const { status, text, body } = await by.get(path)
    assert.equal(status, 200, text)
    for (const field of but) delete body[field]
    assert.deepEqual(body, right, `${viewer.name} asks ${path}`)
    figures++
  }
  /** Includes the matches of the ghost players that count as the same person. */
  const matchesOf = async (path: string, { also = [] }: Who) => {
    const found = [await walk(by, `${path}/matches`)]
    for (const ghost of also) found.push(await walk(by, `/ghost-players/${ghost}/matches`))
    return [...new Map(found.flat().map((match) => [match.id, match])).values()]
  }
  const sameOpponents = async (path: string, matches: Match[], who: Who) => {
    const met = opponentsByHand(matches, who, known)
    const { body } = await by.get(`${path}/opponents?limit=100`)
    assert.deepEqual(
      inOrder(body.items),
      inOrder(met.map((one) => JSON.parse(JSON.stringify({ ...one, id: undefined })) as object)),
      `${viewer.name} asks ${path}/opponents`,
    )
    assert.deepEqual(
      body.items.map((one: { met: number }) => one.met),
      met.map((one) => one.met),
    )
    assert.equal((await by.get(`${path}/opponents/count`)).body.count, met.length)
    figures++
  }
  const sameMeetings = async (path: string, matches: Match[], one: Side, id: string, some: Span[]) => {
    const other = sideOf(id, known)
    const versus = `${path}/head-to-head/${id}`
    if (!other) assert.equal((await by.get(versus)).status, 403)
    else
      for (const span of some)
        await same(`${versus}${query(span)}`, headToHeadByHand(matches, one, other, known, span))
  }
  for (const { player } of world.people) {
    const path = `/canonical-players/${player.id}`
    if (!known.open.has(player.id)) {
      for (const below of [
        'statistics',
        'opponents',
        'opponents/count',
        'results',
        `head-to-head/${viewer.player.id}`,
      ])
        assert.equal((await by.get(`${path}/${below}`)).status, 403, below)
      continue
    }
    const unseen: Side = { who: { person: player.id }, shown: { id: player.id, displayName: 'Player' } }
    const side = sideOf(player.id, known) ?? unseen
    const matches = await matchesOf(path, side.who)
    for (const span of [...spans, { timeZone, communityId: world.communities[0]?.id ?? '' }])
      await same(
        `${path}/statistics${query(span)}`,
        personByHand(
          matches,
          side.who,
          { canonicalPlayer: side.shown, countedAsOne: side.counted },
          known,
          span,
        ),
      )
    await sameOpponents(path, matches, side.who)
    for (const other of world.people) await sameMeetings(path, matches, side, other.player.id, spans)
    for (const ghost of random.some(
      world.people.map(({ ghosts }) => random.pick(ghosts) ?? ''),
      0.4,
    ))
      await sameMeetings(path, matches, side, ghost, spans.slice(0, 1))
  }
  for (const id of random.some([...known.ghosts.keys()], 0.5)) {
    const side = sideOf(id, known) as Side
    const path = `/ghost-players/${id}`
    const matches = await matchesOf(path, side.who)
    const named = {
      ghostPlayer: side.shown,
      owner: side.owner,
      canonicalPlayer: known.people.get(known.claims.get(id) ?? ''),
      claimable: await mayClaim(world, viewer, id),
      claimRequests: 0,
      countedAsOne: side.counted,
    }
    for (const span of spans.slice(0, 1))
      await same(`${path}/statistics${query(span)}`, personByHand(matches, side.who, named, known, span))
    await sameOpponents(path, matches, side.who)
    for (const other of [random.pick(world.people)?.player.id, random.pick(ghosts)])
      await sameMeetings(path, matches, side, other ?? '', spans.slice(0, 1))
  }
  for (const { id, displayName } of world.games)
    for (const span of [
      { timeZone },
      { timeZone, from: '2025-03-31' },
      { timeZone, communityId: world.communities[1]?.id ?? '' },
    ])
      await same(`/games/${id}/statistics${query(span)}`, gameByHand(all, { id, displayName }, known, span))
  for (const { id, displayName } of world.communities) {
    const path = `/communities/${id}/statistics`
    if ((await by.get(`/communities/${id}/memberships/${viewer.id}`)).status !== 200)
      assert.equal((await by.get(path)).status, 403)
    else
      for (const span of spans)
        await same(`${path}${query(span)}`, communityByHand(all, { id, displayName }, known, span), [
          'members',
          'matchesThisMonth',
        ])
  }
  const own = await walk(by, `/canonical-players/${viewer.player.id}/matches`)
  for (const year of [2024, 2025, 2026])
    await same(
      `/users/me/recap/${year}${query({ timeZone })}`,
      recapByHand(own, viewer.player.id, year, known, timeZone),
    )
  for (const { id } of world.games) {
    await same(`/users/me/games/${id}/rating`, ratingByHand(own, viewer.player.id, known, id))
    await same(`/users/me/games/${id}/leaderboard`, ownLeaderboardByHand(own, viewer.player.id, known, id))
  }
  return figures + (await compareSights(world, viewer, timeZone, random))
}

type Recorded = Match & { recorder: Ref }

/**
 * What each person would see of the viewer's page is what they get, without the matches that they see by trust or communities that
 * are not for the viewer to know.
 */
async function compareSights(
  world: World,
  viewer: Somebody,
  timeZone: string,
  random: Random,
): Promise<number> {
  const known = { ...(await knownTo(world, viewer)), same: new Map() }
  const me = { person: viewer.player.id }
  let figures = 0
  const same = async (path: string, isOpen: boolean, matches: Match[]) => {
    const { status, text, body } = await viewer.by.get(`/users/me/seen-by/${path}${query({ timeZone })}`)
    assert.equal(status, 200, text)
    const right = isOpen ? personByHand(matches, me, {}, known, { timeZone }) : undefined
    assert.deepEqual(body.figures, right, `${viewer.name} looks as ${path}`)
    figures++
  }
  const page = `/canonical-players/${viewer.player.id}`
  const looker = async (by: Person) => {
    const isOpen = (await by.get(`${page}/statistics`)).status === 200
    return { isOpen, all: isOpen ? await walk(by, `${page}/matches`) : [] }
  }
  const stranger = await looker(await world.service.as('Stranger'))
  await same('stranger', stranger.isOpen, stranger.all)
  const open = new Set(stranger.all.filter(({ expansions }) => expansions).map(({ id }) => id))
  // A look at oneself, and at some others.
  for (const other of [viewer, ...random.some(world.people, 0.4)]) {
    if (!known.people.has(other.player.id)) {
      assert.equal((await viewer.by.get(`/users/me/seen-by/users/${other.id}`)).status, 403)
      continue
    }
    const shared = new Set<string>()
    for (const { id } of world.communities)
      if ((await isMember(viewer, id)) && (await isMember(other, id))) shared.add(id)
    const { isOpen, all } = await looker(other.by)
    const isKnown = ({ id, recorder, community, participants }: Recorded) =>
      viewer === other ||
      [viewer.id, other.id].includes(recorder.id) ||
      open.has(id) ||
      shared.has(community?.id ?? '') ||
      participants.some(({ ghostPlayer }) => world.claims.get(ghostPlayer.id) === other.player.id)
    await same(`users/${other.id}`, isOpen, (all as Recorded[]).filter(isKnown))
  }
  return figures
}

const isMember = async ({ by, id }: Somebody, community: string): Promise<boolean> =>
  (await by.get(`/communities/${community}/memberships/${id}`)).status === 200

const inOrder = <T>(all: T[]): T[] => all.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

/** True if nobody has claimed the ghost player, and the viewer sits with it in no match, not even in a draft. */
async function mayClaim({ people, claims }: World, viewer: Somebody, id: string): Promise<boolean> {
  const owner = people.find(({ ghosts }) => ghosts.includes(id))
  if (!owner || owner === viewer || claims.has(id)) return false
  const recorded = await walk(owner.by, '/matches')
  return !recorded.some(({ participants }) => {
    const seats = participants.map(({ ghostPlayer }) => ghostPlayer.id)
    return seats.includes(id) && seats.some((seat) => claims.get(seat) === viewer.player.id)
  })
}

/** Compares everybody's figures at the same time, each with random choices of their own. */
async function compareForEach(world: World, seed: number): Promise<number> {
  const figures = world.people.map((viewer, n) => compareAll(world, viewer, randomOf(100 * seed + n)))
  return (await Promise.all(figures)).reduce((sum, some) => sum + some)
}

/** One in `npm test`, three in `npm run test:slow`. */
const seeds = Array.from({ length: Math.max(1, ROUNDS / 30) }, (_, n) => n + 1)

for (const seed of inPart(import.meta.url, seeds)) {
  test(`in world ${seed} every figure is the one by hand, also after claims, privacy and an account have ended`, async (t) => {
    const service = await testService()
    t.after(() => service.close())
    const random = randomOf(seed)
    const world = await worldOf(service, random)
    assert.ok((await compareForEach(world, seed)) > 100)

    const [, ending] = [...world.claims].filter(([ghost]) =>
      world.people.every(({ ghosts }) => ghosts[0] !== ghost),
    )
    if (ending) {
      const edges = world.people.map(({ by }) => walk(by, '/claim-edges') as Promise<unknown>)
      const all = (await Promise.all(edges)).flat() as { id: string; ghostPlayer: Ref; revokedAt?: string }[]
      const edge = all.find(({ ghostPlayer, revokedAt }) => ghostPlayer.id === ending[0] && !revokedAt)
      const claimant = world.people.find(({ player }) => player.id === ending[1])
      assert.equal((await claimant?.by.delete(`/claim-edges/${edge?.id}`, '*'))?.status, 204)
      world.claims.delete(ending[0])
    }
    const [hiding] = world.people
    for (const { id } of (await hiding?.by.get('/privacy-settings'))?.body.items ?? [])
      await made((hiding as Somebody).by.patch(`/privacy-settings/${id}`, { level: 'PRIVATE' }, '*'))
    const erased = world.people.pop() as Somebody
    assert.equal((await erased.by.delete('/users/me', '*')).status, 204)
    for (const one of world.people) one.said = one.said.filter(({ ids }) => !ids.includes(erased.player.id))
    for (const ghost of erased.ghosts) world.owners.set(ghost, { id: erased.id, displayName: 'Player' })
    for (const [ghost, player] of world.claims) if (player === erased.player.id) world.claims.delete(ghost)
    await compareForEach(world, seed + 1)
    const anybody = world.people[1] as Somebody
    for (const below of ['statistics', 'opponents', 'results'])
      assert.equal((await anybody.by.get(`/canonical-players/${erased.player.id}/${below}`)).status, 404)
  })
}
