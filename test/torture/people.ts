/** What clients do at random: record, change, finalize and edit matches, claim ghost players, and import texts. */
import type { Random } from '../worlds/random.ts'
import type { Client, Told } from './client.ts'
import { type Request, versionOf } from './request.ts'

interface Thing {
  path: string
  etag: string
}

interface MatchThing extends Thing {
  participants: string[]
}

/** A person with several clients. They share what they know, so they change the same things at the same time. */
export interface Person {
  name: string
  /** The application whose texts this person imports. */
  application: string
  /** One match in four belongs to this community. A match without a community counts for no leaderboard. */
  communityId: string | undefined
  edition: number
  isImporting: boolean
  /** The ghost players that play in matches. */
  seats: string[]
  spares: Thing[]
  drafts: MatchThing[]
  finals: MatchThing[]
  edits: Thing[]
  /** Other people's claim requests for a ghost player of this person. */
  requests: Thing[]
  /** Claim edges of this person's ghost players. */
  edges: Thing[]
}

/** The path of each thing, with a person who may read it. All people of a run share this map. */
type Known = Map<string, string>

export interface World {
  people: Person[]
  gameId: string
  known: Known
  /**
   * Returns a new number. A change writes it into all participants of a match (score and loadout), so a half-written change is
   * visible.
   */
  mark: () => number
}

export const newPerson = (name: string): Person => ({
  name,
  application: name,
  communityId: undefined,
  edition: 0,
  isImporting: false,
  seats: [],
  spares: [],
  drafts: [],
  finals: [],
  edits: [],
  requests: [],
  edges: [],
})

/** Makes a game and an application for each person. Returns the id of the game. */
export async function prepare(editor: Client, people: Person[]): Promise<string> {
  const game = await editor.change({
    method: 'POST',
    path: '/games',
    body: {
      displayName: 'Harbour Lights',
      description: 'Ships and lamps.',
      tags: [],
      minPlayers: 1,
      maxPlayers: 8,
      scoreType: 'SCORE',
      winCondition: 'HIGHER_WINS',
    },
  })
  for (const { application } of people)
    await editor.change({
      method: 'POST',
      path: '/applications',
      body: { applicationId: application, displayName: 'A', baseLocale: 'en' },
    })
  return game.body.id
}

/** Makes a person's community through one of their clients. */
export async function found(client: Client, me: Person): Promise<void> {
  await client.find('/users/me')
  const body = { displayName: `Club of ${me.name}`, joinPolicy: 'OPEN' }
  me.communityId = (await client.change({ method: 'POST', path: '/communities', body })).body.id
}

/**
 * Each person changes at most 12 things of a kind, so that clients often change the same one. A new thing then replaces a random
 * one.
 */
const AT_HAND = 12
const SEATS = 6
/** One match in four belongs to the community. A change to an older match makes all ratings of its community again. */
const OF_COMMUNITY = 4
const TEXTS = 40

/** Does the client's next action. */
export async function act(client: Client, me: Person, world: World, random: Random): Promise<void> {
  let at = random.below(TOTAL)
  const [action] = ACTIONS.find(([, weight]) => (at -= weight) < 0) ?? [read]
  await action({ client, me, world, random })
}

interface Turn {
  client: Client
  me: Person
  world: World
  random: Random
}

type Action = (turn: Turn) => Promise<void>

async function createGhostPlayer({ client, me, world, random }: Turn): Promise<void> {
  const path = '/ghost-players'
  const told = await client.change({ method: 'POST', path, body: { displayName: `G ${world.mark()}` } })
  if (told.status !== 201) return
  world.known.set(`${path}/${told.body.id}`, me.name)
  if (me.seats.length < SEATS) me.seats.push(told.body.id)
  else keep(me.spares, thing(path, told), random)
}

async function renameGhostPlayer({ client, me, world, random }: Turn): Promise<void> {
  const spare = random.pick(me.spares)
  if (spare) await changed(client, spare, me.spares, { body: { displayName: `R ${world.mark()}` } })
}

async function deleteGhostPlayer({ client, me, world, random }: Turn): Promise<void> {
  const spare = random.pick(me.spares)
  if (spare) await deleted(client, spare, me.spares, world)
}

