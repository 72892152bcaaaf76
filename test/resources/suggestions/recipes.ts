/** The recipe of suggestions, for the convention tests. */
import { type Recipes, EVERYBODY } from '../../conventions/recipe.ts'

export const recipes: Recipes = {
  getSuggestions: {
    make: async ({ alice }) => ({ by: alice, path: '/users/me/suggestions' }),
    answers: [['/users/me/suggestions', EVERYBODY]],
  },
}
