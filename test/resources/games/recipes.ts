/** The recipes of games and expansions, for the convention tests. */
import { uuidv7 } from '../../../src/db/uuid.ts'
import { type Recipes, EVERYBODY, NOBODY, at } from '../../conventions/recipe.ts'

export const newGame = (displayName = 'Harbour Lights') => ({
  displayName,
  description: 'Build piers.',
  minPlayers: 2,
  maxPlayers: 4,
  tags: ['economic'],
  scoreType: 'SCORE',
  winCondition: 'HIGHER_WINS',
})

/** A GIF of one pixel, whose bytes are all ASCII, so that a text can be the body. */
export const DOT = 'GIF87a\x01\0\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02L\x01\0;'
const GIF = { 'content-type': 'image/gif' }

export const recipes: Recipes = {
  listGames: {
    make: async ({ editor }) => ({ by: editor, path: '/games' }),
    answers: [['/games', EVERYBODY]],
  },
  countGames: {
    make: async ({ editor }) => ({ by: editor, path: '/games/count' }),
    answers: [['/games/count', EVERYBODY]],
  },
  createGame: {
    make: async ({ editor }) => ({ by: editor, path: '/games', body: newGame() }),
    otherBody: { maxPlayers: 9 },
    answers: [['/games', NOBODY, () => newGame()]],
  },
  getGame: {
    make: async ({ editor, game }) => ({ by: editor, path: `/games/${(await game()).id}` }),
    answers: [['/games/{game}', EVERYBODY]],
  },
  updateGame: {
    make: async ({ editor, game }) => at(editor, '/games', await game(), { maxPlayers: 5 }),
    otherBody: { maxPlayers: 9 },
    answers: [['/games/{game}', NOBODY, () => ({ maxPlayers: 5 })]],
  },
  getGameImage: {
    make: async ({ editor, picturedGame }) => ({
      by: editor,
      path: `/games/${(await picturedGame()).id}/image`,
    }),
    answers: [['/games/{game}/image', [404, 404, 404, 404]]],
  },
  listGameImages: {
    make: async ({ editor, picturedGame }) => {
      await picturedGame()
      return { by: editor, path: '/game-images' }
    },
    answers: [['/game-images', EVERYBODY]],
  },
  countGameImages: {
    make: async ({ editor }) => ({ by: editor, path: '/game-images/count' }),
    answers: [['/game-images/count', EVERYBODY]],
  },
  putGameImage: {
    make: async ({ editor, game }) => {
      const { id, etag } = await game()
      return { by: editor, path: `/games/${id}/image`, etag, body: DOT, headers: GIF }
    },
    answers: [['/games/{game}/image', NOBODY, () => DOT]],
  },
  deleteGameImage: {
    make: async ({ editor, game }) => {
      const { id, etag } = await game()
      const path = `/games/${id}/image`
      const uploaded = await editor.send('PUT', path, DOT, {
        ...GIF,
        'if-match': etag,
        'idempotency-key': uuidv7(),
      })
      return { by: editor, path, etag: uploaded.etag }
    },
    answers: [['/games/{game}/image', NOBODY]],
  },
  listExpansions: {
    make: async ({ editor, game }) => ({
      by: editor,
      path: `/games/${(await game()).id}/expansions`,
    }),
    answers: [['/games/{game}/expansions', EVERYBODY]],
  },
  countExpansions: {
    make: async ({ editor, game }) => ({
      by: editor,
      path: `/games/${(await game()).id}/expansions/count`,
    }),
    answers: [['/games/{game}/expansions/count', EVERYBODY]],
  },
  createExpansion: {
    make: async ({ editor, game }) => ({
      by: editor,
      path: `/games/${(await game()).id}/expansions`,
      body: { displayName: 'Rising Tides' },
    }),
    otherBody: { displayName: 'Other' },
    answers: [['/games/{game}/expansions', NOBODY, () => ({ displayName: 'More' })]],
  },
  getExpansion: {
    make: async ({ editor, game, expansion }) => {
      const { id } = await game()
      return { by: editor, path: `/games/${id}/expansions/${(await expansion(id)).id}` }
    },
    answers: [['/games/{game}/expansions/{expansion}', EVERYBODY]],
  },
  updateExpansion: {
    make: async ({ editor, game, expansion }) => {
      const { id } = await game()
      return at(editor, `/games/${id}/expansions`, await expansion(id), { description: 'Storms.' })
    },
    otherBody: { displayName: 'Other' },
    answers: [['/games/{game}/expansions/{expansion}', NOBODY, () => ({ displayName: 'More' })]],
  },
}
