/** The schema of an entry of a leaderboard. */
import * as z from 'zod'
import { Ref, int32 } from '../../http/schema/schema.ts'

/** A player gets a place after this many matches. */
export const RANKED_FROM = 5

const share = () => z.number().min(0).max(1)

export const LeaderboardEntry = z
  .strictObject({
    place: int32(1)
      .optional()
      .meta({
        description: `The place by the first field of the sort; equal entries share a place. Absent for players with fewer than ${RANKED_FROM} matches, who come last in every order`,
      }),
    ghostPlayer: Ref.meta({
      description: 'The ghost player as which the player took part in their last match',
    }),
    owner: Ref.meta({
      description: 'The user who owns `ghostPlayer`. It distinguishes two ghost players with the same name',
    }),
    canonicalPlayer: Ref.optional().meta({
      description: 'The player who has claimed the ghost player, if the caller may see them',
    }),
    rating: z.int32().meta({
      description:
        'The estimated strength minus three times `uncertainty`. It is 1000 before the first match',
    }),
    uncertainty: int32(0).meta({
      description: 'One standard deviation of the estimate, on the scale of the rating',
    }),
    provisional: z.boolean().meta({ description: `True with fewer than ${RANKED_FROM} matches` }),
    matches: int32(1).meta({ description: 'Contests in which the player has a place' }),
    wins: int32(0).meta({ description: 'Contests won, shared wins included' }),
    winShare: share().meta({ description: '`wins` divided by `matches`, with three decimals' }),
    chance: share().meta({
      description:
        'The share of these matches that the player would have won by chance alone: the average share of sides that won a match. It has four decimals, because a match can have 300 participants',
    }),
  })
  .meta({
    id: 'LeaderboardEntry',
    description: 'A player on the leaderboard of a game',
    example: {
      place: 1,
      ghostPlayer: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a12', displayName: 'Bob' },
      owner: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a10', displayName: 'Alice' },
      canonicalPlayer: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a17', displayName: 'Robert' },
      rating: 1342,
      uncertainty: 96,
      provisional: false,
      matches: 31,
      wins: 14,
      winShare: 0.452,
      chance: 0.2742,
    },
  })
