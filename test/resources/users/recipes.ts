/** The recipes of users and their accounts, for the convention tests. */
import { type Recipes, EVERYBODY, OWN } from '../../conventions/recipe.ts'
import { idOf } from '../../support.ts'

export const recipes: Recipes = {
  getMe: {
    make: async ({ alice }) => ({ by: alice, path: '/users/me' }),
    answers: [['/users/me', EVERYBODY]],
  },
  updateMe: {
    make: async ({ alice }) => {
      const { etag } = await alice.get('/users/me')
      return { by: alice, path: '/users/me', etag, body: { displayName: 'Alice' } }
    },
    otherBody: { displayName: 'Other' },
    answers: [['/users/me', [412, 412, 412, 412], () => ({ displayName: 'Eve' })]],
  },
  listUsers: {
    make: async ({ alice }) => ({ by: alice, path: '/users' }),
    answers: [['/users', EVERYBODY]],
  },
  countUsers: {
    make: async ({ alice }) => ({ by: alice, path: '/users/count' }),
    answers: [['/users/count', EVERYBODY]],
  },
  getUser: {
    make: async ({ alice }) => ({ by: alice, path: `/users/${await idOf(alice)}` }),
    answers: [['/users/{recorder}', OWN]],
  },
  exportMe: {
    make: async ({ alice }) => ({ by: alice, path: '/users/me/export' }),
    answers: [['/users/me/export', EVERYBODY]],
  },
  exportMatchesAsCsv: {
    make: async ({ alice }) => ({ by: alice, path: '/users/me/export/csv' }),
    answers: [['/users/me/export/csv', EVERYBODY]],
  },
  exportMatchesAsBgStats: {
    make: async ({ alice }) => ({ by: alice, path: '/users/me/export/bg-stats' }),
    answers: [['/users/me/export/bg-stats', EVERYBODY]],
  },
  eraseMe: {
    make: async ({ newcomer }) => {
      const by = await newcomer()
      return { by, path: '/users/me', etag: (await by.get('/users/me')).etag }
    },
    answers: [['/users/me', [412, 412, 412, 412]]],
  },
}
