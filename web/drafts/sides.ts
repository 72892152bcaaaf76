/** Divides the people of a sheet into sides. */
import { TEAM, sideOf } from '../parts/marks/side-name.ts'
import type { Sheet } from './sheet.ts'
import { sidesOf, teamOf } from './lines.ts'
import { withTeam } from './sheet-changes.ts'

const FIRST_SIDES = ['1', '2']

/** Seats people in turn: the first on side 1, the second on side 2, and so on. */
export const dealt = (sheet: Sheet, count: number): Sheet =>
  sheet.seats.reduce((was, { key }, n) => withTeam(was, key, String((n % count) + 1)), withoutSides(sheet))

/** What is written for a side stays with each of its players. */
export const withoutSides = (sheet: Sheet): Sheet => ({
  ...sheet,
  seats: sheet.seats.map((seat) => {
    const { [TEAM]: _team, ...others } = seat.loadout ?? {}
    return { ...seat, loadout: Object.keys(others).length > 0 ? others : undefined }
  }),
})

/** Seats a player on the next side. Behind the last side comes the first. */
export function onNextSide(sheet: Sheet, key: string): Sheet {
  const sides = sidesOf(sheet)
  const all = sides.length > 1 ? sides : [...new Set([...sides, ...FIRST_SIDES])]
  const seat = sheet.seats.find((one) => one.key === key)
  const at = all.findIndex((side) => side.toLowerCase() === (seat && teamOf(seat)))
  return withTeam(sheet, key, all[(at + 1) % all.length])
}

/** The side of each player, by the id of their stand-in. */
type Division = ReadonlyMap<string, string>

/** The division of an earlier match. Undefined if it had no sides, or if other people took part. */
export function divisionOf(
  participants: readonly {
    ghostPlayer: { id: string }
    loadout?: { attributes: Record<string, unknown> } | undefined
  }[],
  { seats }: Sheet,
): Division | undefined {
  const sides = new Map<string, string>()
  for (const { ghostPlayer, loadout } of participants) {
    const side = sideOf(loadout?.attributes)
    if (side !== undefined) sides.set(ghostPlayer.id, side)
  }
  const isWhole =
    participants.length === seats.length && seats.every(({ ghostPlayerId = '' }) => sides.has(ghostPlayerId))
  return isWhole ? sides : undefined
}

export const divided = (sheet: Sheet, sides: Division): Sheet =>
  sheet.seats.reduce(
    (was, { key, ghostPlayerId = '' }) => withTeam(was, key, sides.get(ghostPlayerId)),
    withoutSides(sheet),
  )

/** True if the same people are together, under whatever names. */
export function isDividedSo({ seats }: Sheet, sides: Division): boolean {
  const pairs = new Set(
    seats.map((seat) => `${teamOf(seat) ?? ''} ${sides.get(seat.ghostPlayerId ?? '')?.toLowerCase() ?? ''}`),
  )
  const now = new Set(seats.map((seat) => teamOf(seat)))
  const then = new Set([...sides.values()].map((side) => side.toLowerCase()))
  return pairs.size === now.size && pairs.size === then.size
}
