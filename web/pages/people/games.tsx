/** What stands last on the page of a person, and is loaded after the rest: their games, and their own rating in them. */
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
  // A rating is of all matches of a game, and of nobody but the reader.
  const isRated = isMe && chosen.year === undefined && chosen.community === undefined
  const rated = isRated ? of.filter(({ decided }) => decided >= FEW).map(({ game }) => game) : []
  return (
    <>
      <GamesTable of={of} />
      {rated.length > 0 && <Rating games={rated} />}
    </>
  )
}
