/** The four numbers at the top of a person's page. */
import type { Body } from '../../api/call.ts'
import { kept } from '../../api/cache.ts'
import { FEW } from '../../parts/marks/few.ts'
import { calendar, number, percent } from '../../parts/marks/numbers.ts'
import { t } from '../../texts/people.ts'
import { say } from '../../texts/text.ts'
import { type Figure, Figures } from '../../parts/marks/figures.tsx'
import { type Chosen, resultsBetween, yearsToCompare } from './filter.ts'
import { localDay } from '../../parts/marks/days.ts'

export type Statistics = Omit<Body<'getPersonStatistics'>, 'canonicalPlayer'>

interface NumbersProps {
  of: Statistics
  id: string
  chosen: Chosen
}

export const Numbers = ({ of, id, chosen }: NumbersProps) => (
  <Figures
    of={[allOf(of), wonOf(of), of.together.decided > 0 ? togetherOf(of) : yearOf(id, chosen), runOf(of)]}
  />
)

/** The numbers as somebody else sees them. They come from one answer, which does not have the year before. */
export const SeenNumbers = ({ of }: { of: Statistics }) => (
  <Figures
    of={[allOf(of), wonOf(of), of.together.decided > 0 ? togetherOf(of) : thisYearOf(of), runOf(of)]}
  />
)

const allOf = ({ matches, games, hIndex }: Statistics): Figure => ({
  name: say(t.matches),
  value: number(matches),
  below: say(t.games, { games, hIndex }),
})

function thisYearOf({ months }: Statistics): Figure {
  const year = `${new Date().getFullYear()}-`
  const count = months.reduce((sum, { month, matches }) => sum + (month.startsWith(year) ? matches : 0), 0)
  return { name: say(t.thisYear), value: number(count), below: '' }
}

export function wonOf({ competitive: { decided, won, shared, byChance } }: Statistics): Figure {
  const name = say(t.won)
  if (decided === 0) return { name, value: say(t.nothing), below: say(t.noContest) }
  const below = [
    decided < FEW
      ? say(t.wonOf, { won, placed: decided })
      : say(t.wonOfChance, { won, placed: decided, chance: percent(byChance / decided) }),
    ...(shared > 0 ? [say(t.shared, { count: shared })] : []),
  ].join('; ')
  return { name, value: decided < FEW ? number(won) : percent(won / decided), below, isFelt: true }
}

function togetherOf({ together: { decided, won } }: Statistics): Figure {
  const below = say(t.pairTogether, { won, decided })
  return { name: say(t.together), value: decided < FEW ? number(won) : percent(won / decided), below }
}

/** Compares the chosen year with the year before. If no year is chosen, it is this year. */
function yearOf(id: string, chosen: Chosen): Figure {
  const now = new Date()
  const year = chosen.year ?? now.getFullYear()
  const isThis = year === now.getFullYear()
  const [count, before] = yearsToCompare(year, now).map(
    (between) =>
      kept('countResults', {
        params: { canonicalPlayerId: id },
        query: { filter: resultsBetween(chosen, between) },
      }).value.value?.count,
  )
  const name = isThis ? say(t.thisYear) : say(t.inYear, { year: String(year) })
  if (count === undefined || before === undefined) return { name, value: '…', below: '' }
  return { name, value: number(count), below: comparedTo(count - before, isThis, String(year - 1)) }
}

function comparedTo(more: number, isThis: boolean, year: string): string {
  const count = Math.abs(more)
  if (isThis)
    return more === 0 ? say(t.asByNow) : say(more > 0 ? t.moreThanByNow : t.fewerThanByNow, { count })
  return more === 0 ? say(t.asIn, { year }) : say(more > 0 ? t.moreThanIn : t.fewerThanIn, { count, year })
}

export function runOf({ longestRun, currentRun }: Statistics): Figure {
  const name = say(t.bestRun)
  if (!longestRun) return { name, value: say(t.nothing), below: say(t.noWin) }
  const { wins, to } = longestRun
  const month = monthIn(to)
  const below = [
    say(t.winsInRow, { count: wins, month }),
    ...(currentRun > 1 ? [say(t.rowNow, { count: currentRun })] : []),
  ].join('; ')
  return { name, value: number(wins), below }
}

const monthIn = (at: string): string =>
  calendar(localDay(at).slice(0, 7), { month: 'short', year: 'numeric' })
