/** A calendar with a square for each day on which there were matches. More matches make it larger. */
import { calendar, dayText } from '../marks/numbers.ts'
import { locale } from '../../texts/messages.ts'
import { t } from '../../texts/plots.ts'
import { say } from '../../texts/text.ts'
import { Field, part } from './field.tsx'
import type { Numbers } from './number-table.tsx'
import { type Day, weekMarks } from './marks/weeks.ts'

interface WeeksProps {
  of: readonly Day[]
  weeks: number
  last: string
}

export function Weeks({ of, weeks, last }: WeeksProps) {
  const { marks, firstDays } = weekMarks(of, weeks, last, firstDayOfWeek())
  const matches = marks.reduce((sum, day) => sum + day.matches, 0)
  return (
    <Field class="weeks" label={say(t.weeksLabel, { days: marks.length, matches })}>
      {Array.from({ length: 8 }, (_, row) => (
        <line key={row} class="rule" x1="0" x2="100%" y1={part(row / 7)} y2={part(row / 7)} />
      ))}
      {marks.map(({ on, matches, week, row, size }) => (
        <rect
          key={on}
          class="tone-won"
          x={part((week + 0.5 - size / 2) / weeks)}
          y={part((row + 0.5 - size / 2) / 7)}
          width={part(size / weeks)}
          height={part(size / 7)}
        >
          <title>{say(t.matchesOn, { matches, day: dayText(on) })}</title>
        </rect>
      ))}
      {firstDays.map(
        (day, n) =>
          isNamed(firstDays, n) && (
            <text key={day} class="axis first" x={part(n / weeks)} y="100%" dy="16">
              {calendar(day, { month: 'short' })}
            </text>
          ),
      )}
    </Field>
  )
}

/** True if the month's name is shown. If there are many months, only every third one is. */
function isNamed(firstDays: readonly string[], n: number): boolean {
  const [before, day = ''] = [firstDays[n - 1], firstDays[n]]
  if (before === undefined || before.slice(0, 7) === day.slice(0, 7)) return false
  return firstDays.length < 27 || Number(day.slice(5, 7)) % 3 === 1
}

/** The first day of the week: Monday if the browser does not know it. */
function firstDayOfWeek(): number {
  const known = new Intl.Locale(locale()) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number }
    weekInfo?: { firstDay: number }
  }
  return known.getWeekInfo?.().firstDay ?? known.weekInfo?.firstDay ?? 1
}

export function weeksTable({ of, weeks, last }: WeeksProps): Numbers {
  const { marks } = weekMarks(of, weeks, last, firstDayOfWeek())
  return {
    head: [say(t.day), say(t.matches)],
    rows: marks.toSorted((a, b) => (a.on < b.on ? 1 : -1)).map(({ on, matches }) => [dayText(on), matches]),
  }
}
