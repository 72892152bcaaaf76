/** What an answer's body must have in common with the request, and with earlier answers. */
import { marksOf } from './marks.ts'

/** True if each field that the request set, and each mark of a match, has the requested value. */
export function isAsAsked(body: Record<string, unknown>, asked: unknown): boolean {
  const { displayName, status, playedAt, ...others } = (asked ?? {}) as Record<string, unknown>
  const [mark] = marksOf(others)
  return (
    (displayName === undefined || body['displayName'] === displayName) &&
    (status === undefined || body['status'] === status) &&
    (playedAt === undefined || timeOf(body['playedAt']) === timeOf(playedAt)) &&
    (mark === undefined || marksOf(body).has(mark))
  )
}

const timeOf = (value: unknown): number => (typeof value === 'string' ? Date.parse(value) : Number.NaN)

/** Leaves out the names of other things, because they may change without a new version. */
export function withoutNames(value: unknown, isInside = false): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutNames(one, true))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !(isInside && name === 'displayName'))
      .map(([name, one]) => [name, withoutNames(one, true)]),
  )
}