async function createMatch({ client, me, world, random }: Turn): Promise<void> {
  if (me.seats.length < 2) return createGhostPlayer({ client, me, world, random })
  const path = '/matches'
  const isOfCommunity = me.communityId !== undefined && random.chance(1 / OF_COMMUNITY)
  const body = {
    gameId: world.gameId,
    playedAt: '2026-01-15T19:30:00Z',
    participants: participants(me, world, random),
    ...(isOfCommunity ? { communityId: me.communityId } : {}),
  }
  const told = await client.change({ method: 'POST', path, body })
  if (told.status !== 201) return
  world.known.set(`${path}/${told.body.id}`, me.name)
  keep(me.drafts, matchOf(path, told), random)
}

async function changeDraft({ client, me, world, random }: Turn): Promise<void> {
  const draft = random.pick(me.drafts)
  if (!draft) return
  const told = await changed(client, draft, me.drafts, {
    body: { participants: participants(me, world, random) },
  })
  if (told.status === 200 && told.etag === draft.etag) draft.participants = idsOf(told)
}

async function finalize({ client, me, random }: Turn): Promise<void> {
  const draft = random.pick(me.drafts)
  if (!draft) return
  const told = await changed(client, draft, me.drafts, { method: 'POST', action: '/finalize' })
  if (told.status !== 200) return
  drop(me.drafts, draft)
  draft.participants = idsOf(told)
  keep(me.finals, draft, random)
}

async function deleteDraft({ client, me, world, random }: Turn): Promise<void> {
  const draft = random.pick(me.drafts)
  if (draft) await deleted(client, draft, me.drafts, world)
}

async function changeFinal({ client, me, random }: Turn): Promise<void> {
  const final = random.pick(me.finals)
  const playedAt = new Date(Date.UTC(2026, 0, 1, 0, 0, random.below(1e6))).toISOString()
  if (final) await changed(client, final, me.finals, { body: { playedAt } })
}

/** An edit changes all participants, because every change must set the mark of all. */
async function propose({ client, me, world, random }: Turn): Promise<void> {
  const final = random.pick(me.finals)
  if (!final) return
  const mark = world.mark()
  const path = `${final.path}/edits`
  const told = await client.change({
    method: 'POST',
    path,
    body: {
      participantChanges: final.participants.map((matchParticipantId) => ({
        matchParticipantId,
        score: mark,
      })),
      loadoutChanges: final.participants.map((matchParticipantId) => ({
        matchParticipantId,
        attributes: { mark },
      })),
    },
  })
  if (told.status !== 201) return
  world.known.set(`${path}/${told.body.id}`, me.name)
  keep(me.edits, thing(path, told), random)
}

async function decideEdit({ client, me, random }: Turn): Promise<void> {
  const edit = random.pick(me.edits)
  if (!edit) return
  const status = random.chance(0.7) ? 'APPROVED' : 'REJECTED'
  const told = await changed(client, edit, me.edits, { body: { status } })
  if (told.status !== 412) drop(me.edits, edit)
}

/** Claims another person's ghost player. */
async function claim({ client, me, world, random }: Turn): Promise<void> {
  const other = random.pick(world.people.filter((person) => person !== me))
  const ghostPlayerId = random.pick(other?.seats ?? [])
  if (!other || ghostPlayerId === undefined) return
  const path = '/claim-requests'
  const told = await client.change({ method: 'POST', path, body: { ghostPlayerId } })
  if (told.status !== 201) return
  world.known.set(`${path}/${told.body.id}`, me.name)
  keep(other.requests, thing(path, told), random)
}

async function decideClaim({ client, me, world, random }: Turn): Promise<void> {
  const request = random.pick(me.requests)
  if (!request) return
  const status = random.chance(0.7) ? 'APPROVED' : 'REJECTED'
  const told = await changed(client, request, me.requests, { body: { status } })
  if (told.status !== 412) drop(me.requests, request)
  if (told.status !== 200 || status !== 'APPROVED') return
  const path = `/claim-edges/${told.body.claimEdgeId}`
  world.known.set(path, me.name)
  keep(me.edges, { path, etag: '"1"' }, random)
}

async function revoke({ client, me, random }: Turn): Promise<void> {
  const edge = random.pick(me.edges)
  if (!edge) return
  drop(me.edges, edge)
  await client.change({ method: 'DELETE', path: edge.path, ifMatch: edge.etag })
}

/** Only one import runs at a time for an application, so that the newest edition is known. It changes every text and one key. */
async function importTexts({ client, me }: Turn): Promise<void> {
  if (me.isImporting) return
  me.isImporting = true
  try {
    await client.change(importOf(me, ++me.edition))
  } finally {
    me.isImporting = false
  }
}

