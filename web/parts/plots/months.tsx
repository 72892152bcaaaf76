/** The number of matches in each month. If results are known, the columns are stacked by result. */
import { calendar, monthText, number } from '../marks/numbers.ts'
import { t } from '../../texts/plots.ts'
import { say } from '../../texts/text.ts'
import { Field, Ground, Legend, Lines, part } from './field.tsx'
import type { Numbers } from './number-table.tsx'
import type { Tone } from './marks/mark.ts'
import { isWide } from './wide.ts'
import { type Month, monthMarks, restOf } from './marks/months.ts'

export function Months({ of }: { of: readonly Month[] }) {
  const { marks, lines, slots } = monthMarks(of)
  const top = lines.at(-1) ?? 1
  const [first, last] = [of[0], of.at(-1)]
  if (!first || !last) return null
  return (
    <div class="months-plot">
      <Field
        class="months"
        label={say(t.monthsLabel, {
          count: of.reduce((sum, { matches }) => sum + matches, 0),
          from: monthText(first.month),
          to: monthText(last.month),
        })}
        marks={marks}
        ground={<Lines of={lines} top={top} />}
      >
        <Ground />
        {lines.map((line) => (
          <text key={line} class="axis" x="100%" y={part(1 - line / top)} dx="6" dy="4">
            {number(line)}
          </text>
        ))}
        {of.map(
          ({ month }, n) =>
            isNamed(n, of.length, isWide.value) && (
              <text key={month} class="axis centred" x={part((n + 0.5) / slots)} y="100%" dy="18">
                {nameOf(month)}
              </text>
            ),
        )}
      </Field>
    </div>
  )
}

/** True if the month's name is shown. If there is little room, only every third one is. */
const isNamed = (n: number, of: number, wide: boolean) => of <= (wide ? 12 : 6) || n % 3 === 1

const nameOf = (month: string) =>
  month.endsWith('-01') ? month.slice(0, 4) : calendar(month, { month: 'short' })

export const MonthsLegend = ({ of }: { of: readonly Month[] }) => {
  const entries: { tone: Tone; text: string }[] = [
    { tone: 'won', text: say(t.won) },
    { tone: 'rest', text: say(isWhole(of) ? t.notWon : t.others) },
  ]
  if (of.some(({ together = 0 }) => together > 0)) entries.push({ tone: 'together', text: say(t.together) })
  return <Legend of={entries} />
}

/** True if matches that were played together are counted separately. */
const isWhole = (of: readonly Month[]) => of.some(({ together }) => together !== undefined)

export function monthsTable(of: readonly Month[]): Numbers {
  const rows = of.toReversed()
  const whole = isWhole(of)
  if (!rows.some(({ won }) => won !== undefined))
    return {
      head: [say(t.month), say(t.matches)],
      rows: rows.map(({ month, matches }) => [monthText(month), matches]),
    }
  return {
    head: [
      say(t.month),
      say(t.matches),
      say(t.won),
      say(whole ? t.notWon : t.others),
      ...(whole ? [say(t.together)] : []),
    ],
    rows: rows.map((one) =>
      [monthText(one.month), one.matches, one.won ?? 0, restOf(one)].concat(whole ? [one.together ?? 0] : []),
    ),
  }
}
