/** Says who leads or has won, and by how much, and what is missing before the match is finished. */
import { namesIn } from '../../drafts/line-names.ts'
import { locale } from '../../texts/messages.ts'
import { record } from '../../texts/record.ts'
import { say } from '../../texts/text.ts'
import { listOfNames } from '../../parts/marks/names.ts'
import { isShort, stillMissing } from '../../drafts/before-finish.ts'
import { standingOf } from '../../drafts/places.ts'
import { playersOf } from './facts.ts'
import { scoreText } from '../../parts/marks/score-text.ts'
import { type Sheet, isTapped } from '../../drafts/sheet.ts'
import { missingIn, sidesOf } from '../../drafts/lines.ts'

export function sentenceOf(sheet: Sheet, isOver = false): string {
  if (sheet.seats.length === 0) return say(record.nobody)
  const standing = standingOf(sheet)
  if (standing.kind === 'NOTHING') {
    if (isOver) return say(record.noResult)
    if (missingIn(sheet).length === 0) return '' // one player alone, with a score
    if (sidesOf(sheet).length > 0) return say(isTapped(sheet) ? record.tapMateOrSide : record.tapMate)
    return say(isTapped(sheet) ? record.tapWinner : record.writeScores)
  }
  if (standing.kind === 'TOGETHER') return say(standing.won ? record.togetherWon : record.togetherLost)
  const { who } = standing
  const all = standing.all || isOver
  const named = namesIn(sheet, who)
  const names = listOfNames(named)
  if (standing.kind === 'LEVEL') return say(all ? record.shareTheWin : record.level, { names })
  const count = named.length
  const by = standing.by === undefined ? undefined : marginText(standing.by, sheet)
  if (by === undefined) return say(all ? record.wins : record.leadsOnly, { names, count })
  return say(all ? record.winsBy : record.leads, { names, count, by })
}

function marginText(by: number, sheet: Sheet): string {
  const type = sheet.game?.scoreType ?? 'SCORE'
  const text = scoreText(by, type, locale())
  if (type === 'TIME') return text
  if (type === 'TURNS') return say(record.byTurns, { turns: text, count: by })
  return say(record.byPoints, { points: text, count: by })
}

/** What the person should know before they finish the match. Nothing of it refuses. */
export function beforeFinish(sheet: Sheet): string | undefined {
  const names = stillMissing(sheet)
  if (names.length > 0) return say(record.noScoreYet, { names: listOfNames(names) })
  return isShort(sheet) && sheet.game
    ? say(record.tooFew, { count: sheet.seats.length, players: playersOf(sheet.game) })
    : undefined
}