const importOf = ({ application }: Person, edition: number): Request => ({
  method: 'POST',
  path: `/applications/${application}/keys/import`,
  body: {
    baseLocale: 'en',
    keys: Array.from({ length: TEXTS }, (_, n) => ({
      key: n === 0 ? `only.in${edition}` : `text${n}`,
      baseText: String(edition),
      arguments: [],
    })),
  },
})

async function read({ client, me, world, random }: Turn): Promise<void> {
  const other = random.pick(world.people) ?? me
  const own = [me.drafts, me.finals, me.finals, me.edits, me.spares]
  const known = random.pick(random.pick(own) ?? [])?.path
  const paths = [
    ...(known === undefined ? [] : [known, known, known]),
    `/matches?limit=${1 + random.below(30)}`,
    '/ghost-players/count',
    ...(other.edition > 0 ? [`/applications/${other.application}/messages/en`] : []),
  ]
  await client.read(random.pick(paths) ?? '/users/me')
}

const again: Action = ({ client }) => client.again()

const reuse: Action = ({ client, world }) =>
  client.reuse({ method: 'POST', path: '/ghost-players', body: { displayName: `X ${world.mark()}` } })

/** How often each action is chosen. */
const ACTIONS: [Action, number][] = [
  [createGhostPlayer, 6],
  [renameGhostPlayer, 8],
  [deleteGhostPlayer, 2],
  [createMatch, 12],
  [changeDraft, 20],
  [finalize, 7],
  [deleteDraft, 2],
  [changeFinal, 7],
  [propose, 7],
  [decideEdit, 7],
  [claim, 3],
  [decideClaim, 4],
  [revoke, 2],
  [importTexts, 3],
  [read, 14],
  [again, 6],
  [reuse, 1],
]
const TOTAL = ACTIONS.reduce((sum, [, weight]) => sum + weight, 0)

function participants({ seats }: Person, { mark }: World, random: Random) {
  const sitting = random.some(seats)
  const value = mark()
  return (sitting.length > 0 ? sitting : seats.slice(0, 1)).map((ghostPlayerId, n) => ({
    ghostPlayerId,
    score: value,
    rank: n + 1,
    loadoutAttributes: { mark: value },
  }))
}

/** Sends a change with the known version, and notes the new version. If somebody was faster, reads the newest version. */
async function changed(
  client: Client,
  known: Thing,
  from: Thing[],
  { method = 'PATCH', action = '', body }: { method?: 'PATCH' | 'POST'; action?: string; body?: unknown },
): Promise<Told> {
  const asked = { method, path: known.path + action, ifMatch: known.etag }
  const told = await client.change(body === undefined ? asked : { ...asked, body })
  if (told.status < 300) known.etag = newer(told.etag, known.etag)
  else if (told.status === 412) await learn(client, known, from)
  else if (told.status === 404 || told.status === 409) drop(from, known)
  return told
}

/** The answer to a repeated request can be older than answers that came in between. */
const newer = (one: string, other: string): string => (versionOf(one) > versionOf(other) ? one : other)

async function deleted(client: Client, known: Thing, from: Thing[], { known: all }: World): Promise<void> {
  const told = await client.change({ method: 'DELETE', path: known.path, ifMatch: known.etag })
  if (told.status === 412) return learn(client, known, from)
  drop(from, known)
  if (told.status === 204) all.delete(known.path)
}

async function learn(client: Client, known: Thing, from: Thing[]): Promise<void> {
  const there = await client.read(known.path)
  if (there?.status === 200) known.etag = there.etag
  else if (there?.status === 404) drop(from, known)
}

const thing = (path: string, told: Told): Thing => ({ path: `${path}/${told.body.id}`, etag: told.etag })

const matchOf = (path: string, told: Told): MatchThing => ({
  ...thing(path, told),
  participants: idsOf(told),
})

const idsOf = ({ body }: Told): string[] => body.participants.map(({ id }: { id: string }) => id)

function keep<T>(things: T[], one: T, random: Random): void {
  if (things.length < AT_HAND) things.push(one)
  else things[random.below(things.length)] = one
}

function drop<T>(things: T[], one: T): void {
  const index = things.indexOf(one)
  if (index >= 0) things.splice(index, 1)
}
