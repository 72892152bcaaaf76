/** The API, whole: every operation by resource, in the order of the interface specification. */
import type { Operation } from './http/operation.ts'
import * as expansions from './resources/expansions/operations.ts'
import * as games from './resources/games/operations.ts'
import * as ghostPlayers from './resources/ghost-players/operations.ts'
import * as matches from './resources/matches/operations.ts'
import * as playsets from './resources/playsets/operations.ts'
import * as users from './resources/users/operations.ts'

/** A tag groups operations in the document; its operations stand in the order of their module. */
export interface Resource {
  tag: string
  description: string
  operations: Operation[]
}

export const api: Resource[] = [
  {
    tag: 'matches',
    description: 'Matches as people record them: drafts, then final results.',
    operations: [
      matches.listMatches,
      matches.countMatches,
      matches.createMatch,
      matches.getMatch,
      matches.updateMatch,
      matches.deleteMatch,
      matches.finalizeMatch,
    ],
  },
  {
    tag: 'games',
    description: 'The catalogue of games.',
    operations: [games.listGames, games.countGames, games.createGame, games.getGame, games.updateGame],
  },
  {
    tag: 'expansions',
    description: 'The expansions of a game.',
    operations: [
      expansions.listExpansions,
      expansions.countExpansions,
      expansions.createExpansion,
      expansions.getExpansion,
      expansions.updateExpansion,
    ],
  },
  {
    tag: 'playsets',
    description: 'How people play a game: rule variants, a scenario, expansions.',
    operations: [
      playsets.listPlaysets,
      playsets.countPlaysets,
      playsets.createPlayset,
      playsets.getPlayset,
      playsets.updatePlayset,
      playsets.deletePlayset,
    ],
  },
  {
    tag: 'ghostPlayers',
    description: 'Named stand-ins for people, who take part in matches.',
    operations: [
      ghostPlayers.listGhostPlayers,
      ghostPlayers.countGhostPlayers,
      ghostPlayers.createGhostPlayer,
      ghostPlayers.getGhostPlayer,
      ghostPlayers.updateGhostPlayer,
    ],
  },
  {
    tag: 'users',
    description: 'The people who use the service.',
    operations: [users.getMe, users.updateMe],
  },
]

/** Every operation of the API. */
export const operations: Operation[] = api.flatMap((resource) => resource.operations)
