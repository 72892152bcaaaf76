/** The recipes of trusted editors, for the convention tests. */
import { uuidv7 } from '../../../src/db/uuid.ts'
import { type Recipes, CREATES, EVERYBODY, at } from '../../conventions/recipe.ts'

export const recipes: Recipes = {
  listTrustedEditors: {
    make: async ({ alice }) => ({ by: alice, path: '/trusted-editors' }),
    answers: [['/trusted-editors', EVERYBODY]],
  },
  countTrustedEditors: {
    make: async ({ alice }) => ({ by: alice, path: '/trusted-editors/count' }),
    answers: [['/trusted-editors/count', EVERYBODY]],
  },
  grantTrust: {
    make: async ({ alice, stranger }) => ({
      by: alice,
      path: '/trusted-editors',
      body: { userId: await stranger() },
    }),
    otherBody: { userId: uuidv7() },
    answers: [['/trusted-editors', CREATES, ({ newcomer }) => ({ userId: newcomer })]],
  },
  getTrustedEditor: {
    make: async ({ alice, trust }) => ({
      by: alice,
      path: `/trusted-editors/${(await trust()).id}`,
    }),
    answers: [['/trusted-editors/{trust}', [200, 403, 200, 403]]],
  },
  revokeTrust: {
    make: async ({ alice, trust }) => at(alice, '/trusted-editors', await trust()),
    answers: [['/trusted-editors/{trust}', [412, 403, 412, 403]]],
  },
}
