/** This month so far: a square for each match on its day. In its first days, the month before is shown. */
import { kept } from '../../api/cache.ts'
import { calendar, dayText, number } from '../../parts/marks/numbers.ts'
import { t } from '../../texts/home.ts'
import { say } from '../../texts/text.ts'
import { type DayFinish, dayMarks, toneOf } from './day-marks.ts'
import { type Span, spanOf } from './span.ts'

export function Month({ canonicalPlayerId }: { canonicalPlayerId: string }) {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const span = spanOf(new Date())
  const { month, before, until, isOver } = span
  const params = { canonicalPlayerId }
  const figures = kept('getPersonStatistics', {
    params,
    query: { timeZone, from: `${month}-01`, to: until },
  }).value.value
  const compared = kept('getPersonStatistics', { params, query: { timeZone, ...before } }).value.value
  if (!figures) return null
  const { matches, form } = figures
  const more = isOver || !compared || compared.matches === 0 ? undefined : matches - compared.matches
  const name = calendar(month, { month: 'long' })
  return (
    <>
      <header>
        <h2>{isOver ? name : say(t.soFar, { month: name })}</h2>
        <a class="quiet" href={`/people/${canonicalPlayerId}`}>
          {say(t.allNumbers)}
        </a>
      </header>
      <p class="soft">
        <strong>{number(matches)}</strong> {say(t.monthMatches, { count: matches })}
        {more !== undefined && comparedWith(calendar(before.from, { month: 'long' }), more)}
      </p>
      {/* The service sends the newest 60 matches. */}
      {form.length === matches && <Days of={form} span={span} />}
    </>
  )
}

function comparedWith(month: string, more: number): string {
  if (more === 0) return say(t.monthEqual, { month })
  return say(more > 0 ? t.monthMore : t.monthFewer, { count: Math.abs(more), month })
}

/** The days with a name below them. */
const NAMED = [5, 12, 19, 26]

function Days({ of, span: { month, until } }: { of: readonly DayFinish[]; span: Span }) {
  const { marks, days } = dayMarks(of, month)
  return (
    <>
      <svg
        class="field days"
        role="img"
        aria-label={of.length === 0 ? say(t.noMatch) : counted(of).join(', ')}
      >
        <pattern
          id="together"
          width="5"
          height="5"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect class="stripe" width="5" height="5" />
          <rect class="between" width="1.5" height="5" />
        </pattern>
        {marks.map(({ tone, on, x, y, width, height }, n) => (
          <rect
            key={n}
            {...fillOf(tone)}
            x={part(x)}
            y={part(y)}
            width={part(width)}
            height={part(height)}
            rx="1"
          >
            <title>{dayText(on)}</title>
          </rect>
        ))}
        <line class="rule" x1="0" x2="100%" y1="100%" y2="100%" />
        <line class="ground" x1="0" x2={part(Number(until.slice(8)) / days)} y1="100%" y2="100%" />
        {NAMED.map((day) => (
          <text key={day} class="axis centred" x={part((day - 0.5) / days)} y="100%" dy="18">
            {day}
          </text>
        ))}
      </svg>
      <ul class="legend">
        {tonesIn(of).map((tone) => (
          <li key={tone}>
            <svg class="field swatch" aria-hidden="true">
              <rect {...fillOf(tone)} width="100%" height="100%" rx="1" />
            </svg>
            {countOf(of, tone)}
          </li>
        ))}
      </ul>
    </>
  )
}

const part = (share: number): string => `${Math.round(share * 10_000) / 100}%`

/** Stripes for matches played together, because a colour alone would not be enough. */
const fillOf = (tone: Tone) => (tone === 'together' ? { fill: 'url(#together)' } : { class: `tone-${tone}` })

type Tone = ReturnType<typeof toneOf>

const tonesIn = (of: readonly DayFinish[]): Tone[] =>
  (['won', 'rest', 'together'] as const).filter((tone) => of.some((one) => toneOf(one) === tone))

const counted = (of: readonly DayFinish[]): string[] => tonesIn(of).map((tone) => countOf(of, tone))

function countOf(of: readonly DayFinish[], tone: Tone): string {
  const some = of.filter((one) => toneOf(one) === tone)
  const isLost = some.every(({ kind, won }) => kind === 'COMPETITIVE' && won === false)
  const texts = { won: t.countWon, rest: isLost ? t.countNotWon : t.countOthers, together: t.countTogether }
  return say(texts[tone], { count: some.length })
}
