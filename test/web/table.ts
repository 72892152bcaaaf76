/** Makes things of people through the API: games, stand-ins, matches with results, and claims. */
import assert from 'node:assert/strict'
import sharp, { type Sharp } from 'sharp'
import { keepImage } from '../../src/resources/game-images/fetched.ts'
import type { Reply } from '../support.ts'
import type { AppPerson, AppSite } from './site.ts'

export interface SeatMade {
  id: string
  score?: number
  rank?: number
  outcome?: 'WIN' | 'LOSS'
  loadoutAttributes?: object
}

/** Returns the body of an answer. Fails if the answer has another status. */
export function done(reply: Reply, status = 201): Reply['body'] {
  assert.equal(reply.status, status, reply.text)
  return reply.body
}

const editors = new WeakMap<AppSite, Promise<AppPerson>>()

/** The person who makes and changes the games of the tests. */
export const editor = (site: AppSite): Promise<AppPerson> => {
  const known = editors.get(site) ?? site.person('Edith', ['player', 'admin'])
  editors.set(site, known)
  return known
}

export async function newGame(site: AppSite, displayName: string, fields: object = {}): Promise<string> {
  const body = {
    displayName,
    description: 'Build piers and light the way home.',
    minPlayers: 2,
    maxPlayers: 4,
    tags: ['economic', 'tile placement'],
    scoreType: 'SCORE',
    winCondition: 'HIGHER_WINS',
    ...fields,
  }
  return done(await (await editor(site)).post('/games', body)).id
}

let lastId = 4_710

/** A candidate that is complete, so it can be approved at once. */
export async function newCandidate(site: AppSite, displayName: string, fields: object = {}): Promise<string> {
  const body = {
    catalogId: ++lastId,
    displayName,
    description: 'Build piers and light the way home.',
    minPlayers: 2,
    maxPlayers: 4,
    playingTime: 90,
    scoreType: 'SCORE',
    winCondition: 'HIGHER_WINS',
    ...fields,
  }
  return done(await (await editor(site)).post('/candidates', body)).id
}

/** A cover with a sun over a sea. It needs no SVG, which the service's reader of images closes for the whole process. */
export function cover(colour: string): Sharp {
  const area = (background: string, width: number, height: number) => ({
    create: { width, height, channels: 3 as const, background },
  })
  return sharp(area(colour, 640, 640)).composite([
    { input: area('#ffd166', 220, 220), left: 210, top: 130 },
    { input: area('#073b4c', 640, 220), left: 0, top: 420 },
  ])
}

/** A game whose image was fetched. */
export async function newPicturedGame(site: AppSite, displayName: string, colour: string): Promise<string> {
  const imageUrl = `https://images.example.org/${colour}.png`
  const gameId = await newGame(site, displayName, { imageUrl })
  const whole = await cover(colour).png().toBuffer()
  const squareOf = (side: number) => sharp(whole).resize(side, side).webp().toBuffer()
  const squares = { small: await squareOf(96), large: await squareOf(320) }
  await site.db.many(keepImage({ gameId, url: imageUrl }, squares))
  return gameId
}

async function newHook(site: AppSite): Promise<string> {
  const operator = await site.person('Odile', ['player', 'admin'])
  return done(await operator.post('/webhooks', { url: 'https://hooks.example.org/odile' })).id
}

export const newStandIn = async (owner: AppPerson, displayName: string): Promise<string> =>
  done(await owner.post('/ghost-players', { displayName })).id

export const selfOf = async (person: AppPerson): Promise<string> =>
  done(await person.get('/users/me'), 200).selfGhostPlayer.id

export const playerOf = async (person: AppPerson): Promise<string> =>
  done(await person.get('/users/me'), 200).canonicalPlayer.id

interface MatchOptions {
  draft?: boolean
  playedAt?: string
  communityId?: string
  expansions?: string[]
  playsetId?: string
}

export async function newMatch(
  recorder: AppPerson,
  gameId: string,
  seats: SeatMade[],
  { draft = false, playedAt = '2026-01-15T19:30:00Z', ...more }: MatchOptions = {},
): Promise<string> {
  const participants = seats.map(({ id, ...result }) => ({ ghostPlayerId: id, ...result }))
  const made = await recorder.post('/matches', { gameId, playedAt, participants, ...more })
  const { id } = done(made)
  if (!draft) done(await recorder.post(`/matches/${id}/finalize`, undefined, { 'if-match': made.etag }), 200)
  return id
}

