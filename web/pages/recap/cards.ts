/** The cards of a year. Each has a number and a sentence about it. Cards without data are left out. */
import type { Body } from '../../api/call.ts'
import { FEW } from '../../parts/marks/few.ts'
import { dayText, monthText, number, percent } from '../../parts/marks/numbers.ts'
import { t } from '../../texts/recap.ts'
import { say } from '../../texts/text.ts'
import { named } from '../../parts/marks/names.ts'
import { localDay } from '../../parts/marks/days.ts'

export type Year = Body<'getRecap'>

export interface Card {
  kind: string
  value: string
  sentence: string
  /** True for something to be proud of. It is shown in green. */
  isFelt?: boolean
}

type Write = (score: number, gameId: string) => string

/** `friend` stands in place of the names of stand-ins, if it is given. */
export function cardsOf(of: Year, write: Write, friend?: string): Card[] {
  const { matches, days, people, games, newGames, competitive, together, longestRun } = of
  const { closestWin, biggestWin, busiestDay, mostMet } = of
  const [most] = mostMet
  const name = most?.canonicalPlayer?.displayName ?? friend ?? most?.ghostPlayer?.displayName
  return [
    card('matches', matches, say(t.matches, { count: matches })),
    card('days', days, say(t.days, { count: days })),
    card('people', people, say(t.people, { count: people })),
    card('games', games, say(t.games, { count: games, fresh: newGames })),
    ...wonOf(competitive),
    ...(together.decided > 0
      ? [card('together', together.won, say(t.together, { decided: together.decided }))]
      : []),
    ...(longestRun
      ? [
          card(
            'run',
            longestRun.wins,
            say(t.run, { count: longestRun.wins, month: monthText(localDay(longestRun.to).slice(0, 7)) }),
          ),
        ]
      : []),
    ...(closestWin
      ? [
          {
            kind: 'closest',
            value: write(closestWin.by, closestWin.game.id),
            sentence: say(t.closest, margin(closestWin)),
          },
        ]
      : []),
    // If the person won only once, the same match would be both the closest and the biggest win.
    ...(biggestWin && biggestWin.matchId !== closestWin?.matchId
      ? [
          {
            kind: 'biggest',
            value: write(biggestWin.by, biggestWin.game.id),
            sentence: say(t.biggest, margin(biggestWin)),
          },
        ]
      : []),
    ...(most && name !== undefined
      ? [card('most-met', most.met, say(t.mostMet, { count: most.met, name: named(name) }))]
      : []),
    ...(busiestDay && busiestDay.matches > 1
      ? [
          card(
            'busiest',
            busiestDay.matches,
            say(t.busiest, { count: busiestDay.matches, day: dayText(busiestDay.on) }),
          ),
        ]
      : []),
  ]
}

const card = (kind: string, value: number, sentence: string): Card => ({
  kind,
  value: number(value),
  sentence,
})

const margin = (win: NonNullable<Year['closestWin']>) => ({
  game: named(win.game.displayName),
  day: dayText(localDay(win.playedAt)),
})

function wonOf({ decided, won }: Year['competitive']): Card[] {
  if (decided === 0) return []
  const isFew = decided < FEW
  return [
    {
      kind: 'won',
      value: isFew ? number(won) : percent(won / decided),
      sentence: say(isFew ? t.wonFew : t.won, { placed: decided }),
      isFelt: true,
    },
  ]
}
