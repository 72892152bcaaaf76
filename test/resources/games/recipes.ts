/** The recipes of games and expansions, for the convention tests. */
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
