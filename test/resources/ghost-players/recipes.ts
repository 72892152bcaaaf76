/** The recipes of ghost players, for the convention tests. */
import {
  type Recipes,
  CHANGES_OWN,
  CREATES,
  EVERYBODY,
  OF_THE_MATCH,
  OWN,
  at,
} from '../../conventions/recipe.ts'

export const recipes: Recipes = {
  listGhostPlayers: {
    make: async ({ alice }) => ({ by: alice, path: '/ghost-players' }),
    answers: [['/ghost-players', EVERYBODY]],
  },
  countGhostPlayers: {
    make: async ({ alice }) => ({ by: alice, path: '/ghost-players/count' }),
    answers: [['/ghost-players/count', EVERYBODY]],
  },
  createGhostPlayer: {
    make: async ({ alice }) => ({
      by: alice,
      path: '/ghost-players',
      body: { displayName: 'Bob' },
    }),
    otherBody: { displayName: 'Other' },
    answers: [['/ghost-players', CREATES, () => ({ displayName: 'Eve' })]],
  },
  getGhostPlayer: {
    make: async ({ alice, ghostPlayer }) => ({
      by: alice,
      path: `/ghost-players/${(await ghostPlayer()).id}`,
    }),
    answers: [
      ['/ghost-players/{ghost}', OF_THE_MATCH],
      ['/ghost-players/{asked}', OWN],
    ],
  },
  updateGhostPlayer: {
    make: async ({ alice, ghostPlayer }) =>
      at(alice, '/ghost-players', await ghostPlayer(), { displayName: 'Robert' }),
    otherBody: { displayName: 'Other' },
    answers: [['/ghost-players/{ghost}', CHANGES_OWN, () => ({ displayName: 'Eve' })]],
  },
  deleteGhostPlayer: {
    make: async ({ alice, ghostPlayer }) => at(alice, '/ghost-players', await ghostPlayer()),
    answers: [['/ghost-players/{ghost}', CHANGES_OWN]],
  },
  listMatchesOfGhostPlayer: {
    make: async ({ alice, ghostPlayer }) => ({
      by: alice,
      path: `/ghost-players/${(await ghostPlayer()).id}/matches`,
    }),
    answers: [['/ghost-players/{ghost}/matches', OF_THE_MATCH]],
  },
  countMatchesOfGhostPlayer: {
    make: async ({ alice, ghostPlayer }) => ({
      by: alice,
      path: `/ghost-players/${(await ghostPlayer()).id}/matches/count`,
    }),
    answers: [['/ghost-players/{ghost}/matches/count', OF_THE_MATCH]],
  },
  listMyGhostPlayers: {
    make: async ({ alice }) => ({ by: alice, path: '/users/me/ghost-players' }),
    answers: [['/users/me/ghost-players', EVERYBODY]],
  },
  countMyGhostPlayers: {
    make: async ({ alice }) => ({ by: alice, path: '/users/me/ghost-players/count' }),
    answers: [['/users/me/ghost-players/count', EVERYBODY]],
  },
}
