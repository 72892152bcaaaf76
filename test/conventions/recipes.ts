/** A valid request for every operation, with all that it needs made through the API: what the convention tests walk with. */
import assert from 'node:assert/strict'
import type { Operation } from '../../src/http/operation.ts'
import { uuidv7 } from '../../src/db/uuid.ts'
import type { Person, Service } from '../support.ts'

/** A request that succeeds once, when sent by `by`. */
export interface Prepared {
  by: Person
  path: string
  body?: Record<string, unknown>
  /** Of the target, where the operation takes If-Match. */
  etag?: string
}

type Recipe = (world: World) => Promise<Prepared>

/** The people of the tests, and ways to make what requests need. */
export interface World {
  alice: Person
  editor: Person
  game: () => Promise<Made>
  expansion: (gameId: string) => Promise<Made>
  ghostPlayer: (name?: string) => Promise<Made>
  playset: (gameId: string) => Promise<Made>
  match: () => Promise<Made>
}

export interface Made {
  id: string
  etag: string
}

export const newGame = (displayName = 'Harbour Lights') => ({
  displayName,
  description: 'Build piers.',
  minPlayers: 2,
  maxPlayers: 4,
  tags: ['economic'],
  scoreType: 'SCORE',
  winCondition: 'HIGHER_WINS',
})

export async function worldOf(service: Service): Promise<World> {
  const alice = await service.as('alice')
  const editor = await service.as('editor', { roles: ['admin'] })
  const make = async (by: Person, path: string, body: object): Promise<Made> => {
    const reply = await by.post(path, body)
    assert.equal(reply.status, 201, reply.text)
    return { id: reply.body.id, etag: reply.etag }
  }
  const world: World = {
    alice,
    editor,
    game: () => make(editor, '/games', newGame()),
    expansion: (gameId) => make(editor, `/games/${gameId}/expansions`, { displayName: 'Rising Tides' }),
    ghostPlayer: (displayName = 'Bob') => make(alice, '/ghost-players', { displayName }),
    playset: (gameId) =>
      make(alice, '/playsets', { gameId, displayName: 'Friday', variants: ['open hands'] }),
    async match() {
      const [game, bob] = await Promise.all([world.game(), world.ghostPlayer()])
      return make(alice, '/matches', newMatch(game.id, bob.id))
    },
  }
  return world
}

export const newMatch = (gameId: string, ...ghostPlayerIds: string[]) => ({
  gameId,
  playedAt: '2026-01-15T19:30:00Z',
  participants: ghostPlayerIds.map((ghostPlayerId, index) => ({
    ghostPlayerId,
    score: 10 - index,
    rank: index + 1,
  })),
})

const recipes: Record<string, Recipe> = {
  listMatches: async ({ alice }) => ({ by: alice, path: '/matches' }),
  countMatches: async ({ alice }) => ({ by: alice, path: '/matches/count' }),
  createMatch: async ({ alice, game, ghostPlayer }) => ({
    by: alice,
    path: '/matches',
    body: newMatch((await game()).id, (await ghostPlayer()).id),
  }),
  getMatch: async ({ alice, match }) => ({ by: alice, path: `/matches/${(await match()).id}` }),
  updateMatch: async ({ alice, match }) =>
    at(alice, '/matches', await match(), { editRequestsEnabled: false }),
  deleteMatch: async ({ alice, match }) => at(alice, '/matches', await match()),
  finalizeMatch: async ({ alice, match }) => {
    const { id, etag } = await match()
    return { by: alice, path: `/matches/${id}/finalize`, etag }
  },
  listGames: async ({ editor }) => ({ by: editor, path: '/games' }),
  countGames: async ({ editor }) => ({ by: editor, path: '/games/count' }),
  createGame: async ({ editor }) => ({ by: editor, path: '/games', body: newGame() }),
  getGame: async ({ editor, game }) => ({ by: editor, path: `/games/${(await game()).id}` }),
  updateGame: async ({ editor, game }) => at(editor, '/games', await game(), { maxPlayers: 5 }),
  listExpansions: async ({ editor, game }) => ({
    by: editor,
    path: `/games/${(await game()).id}/expansions`,
  }),
  countExpansions: async ({ editor, game }) => ({
    by: editor,
    path: `/games/${(await game()).id}/expansions/count`,
  }),
  createExpansion: async ({ editor, game }) => ({
    by: editor,
    path: `/games/${(await game()).id}/expansions`,
    body: { displayName: 'Rising Tides' },
  }),
  getExpansion: async ({ editor, game, expansion }) => {
    const { id } = await game()
    return { by: editor, path: `/games/${id}/expansions/${(await expansion(id)).id}` }
  },
  updateExpansion: async ({ editor, game, expansion }) => {
    const { id } = await game()
    return at(editor, `/games/${id}/expansions`, await expansion(id), { description: 'Storms.' })
  },
  listPlaysets: async ({ alice }) => ({ by: alice, path: '/playsets' }),
  countPlaysets: async ({ alice }) => ({ by: alice, path: '/playsets/count' }),
  createPlayset: async ({ alice, game }) => ({
    by: alice,
    path: '/playsets',
    body: { gameId: (await game()).id, variants: [] },
  }),
  getPlayset: async ({ alice, game, playset }) => ({
    by: alice,
    path: `/playsets/${(await playset((await game()).id)).id}`,
  }),
  updatePlayset: async ({ alice, game, playset }) =>
    at(alice, '/playsets', await playset((await game()).id), { scenario: 'The long winter' }),
  deletePlayset: async ({ alice, game, playset }) => at(alice, '/playsets', await playset((await game()).id)),
  listGhostPlayers: async ({ alice }) => ({ by: alice, path: '/ghost-players' }),
  countGhostPlayers: async ({ alice }) => ({ by: alice, path: '/ghost-players/count' }),
  createGhostPlayer: async ({ alice }) => ({
    by: alice,
    path: '/ghost-players',
    body: { displayName: 'Bob' },
  }),
  getGhostPlayer: async ({ alice, ghostPlayer }) => ({
    by: alice,
    path: `/ghost-players/${(await ghostPlayer()).id}`,
  }),
  updateGhostPlayer: async ({ alice, ghostPlayer }) =>
    at(alice, '/ghost-players', await ghostPlayer(), { displayName: 'Robert' }),
  getMe: async ({ alice }) => ({ by: alice, path: '/users/me' }),
  updateMe: async ({ alice }) => {
    const { etag } = await alice.get('/users/me')
    return { by: alice, path: '/users/me', etag, body: { displayName: 'Alice' } }
  },
}

/** A request of the operation that succeeds once. */
export function prepare(operation: Operation, world: World): Promise<Prepared> {
  const recipe = recipes[operation.id]
  assert.ok(recipe, `${operation.id} needs a recipe in test/conventions/recipes.ts`)
  return recipe(world)
}

/** Sends it as prepared, with a new key unless the headers have one. */
export function send(
  { method, ifMatch }: Operation,
  { by, path, body, etag }: Prepared,
  headers: Record<string, string> = {},
) {
  const key: Record<string, string> = method === 'GET' ? {} : { 'idempotency-key': uuidv7() }
  const matching: Record<string, string> = ifMatch && etag !== undefined ? { 'if-match': etag } : {}
  return by.send(method, path, body, { ...key, ...matching, ...headers })
}

const at = (
  by: Person,
  collection: string,
  { id, etag }: Made,
  body?: Record<string, unknown>,
): Prepared => ({
  by,
  path: `${collection}/${id}`,
  etag,
  ...(body ? { body } : {}),
})
