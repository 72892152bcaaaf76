/** The last day in small plots: requests, answers, memory, connections and what waited. Each has its numbers as a table too. */
import { kept } from '../../api/cache.ts'
import type { Body } from '../../api/call.ts'
import { number } from '../../parts/marks/numbers.ts'
import { momentOf } from '../../parts/marks/when.tsx'
import { Figure } from '../../parts/plots/figure.tsx'
import { Field, Ground, Lines, listed, part } from '../../parts/plots/field.tsx'
import { t } from '../../texts/last-day.ts'
import { t as service } from '../../texts/operator.ts'
import { say } from '../../texts/text.ts'
import { type Line, linesOf, topOf } from './trend-lines.ts'

type Figures = Body<'getSystemFigures'>
type FigurePoint = Figures['points'][number]

interface Trend {
  title: string
  how: string
  /** The second line is red. */
  of: readonly { name: string; valueOf: (point: FigurePoint) => number | undefined }[]
  shown: (value: number) => string
}

const MEGABYTE = 1_000_000
const milliseconds = (seconds: number | undefined) => (seconds === undefined ? undefined : seconds * 1_000)

const trends = (): Trend[] => [
  {
    title: say(t.requests),
    how: say(t.requestsHow),
    of: [{ name: say(t.requestsEach), valueOf: ({ requests }) => requests }],
    shown: (value) => number(value, 2),
  },
  {
    title: say(t.refusedAndFailed),
    how: say(t.refusedAndFailedHow),
    of: [
      { name: say(t.shareFailed), valueOf: ({ failed }) => failed },
      { name: say(t.shareRefused), valueOf: ({ refused }) => refused },
    ],
    shown: (value) => say(t.share, { value: number(100 * value, 1) }),
  },
  {
    title: say(t.answerTimes),
    how: say(t.answerTimesHow),
    of: [
      { name: say(t.slowAnswers), valueOf: ({ slow }) => milliseconds(slow) },
      { name: say(t.medianAnswers), valueOf: ({ median }) => milliseconds(median) },
    ],
    shown: (value) => say(t.milliseconds, { value: number(value, 1) }),
  },
  {
    title: say(t.connections),
    how: say(t.connectionsHow),
    of: [{ name: say(t.connections), valueOf: ({ connections }) => connections }],
    shown: (value) => number(value),
  },
  {
    title: say(t.memory),
    how: say(t.memoryHow),
    of: [{ name: say(t.memory), valueOf: ({ memory }) => memory / MEGABYTE }],
    shown: (value) => say(service.databaseSize, { size: number(value) }),
  },
  {
    title: say(t.waits),
    how: say(t.waitsHow),
    of: [
      { name: say(service.mails), valueOf: ({ mails }) => mails },
      { name: say(service.events), valueOf: ({ events }) => events },
    ],
    shown: (value) => number(value),
  },
]

/** The last part of the page, so that nothing moves when it comes. */
export function Trends() {
  const { value } = kept('getSystemFigures').value
  if (!value) return null
  return (
    <section class="part">
      <h2>{say(t.lastDay)}</h2>
      {value.points.length < 2 ? (
        <p class="soft">{say(t.noFigures)}</p>
      ) : (
        <div class="page-halves">
          {trends().map((trend) => (
            <Plot key={trend.title} trend={trend} of={value} />
          ))}
        </div>
      )}
    </section>
  )
}

function Plot({ trend: { title, how, of, shown }, of: figures }: { trend: Trend; of: Figures }) {
  const { points, every } = figures
  const lines = of.map(({ valueOf }): Line[] => linesOf(points, every, valueOf))
  const top = topOf(lines.flat(2).map(({ value }) => value))
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return null
  const now = of.map(({ name, valueOf }) => `${name}: ${shownOr(valueOf(last), shown)}`).join(', ')
  return (
    <Figure
      title={title}
      how={<p>{how}</p>}
      table={() => ({
        head: [say(t.time), ...of.map(({ name }) => name)],
        rows: points
          .toReversed()
          .map((point) =>
            [momentOf(point.at)].concat(of.map(({ valueOf }) => shownOr(valueOf(point), shown))),
          ),
      })}
    >
      <Field
        class="rating"
        label={say(t.trendLabel, { now })}
        ground={<Lines of={[top / 2, top]} top={top} />}
      >
        <Ground />
        <svg width="100%" height="100%" viewBox="0 0 100 100" preserveAspectRatio="none">
          {lines.flatMap((some, n) =>
            some.map((line, part) => (
              <polyline
                key={`${n} ${part}`}
                class={n === 0 ? undefined : 'estimate'}
                points={listed(line.map(({ x, value }) => ({ x, y: 1 - value / top })))}
              />
            )),
          )}
        </svg>
        {[top / 2, top].map((value) => (
          <text key={value} class="axis" x="100%" y={part(1 - value / top)} dx="6" dy="4">
            {shown(value)}
          </text>
        ))}
        <text class="axis first" x="0" y="100%" dy="20">
          {momentOf(first.at)}
        </text>
        <text class="axis last" x="100%" y="100%" dy="20">
          {momentOf(last.at)}
        </text>
      </Field>
    </Figure>
  )
}

const shownOr = (value: number | undefined, shown: Trend['shown']): string =>
  value === undefined ? '–' : shown(value)
