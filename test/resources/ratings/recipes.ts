/** The recipes of leaderboards, for the convention tests. */
import { type Recipes, EVERYBODY, OWN } from '../../conventions/recipe.ts'
import type { World } from '../../world.ts'

const ofCommunity = async ({ community, game }: World) =>
  `/communities/${(await community()).id}/games/${(await game()).id}/leaderboard`

export const recipes: Recipes = {
  listGameLeaderboard: {
    make: async ({ bob, game }) => ({ by: bob, path: `/games/${(await game()).id}/leaderboard` }),
    answers: [['/games/{game}/leaderboard', EVERYBODY]],
  },
  countGameLeaderboard: {
    make: async ({ bob, game }) => ({ by: bob, path: `/games/${(await game()).id}/leaderboard/count` }),
    answers: [['/games/{game}/leaderboard/count', EVERYBODY]],
  },
  listCommunityLeaderboard: {
    make: async (world) => ({ by: world.alice, path: await ofCommunity(world) }),
    answers: [['/communities/{community}/games/{game}/leaderboard', OWN]],
  },
  countCommunityLeaderboard: {
    make: async (world) => ({ by: world.alice, path: `${await ofCommunity(world)}/count` }),
    answers: [['/communities/{community}/games/{game}/leaderboard/count', OWN]],
  },
}