/** Claims the stand-in for a person, with the owner's approval. */
export async function claim(owner: AppPerson, standInId: string, claimant: AppPerson): Promise<void> {
  const asked = await claimant.post('/claim-requests', { ghostPlayerId: standInId, message: 'That is me.' })
  const { id } = done(asked)
  done(await owner.patch(`/claim-requests/${id}`, { status: 'APPROVED' }, asked.etag), 200)
}

/** Opens these data of the person to everybody. */
export async function showEverybody(
  person: AppPerson,
  ...dataTypes: ('PROFILE' | 'MATCH_HISTORY' | 'MATCH_DETAILS')[]
): Promise<void> {
  const { items } = done(await person.get('/privacy-settings'), 200)
  for (const dataType of dataTypes) {
    const { id } = items.find((one: { dataType: string }) => one.dataType === dataType)
    const { etag } = await person.get(`/privacy-settings/${id}`)
    done(await person.patch(`/privacy-settings/${id}`, { level: 'PUBLIC' }, etag), 200)
  }
}

export async function dispute(
  by: AppPerson,
  matchId: string,
  standInId: string,
  reason: string,
): Promise<void> {
  const match = await by.get(`/matches/${matchId}`)
  const seat = done(match, 200).participants.find(
    (one: { ghostPlayer: { id: string } }) => one.ghostPlayer.id === standInId,
  )
  done(
    await by.post(
      `/matches/${matchId}/participants/${seat.id}/dispute`,
      { reason },
      { 'if-match': match.etag },
    ),
    200,
  )
}

/**
 * Makes a person's things, with two others and a community with one of them. Returns a function that puts their ids into paths.
 */
export async function placesOf(site: AppSite, person: AppPerson): Promise<(path: string) => string> {
  const [self, ana, carl, game] = await Promise.all([
    selfOf(person),
    newStandIn(person, 'Ana'),
    newStandIn(person, 'Carl'),
    newGame(site, 'Harbour Lanterns'),
  ])
  const seats = [self, ana, carl].map((id, n) => ({ id, score: 40 + n }))
  const other = await site.person('Ana Abel')
  const community = { displayName: 'Harbour Table', joinPolicy: 'OPEN' }
  const { id: communityId } = done(await person.post('/communities', community))
  done(await other.post(`/communities/${communityId}/memberships`))
  const draft = await newMatch(person, game, seats, { draft: true, playedAt: '2026-02-16T18:00:00Z' })
  const [match = ''] = await Promise.all(
    [1, 2, 3, 4].map((day) =>
      newMatch(person, game, seats, { playedAt: `2026-01-0${day}T18:00:00Z`, communityId }),
    ),
  )
  await claim(person, ana, other)
  const ids: Record<string, string> = {
    matches: match,
    games: game,
    record: draft,
    people: await playerOf(person),
    communities: communityId,
    'stand-ins': carl,
    catalogue: await newCandidate(site, 'Harbour Lights'),
    operator: other.accountId,
    settings: done(await person.post('/groups', { displayName: 'Friday table' })).id,
  }
  const others: Record<string, string> = {
    otherId: await playerOf(other),
    year: '2026',
    kind: 'matches',
    looker: 'stranger',
    app: 'web',
    hook: await newHook(site),
    locale: 'de',
  }
  return (path) => {
    const [, kind = ''] = path.split('/')
    return path.replaceAll(/:(\w+)/g, (all, name: string) => {
      const value = name === 'id' ? ids[kind] : others[name]
      assert.ok(value, `nobody has made what ${all} of ${path} names`)
      return value
    })
  }
}

/** Names that break pages which trust them. The service takes up to 100 characters for a stand-in, and 255 for a game. */
export const HOSTILE = [
  '<script>document.title = "broken"</script>',
  '<img src=x onerror=alert(1)>',
  'W'.repeat(100),
  'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenträgerin',
  'שלום עולם',
  'مرحبا بالعالم',
  '👩‍👩‍👧‍👦🎲🏳️‍🌈',
  '";name==*,id==',
  '{count, plural, other {#}} <b>',
  'Z̸̢̛a̷͠l̶̈́g̵̔o̸͝',
]
