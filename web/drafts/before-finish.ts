/** What somebody should know about a draft before they finish it. */
import { namesIn } from './line-names.ts'
import { type Sheet, isTapped } from './sheet.ts'
import { missingIn } from './lines.ts'

/** The names of those without a score, if others have one. Where only winners are tapped, nobody has scores. */
export function stillMissing(sheet: Sheet): string[] {
  const missing = missingIn(sheet)
  return isTapped(sheet) || missing.length === sheet.seats.length ? [] : namesIn(sheet, missing)
}

/** True if everybody has a result, but they are fewer than the game is made for. */
export const isShort = (sheet: Sheet): boolean =>
  sheet.seats.length > 0 &&
  missingIn(sheet).length === 0 &&
  sheet.seats.length < (sheet.game?.minPlayers ?? 0)
