/** The recipes of who sees the caller, for the convention tests. */
import { type Recipes, EVERYBODY, OWN } from '../../conventions/recipe.ts'
import { idOf } from '../../support.ts'

export const recipes: Recipes = {
  getAudience: {
    make: async ({ alice }) => ({ by: alice, path: '/users/me/audience' }),
    answers: [['/users/me/audience', EVERYBODY]],
  },
  listAudience: {
    make: async ({ alice }) => ({ by: alice, path: '/users/me/audience/MATCH_HISTORY' }),
    answers: [['/users/me/audience/PROFILE', EVERYBODY]],
  },
  countAudience: {
    make: async ({ alice }) => ({ by: alice, path: '/users/me/audience/MATCH_DETAILS/count' }),
    answers: [['/users/me/audience/PROFILE/count', EVERYBODY]],
  },
  getSightOfUser: {
    make: async ({ alice }) => ({ by: alice, path: `/users/me/seen-by/users/${await idOf(alice)}` }),
    answers: [['/users/me/seen-by/users/{recorder}', OWN]],
  },
  getSightOfGroup: {
    make: async ({ alice, group }) => ({ by: alice, path: `/users/me/seen-by/groups/${(await group()).id}` }),
    answers: [['/users/me/seen-by/groups/{group}', OWN]],
  },
  getSightOfStranger: {
    make: async ({ alice }) => ({ by: alice, path: '/users/me/seen-by/stranger' }),
    answers: [['/users/me/seen-by/stranger', EVERYBODY]],
  },
}
