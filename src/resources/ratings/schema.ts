/** The schema of an entry of a leaderboard. */
import * as z from 'zod'
import { Ref, int32 } from '../../http/schema/schema.ts'

/** Whoever has played fewer matches has no place yet. */
export const RANKED_FROM = 5

const share = () => z.number().min(0).max(1)

export const LeaderboardEntry = z
  .strictObject({
    place: int32(1)
      .optional()
      .meta({
        description: `By what the list is sorted by first; equal ones share it. Absent under ${RANKED_FROM} matches, whose entries come last in every order`,
      }),
    ghostPlayer: Ref.meta({ description: 'As whom the player took part in the last match' }),
    canonicalPlayer: Ref.optional().meta({
      description: 'Who that is, if they have claimed it and the caller may see them',
    }),
    rating: z
      .int32()
      .meta({ description: 'Three deviations below the estimated strength; 1000 before the first match' }),
    uncertainty: int32(0).meta({ description: 'One deviation, on the scale of the rating' }),
    provisional: z.boolean().meta({ description: `True under ${RANKED_FROM} matches` }),
    matches: int32(1).meta({ description: 'Those with a contest in which the player has a place' }),
    wins: int32(0).meta({ description: 'Shared ones too' }),
    winShare: share().meta({ description: 'Of the matches, with three decimals' }),
    chance: share().meta({
      description:
        'What share chance would win: the mean of the shares of the sides that won, with four decimals, as a table may have 300',
    }),
  })
  .meta({
    id: 'LeaderboardEntry',
    description: 'A player of a game, and how they stand among the others',
    example: {
      place: 1,
      ghostPlayer: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a12', displayName: 'Bob' },
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
