/** The address of a new sheet with the game, people, community and playset of a match. `pages/record/play-again.ts` reads it. */
import type * as z from 'zod'
import type { Match } from '../../../src/resources/matches/schema.ts'

type Played = Pick<z.output<typeof Match>, 'game' | 'participants' | 'community' | 'playset'>

export const playAgainAt = ({ game, participants, community, playset }: Played): string => {
  const query = new URLSearchParams({
    game: game.id,
    players: participants.map(({ ghostPlayer }) => ghostPlayer.id).join(','),
  })
  if (community) query.set('community', community.id)
  if (playset) query.set('playset', playset.id)
  return `/record?${query}`
}
