/** What somebody should know about a draft before they finish it. */
import { type Sheet, isTapped, missingIn } from './sheet.ts'

/** The names of those without a score, if others have one. Where only winners are tapped, nobody has scores. */
export function stillMissing(sheet: Sheet): string[] {
  const missing = missingIn(sheet)
  return isTapped(sheet) || missing.length === sheet.seats.length ? [] : missing.map(({ name }) => name)
}

/** True if everybody has a result, but they are fewer than the game is made for. */
export const isShort = (sheet: Sheet): boolean =>
  sheet.seats.length > 0 &&
  missingIn(sheet).length === 0 &&
  sheet.seats.length < (sheet.game?.minPlayers ?? 0)
