/** The recipes of canonical players, for the convention tests. */
import { type Recipes, EVERYBODY, OF_THE_PLAYER } from '../../conventions/recipe.ts'
import type { Person } from '../../support.ts'

export const recipes: Recipes = {
  listCanonicalPlayers: {
    make: async ({ alice }) => ({ by: alice, path: '/canonical-players' }),
    answers: [['/canonical-players', EVERYBODY]],
  },
  countCanonicalPlayers: {
    make: async ({ alice }) => ({ by: alice, path: '/canonical-players/count' }),
    answers: [['/canonical-players/count', EVERYBODY]],
  },
  getCanonicalPlayer: {
    make: async ({ bob }) => ({ by: bob, path: await canonicalPlayerOf(bob) }),
    answers: [['/canonical-players/{player}', OF_THE_PLAYER]],
  },
  listClaimedGhostPlayers: {
    make: async ({ bob }) => ({
      by: bob,
      path: `${await canonicalPlayerOf(bob)}/ghost-players`,
    }),
    answers: [['/canonical-players/{player}/ghost-players', OF_THE_PLAYER]],
  },
  countClaimedGhostPlayers: {
    make: async ({ bob }) => ({
      by: bob,
      path: `${await canonicalPlayerOf(bob)}/ghost-players/count`,
    }),
    answers: [['/canonical-players/{player}/ghost-players/count', OF_THE_PLAYER]],
  },
  listHistory: {
    make: async ({ bob }) => ({ by: bob, path: `${await canonicalPlayerOf(bob)}/matches` }),
    answers: [['/canonical-players/{player}/matches', OF_THE_PLAYER]],
  },
  countHistory: {
    make: async ({ bob }) => ({ by: bob, path: `${await canonicalPlayerOf(bob)}/matches/count` }),
    answers: [['/canonical-players/{player}/matches/count', OF_THE_PLAYER]],
  },
}

const canonicalPlayerOf = async (person: Person) =>
  `/canonical-players/${(await person.get('/users/me')).body.canonicalPlayer.id}`
