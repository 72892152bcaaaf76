/** The recipes of personal access tokens, for the convention tests. */
import { type Recipes, EVERYBODY, NOBODY } from '../../conventions/recipe.ts'

const body = { name: 'Backup', scopes: ['svc-engine:match-read'], days: 30 }

/** The people in `authorization.test.ts` come from an outside issuer, so they have no personal tokens. */
export const recipes: Recipes = {
  listTokens: {
    make: async ({ root }) => ({ by: root, path: '/users/me/tokens' }),
    answers: [['/users/me/tokens', EVERYBODY]],
  },
  countTokens: {
    make: async ({ root }) => ({ by: root, path: '/users/me/tokens/count' }),
    answers: [['/users/me/tokens/count', EVERYBODY]],
  },
  createToken: {
    make: async ({ root }) => ({ by: root, path: '/users/me/tokens', body }),
    handsOn: body.scopes,
    otherBody: { name: 'Other' },
    answers: [['/users/me/tokens', NOBODY, () => body]],
  },
  deleteToken: {
    make: async ({ root, personalToken }) => ({
      by: root,
      path: `/users/me/tokens/${(await personalToken()).id}`,
    }),
    answers: [['/users/me/tokens/{personalToken}', [404, 404, 404, 404]]],
  },
}
