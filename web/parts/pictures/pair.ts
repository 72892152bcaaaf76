/** The picture of two people: who was in front, match by match, from the first meeting at the top to the last at the bottom. */
import { t } from '../../texts/pictures.ts'
import { say } from '../../texts/text.ts'
import { EDGE, type Mark, PAPER, PICTURE, circled, footOf, lineAt, rect, written } from './mark.ts'

interface PairOfPicture {
  one: string
  other: string
  met: number
  ahead: number
  level: number
  behind: number
  /** The newest first. */
  meetings: readonly { on: string; how: 'AHEAD' | 'LEVEL' | 'BEHIND' | 'TOGETHER' | 'UNKNOWN' }[]
}

const MIDDLE = PICTURE.width / 2
/** The left side is the first person's, the right side the second's. */
const LEFT = { x: EDGE, ink: 'felt', align: 'start' } as const
const RIGHT = { x: PICTURE.width - EDGE, ink: 'fault', align: 'end' } as const
const PLOT = { top: 440, bottom: 1190, row: 16, reach: 300, unit: 48 }

export function pictureOfPair(pair: PairOfPicture): Mark[] {
  const { one, other, met, ahead, level, behind } = pair
  const name = { y: 140, size: 84, display: true, most: 450, isOneLine: true }
  const number = { y: 320, size: 150, display: true, most: 320 }
  const middle = { x: MIDDLE, size: 36, ink: 'soft', most: 300, align: 'middle' } as const
  return [
    PAPER,
    written(one, { ...LEFT, ...name }),
    written(other, { ...RIGHT, ...name }),
    written(String(ahead), { ...LEFT, ...number }),
    written(String(behind), { ...RIGHT, ...number }),
    written(say(t.met, { count: met }), { ...middle, y: 262 }),
    ...(level > 0 ? [written(say(t.level, { count: level }), { ...middle, y: 306 })] : []),
    ...leaderOf(pair),
    written(say(t.inFront), { y: 412, size: 30, ink: 'soft' }),
    ...plotOf(pair),
    ...footOf(),
  ]
}

/** The circle around the number of the person who leads now. If both are level, there is none. */
function leaderOf({ ahead, behind }: PairOfPicture): Mark[] {
  if (ahead === behind) return []
  const width = 90 + 90 * String(Math.max(ahead, behind)).length
  const x = ahead > behind ? EDGE - 46 : PICTURE.width - EDGE + 46 - width
  return [circled({ x, y: 176, width, height: 180 }, 11)]
}

interface Row {
  on: string
  /** Above 0, the first person is in front. */
  lead: number
}

/** The lead after each contest. If the list does not go back to the first meeting, it begins with the lead of those before. */
export function leadsOf({ ahead, behind, meetings }: PairOfPicture): Row[] {
  const steps = meetings
    .filter(({ how }) => how === 'AHEAD' || how === 'BEHIND' || how === 'LEVEL')
    .map(({ on, how }) => ({ on, step: how === 'AHEAD' ? 1 : how === 'BEHIND' ? -1 : 0 }))
    .toReversed()
  let lead = steps.reduce((sum, { step }) => sum - step, ahead - behind)
  return steps.map(({ on, step }) => ({ on, lead: (lead += step) }))
}

function plotOf(pair: PairOfPicture): Mark[] {
  const rows = leadsOf(pair)
  if (rows.length === 0) return []
  const height = Math.min(PLOT.row, (PLOT.bottom - PLOT.top) / rows.length)
  const most = Math.max(1, ...rows.map(({ lead }) => Math.abs(lead)))
  const unit = Math.min(PLOT.unit, PLOT.reach / most)
  const y = (n: number) => PLOT.top + n * height
  const bars = rows.map(({ lead }, n) => {
    const width = lead === 0 ? 14 : Math.abs(lead) * unit
    const x = lead > 0 ? MIDDLE - width : lead === 0 ? MIDDLE - width / 2 : MIDDLE
    const ink = lead > 0 ? 'felt' : lead === 0 ? 'pale' : 'behind'
    return rect(ink, { x, y: y(n), width, height: Math.max(1, height - 2) })
  })
  const ground = rect('ink', { x: MIDDLE - 2, y: PLOT.top, width: 4, height: rows.length * height + 8 })
  return [...yearsOf(rows, y), ...bars, ground, ...summitsOf(pair, rows, { y, unit, height })]
}

/** The least height of a year that has its label, in pixels. */
const APART = 48

function yearsOf(rows: readonly Row[], y: (n: number) => number): Mark[] {
  const years = [...Map.groupBy(rows.keys(), (n) => rows[n]?.on.slice(0, 4) ?? '')]
  return years.flatMap(([year, [first = 0, ...others]]): Mark[] => {
    const line = lineAt(y(first) - 1)
    const isTall = y(others.length + 1) - y(0) >= APART || year === years.at(-1)?.[0]
    return isTall
      ? [line, written(year, { ...RIGHT, y: y(first) + 34, size: 28, ink: 'soft', most: 120 })]
      : [line]
  })
}

interface Scale {
  y: (n: number) => number
  unit: number
  height: number
}

/** The largest lead of each person, and the lead now. */
function summitsOf({ one, other }: PairOfPicture, rows: readonly Row[], { y, unit, height }: Scale): Mark[] {
  const label = (n: number, lead: number, text: string): Mark => {
    const x = MIDDLE - lead * unit + (lead > 0 ? -16 : 16)
    const most = Math.min(290, (lead > 0 ? x : PICTURE.width - x) - 20)
    const align = lead > 0 ? 'end' : 'start'
    return written(text, {
      x,
      y: y(n) + height / 2 + 11,
      size: 32,
      display: true,
      most,
      isOneLine: true,
      align,
    })
  }
  const summit = (name: string, sign: 1 | -1): { n: number; mark: Mark } | undefined => {
    const most = Math.max(...rows.map(({ lead }) => sign * lead))
    if (most < 2) return undefined
    const n = rows.findIndex(({ lead }) => sign * lead === most)
    return { n, mark: label(n, sign * most, say(t.up, { name, count: most })) }
  }
  const summits = [summit(one, 1), summit(other, -1)].filter((found) => found !== undefined)
  const last = rows.length - 1
  const { lead = 0 } = rows[last] ?? {}
  const isFree = summits.every(({ n }) => Math.abs(y(n) - y(last)) > APART)
  const now = lead === 0 || !isFree ? [] : [label(last, lead, say(t.upNow, { count: Math.abs(lead) }))]
  return [...summits.map(({ mark }) => mark), ...now]
}
