/** Results and statistics: a valid request for each operation, and what the convention tests must know of it. */
import { type Recipes, OF_THE_PLAYER } from '../../conventions/recipe.ts'
import type { Person } from '../../support.ts'

export const recipes: Recipes = {
  listResults: {
    make: async ({ bob }) => ({ by: bob, path: `${await playerOf(bob)}/results` }),
    answers: [['/canonical-players/{player}/results', OF_THE_PLAYER]],
  },
  countResults: {
    make: async ({ bob }) => ({ by: bob, path: `${await playerOf(bob)}/results/count` }),
    answers: [['/canonical-players/{player}/results/count', OF_THE_PLAYER]],
  },
}

const playerOf = async (person: Person) =>
  `/canonical-players/${(await person.get('/users/me')).body.canonicalPlayer.id}`
