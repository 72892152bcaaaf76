/** The address of a new sheet with the people and things of a match. `pages/record/play-again.ts` reads it. */
import type * as z from 'zod'
import type { Match } from '../../../src/resources/matches/schema.ts'
import { sideOf } from '../marks/side-name.ts'

type Played = Pick<z.output<typeof Match>, 'game' | 'participants' | 'community' | 'playset' | 'expansions'>

export function playAgainAt({ game, participants, community, playset, expansions = [] }: Played): string {
  const query = new URLSearchParams({
    game: game.id,
    players: participants.map(({ ghostPlayer }) => ghostPlayer.id).join(','),
  })
  if (community) query.set('community', community.id)
  if (playset) query.set('playset', playset.id)
  if (expansions.length > 0) query.set('expansions', expansions.map(({ id }) => id).join(','))
  // A name can have a comma.
  const sides = participants.map(({ loadout }) => encodeURIComponent(sideOf(loadout?.attributes) ?? ''))
  if (sides.some(Boolean)) query.set('sides', sides.join(','))
  return `/record?${query}`
}
