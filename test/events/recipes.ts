/** Events: a valid request, and what the convention tests must know of it. */
import { type Recipes, EVERYBODY } from '../conventions/recipe.ts'

export const recipes: Recipes = {
  followEvents: {
    make: async ({ alice }) => ({ by: alice, path: '/events' }),
    answers: [['/events', EVERYBODY]],
  },
}
