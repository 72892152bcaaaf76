/** The recipes of playsets, for the convention tests. */
import { type Recipes, CHANGES_OWN, CREATES, EVERYBODY, OWN, at } from '../../conventions/recipe.ts'

export const recipes: Recipes = {
  listPlaysets: {
    make: async ({ alice }) => ({ by: alice, path: '/playsets' }),
    answers: [['/playsets', EVERYBODY]],
  },
  countPlaysets: {
    make: async ({ alice }) => ({ by: alice, path: '/playsets/count' }),
    answers: [['/playsets/count', EVERYBODY]],
  },
  createPlayset: {
    make: async ({ alice, game }) => ({
      by: alice,
      path: '/playsets',
      body: { gameId: (await game()).id, variants: [] },
    }),
    otherBody: { scenario: 'Other' },
    answers: [['/playsets', CREATES, ({ game }) => ({ gameId: game, variants: [] })]],
  },
  getPlayset: {
    make: async ({ alice, game, playset }) => ({
      by: alice,
      path: `/playsets/${(await playset((await game()).id)).id}`,
    }),
    answers: [
      ['/playsets/{playset}', [200, 403, 200, 403]],
      ['/playsets/{unusedPlayset}', OWN],
    ],
  },
  updatePlayset: {
    make: async ({ alice, game, playset }) =>
      at(alice, '/playsets', await playset((await game()).id), { scenario: 'The long winter' }),
    otherBody: { scenario: 'Other' },
    answers: [['/playsets/{playset}', CHANGES_OWN, () => ({ scenario: null })]],
  },
  deletePlayset: {
    make: async ({ alice, game, playset }) => at(alice, '/playsets', await playset((await game()).id)),
    answers: [['/playsets/{playset}', CHANGES_OWN]],
  },
}
