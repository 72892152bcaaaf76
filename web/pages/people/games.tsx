/** The last parts of a person's page: their games, and for the reader also their rating. */
import { FEW } from '../../parts/marks/few.ts'
import type { Chosen } from './filter.ts'
import { GamesTable } from './games-table.tsx'
import type { Statistics } from './numbers.tsx'
import { Rating } from './rating.tsx'

interface GamesProps {
  of: Statistics['topGames']
  isMe: boolean
  chosen: Chosen
}

export function Games({ of, isMe, chosen }: GamesProps) {
  // A rating counts all matches in a game, and people see only their own rating.
  const isRated = isMe && chosen.year === undefined && chosen.community === undefined
  const rated = isRated ? of.filter(({ decided }) => decided >= FEW).map(({ game }) => game) : []
  return (
    <>
      <GamesTable of={of} />
      {rated.length > 0 && <Rating games={rated} />}
    </>
  )
}
