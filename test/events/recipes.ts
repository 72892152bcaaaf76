/** The recipe of events, for the convention tests. */
import { type Recipes, EVERYBODY } from '../conventions/recipe.ts'

export const recipes: Recipes = {
  followEvents: {
    make: async ({ alice }) => ({ by: alice, path: '/events' }),
    answers: [['/events', EVERYBODY]],
  },
}
