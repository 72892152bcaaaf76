/** The recipes of the inbox, for the convention tests. */
import { type Recipes, EVERYBODY } from '../../conventions/recipe.ts'

export const recipes: Recipes = {
  listInbox: {
    make: async ({ bob, claimRequest }) => {
      await claimRequest()
      return { by: bob, path: '/users/me/inbox' }
    },
    answers: [['/users/me/inbox', EVERYBODY]],
  },
  countInbox: {
    make: async ({ bob }) => ({ by: bob, path: '/users/me/inbox/count' }),
    answers: [['/users/me/inbox/count', EVERYBODY]],
  },
  markInboxSeen: {
    make: async ({ bob }) => ({
      by: bob,
      path: '/users/me/inbox/seen',
      body: { until: '2026-01-16T08:00:00Z' },
    }),
    otherBody: { until: '2026-01-17T08:00:00Z' },
    answers: [['/users/me/inbox/seen', EVERYBODY, () => ({ until: '2026-01-16T08:00:00Z' })]],
  },
}
