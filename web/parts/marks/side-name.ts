/** The side of a participant, and its name. */
import { frame } from '../../texts/frame.ts'
import { say } from '../../texts/text.ts'

export const TEAM = 'team'

/** The side in a loadout, by the service's rules for results. Capitals make no difference. */
export function sideOf(attributes: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const team = attributes?.[TEAM]
  const side = typeof team === 'string' || typeof team === 'number' ? String(team).trim() : ''
  return side === '' ? undefined : side
}

/** A side with a number for a name is called by it: "Side 1". */
export const sideName = (side: string): string => (/^\d+$/.test(side) ? say(frame.side, { side }) : side)
