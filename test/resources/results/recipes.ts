/** The recipes of results and statistics, for the convention tests. */
import { type Recipes, EVERYBODY, OF_THE_MATCH, OF_THE_PLAYER, OWN } from '../../conventions/recipe.ts'
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
  getPersonStatistics: {
    make: async ({ bob }) => ({ by: bob, path: `${await playerOf(bob)}/statistics` }),
    answers: [['/canonical-players/{player}/statistics', OF_THE_PLAYER]],
  },
  listOpponents: {
    make: async ({ bob }) => ({ by: bob, path: `${await playerOf(bob)}/opponents` }),
    answers: [['/canonical-players/{player}/opponents', OF_THE_PLAYER]],
  },
  countOpponents: {
    make: async ({ bob }) => ({ by: bob, path: `${await playerOf(bob)}/opponents/count` }),
    answers: [['/canonical-players/{player}/opponents/count', OF_THE_PLAYER]],
  },
  getHeadToHead: {
    make: async ({ bob }) => ({
      by: bob,
      path: `${await playerOf(bob)}/head-to-head/${await idOfPlayer(bob)}`,
    }),
    answers: [
      ['/canonical-players/{player}/head-to-head/{player}', OF_THE_PLAYER],
      ['/canonical-players/{player}/head-to-head/{ghost}', OF_THE_PLAYER],
    ],
  },
  getStatisticsOfGhostPlayer: {
    make: async (world) => ({
      by: world.alice,
      path: `/ghost-players/${(await world.ghostPlayer()).id}/statistics`,
    }),
    answers: [
      ['/ghost-players/{ghost}/statistics', OF_THE_MATCH],
      ['/ghost-players/{asked}/statistics', OWN],
    ],
  },
  listOpponentsOfGhostPlayer: {
    make: async (world) => ({
      by: world.alice,
      path: `/ghost-players/${(await world.ghostPlayer()).id}/opponents`,
    }),
    answers: [['/ghost-players/{ghost}/opponents', OF_THE_MATCH]],
  },
  countOpponentsOfGhostPlayer: {
    make: async (world) => ({
      by: world.alice,
      path: `/ghost-players/${(await world.ghostPlayer()).id}/opponents/count`,
    }),
    answers: [['/ghost-players/{ghost}/opponents/count', OF_THE_MATCH]],
  },
  getHeadToHeadOfGhostPlayer: {
    make: async (world) => ({
      by: world.alice,
      path: `/ghost-players/${(await world.ghostPlayer()).id}/head-to-head/${await idOfPlayer(world.alice)}`,
    }),
    answers: [
      ['/ghost-players/{ghost}/head-to-head/{player}', OF_THE_PLAYER],
      ['/ghost-players/{ghost}/head-to-head/{ghost}', OF_THE_MATCH],
    ],
  },
  getGameStatistics: {
    make: async (world) => ({ by: world.bob, path: `/games/${(await world.game()).id}/statistics` }),
    answers: [['/games/{game}/statistics', EVERYBODY]],
  },
  getCommunityStatistics: {
    make: async (world) => ({
      by: world.alice,
      path: `/communities/${(await world.community()).id}/statistics`,
    }),
    answers: [['/communities/{community}/statistics', OWN]],
  },
  getRecap: {
    make: async ({ bob }) => ({ by: bob, path: '/users/me/recap/2026' }),
    answers: [['/users/me/recap/2026', EVERYBODY]],
  },
  getOwnRating: {
    make: async ({ bob, game }) => ({ by: bob, path: `/users/me/games/${(await game()).id}/rating` }),
    answers: [['/users/me/games/{game}/rating', EVERYBODY]],
  },
  getOwnLeaderboard: {
    make: async ({ bob, game }) => ({ by: bob, path: `/users/me/games/${(await game()).id}/leaderboard` }),
    answers: [['/users/me/games/{game}/leaderboard', EVERYBODY]],
  },
}

const idOfPlayer = async (person: Person) => (await person.get('/users/me')).body.canonicalPlayer.id

const playerOf = async (person: Person) => `/canonical-players/${await idOfPlayer(person)}`
