/** What happened in a match, in one line. */
import { listOfNames, named } from '../../parts/marks/names.ts'
import { type ScoreType, scoreText } from '../../parts/marks/score-text.ts'
import { t } from '../../texts/home.ts'
import { locale } from '../../texts/messages.ts'
import { say } from '../../texts/text.ts'
import type { Outcome } from '../../parts/marks/outcome.ts'

export function headlineOf(
  { kind, isOwn, names: winners, margin: by }: Outcome,
  title: string,
  type: ScoreType,
): string {
  const game = named(title)
  const names = listOfNames(winners)
  const margin = by === undefined || type === 'WIN_LOSS' ? undefined : scoreText(by, type, locale())
  switch (kind) {
    case 'TOGETHER':
      return say(t.wonTogether, { game })
    case 'GAME':
      return say(t.gameWon, { game })
    case 'ALONE':
      return say(t.youPlayed, { game })
    case 'NOBODY':
      return say(t.nobodyWon, { game })
    case 'UNKNOWN':
      return say(t.noResult, { game })
    case 'SHARE':
      return say(isOwn ? t.youShare : t.share, { names, game })
    case 'SIDE':
      if (margin === undefined) return say(isOwn ? t.youWithWon : t.sideWon, { names, game })
      return say(isOwn ? t.youWithWonBy : t.sideWonBy, { names, game, margin })
    case 'ONE':
      if (isOwn) return margin === undefined ? say(t.youWon, { game }) : say(t.youWonBy, { game, margin })
      return margin === undefined
        ? say(t.won, { name: names, game })
        : say(t.wonBy, { name: names, game, margin })
  }
}
