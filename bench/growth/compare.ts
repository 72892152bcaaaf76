/** Finds requests whose cost grows with ten times the matches, and checks that `growing.ts` knows them. */
import type { Counted } from './count.ts'
import { GROWING, type Growing } from './growing.ts'

/** A read grows if it exceeds both limits. Smaller differences are harmless, such as a deeper index. */
const TIMES = 1.5
const MORE = 200
const FOR_A_ROW = 60

export interface Grown extends Counted {
  /** The number of buffers that the request reads with a tenth of the matches. */
  before: number
  known: Growing | undefined
}

/** `few` and `many` must have the same requests in the same order. */
export function grownOf(few: Counted[], many: Counted[]): Grown[] {
  return many.flatMap((counted, n) => {
    const before = few[n]
    if (before === undefined || nameOf(before) !== nameOf(counted))
      throw new Error(`${nameOf(counted)} was asked at one size alone.`)
    const shown = Math.max(0, counted.rows - before.rows)
    const grew = counted.buffers > TIMES * before.buffers + MORE + FOR_A_ROW * shown
    return grew ? [{ ...counted, before: before.buffers, known: GROWING.find(isAbout(counted)) }] : []
  })
}

/** `size` is one of the two sizes in `growing.ts`. */
export function faultOf(grown: Grown, size: keyof Growing['most']): string | undefined {
  const { known, before, buffers } = grown
  const most = known?.most[size] ?? 0
  if (known && buffers <= most) return undefined
  const limit = known ? `the ${most} that are known` : `${TIMES} times as many and ${MORE} more`
  return `${nameOf(grown)}: ${before} → ${buffers} buffers with ten times the matches, above ${limit}`
}

export const unused = (grown: Grown[]): Growing[] =>
  GROWING.filter((row) => !grown.some(({ known }) => known === row))

export const nameOf = ({ operation, what, who }: Counted) => `${operation}${what && ` (${what})`}, ${who}`

const isAbout =
  ({ operation, kind, who }: Counted) =>
  ({ operations, of, callers }: Growing): boolean =>
    operations.includes(operation) && (of?.includes(kind) ?? true) && (callers?.includes(who) ?? true)
