/** Which matches a statistic is about: the query parameters `from`, `to`, `timeZone`, `gameId` and `communityId`. */
import { type Sql, allOf, sql } from '../../db/sql.ts'
import type { QueryOf } from '../../http/operation/operation.ts'
import type { QueryParameter } from '../../http/schema/query-parameter.ts'
import type { Violation } from '../../http/problem.ts'
import { unknownParameters } from '../../http/query.ts'
import { UUID } from '../../http/schema/schema.ts'
import { parseTimestamp } from '../../http/schema/timestamp.ts'

export interface Span {
  /** The first and the last day, in the time zone. */
  from?: string
  to?: string
  /** The time zone of days and months: a name of the IANA time zone database. */
  timeZone: string
  gameId?: string
  communityId?: string
}

type Name = keyof Span

/** The first and last day with a year of four digits. In some time zones a match can be up to a day before or after them. */
const [FIRST_DAY, LAST_DAY] = ['0001-01-01', '9999-12-31']

const DAY = /^\d{4}-\d\d-\d\d$/

/** Only names: PostgreSQL reads `+2` with the opposite sign, and other texts as time zone rules. */
const ZONE = /^[A-Za-z]\w*(?:[/+-]\w+)*$/

const KNOWN: Record<Name, QueryParameter & { fault: (text: string) => string | undefined }> = {
  from: {
    name: 'from',
    description: 'The first day that counts, in the time zone.',
    schema: { type: 'string', format: 'date' },
    example: '2026-01-01',
    fault: faultOfDay,
  },
  to: {
    name: 'to',
    description: 'The last day that counts, in the time zone.',
    schema: { type: 'string', format: 'date' },
    example: '2026-12-31',
    fault: faultOfDay,
  },
  timeZone: {
    name: 'timeZone',
    description: 'The time zone in which days and months begin: a name of the IANA time zone database.',
    schema: { type: 'string', default: 'UTC' },
    example: 'Europe/Berlin',
    fault: (text) =>
      isTimeZone(text) ? undefined : 'must be a name of the IANA time zone database, such as Europe/Berlin',
  },
  gameId: {
    name: 'gameId',
    description: 'Count only matches of this game.',
    schema: { type: 'string', format: 'uuid' },
    fault: faultOfId,
  },
  communityId: {
    name: 'communityId',
    description: 'Count only matches of this community.',
    schema: { type: 'string', format: 'uuid' },
    fault: faultOfId,
  },
}

/** Reads these parameters, or names all that is wrong with them. */
export const spanOf = (...names: Name[]): QueryOf<Span> => ({
  parameters: names.map((name) => {
    const { fault: _, ...parameter } = KNOWN[name]
    return parameter
  }),
  read(raw) {
    const violations: Violation[] = unknownParameters(raw, names)
    for (const name of names) {
      const text = raw.get(name)
      const fault = text === undefined ? undefined : KNOWN[name].fault(text)
      if (fault !== undefined)
        violations.push({
          field: name,
          code: 'INVALID_FORMAT',
          message: `${name} ${fault}.`,
          rejectedValue: text,
        })
    }
    const [from, to] = [raw.get('from'), raw.get('to')]
    if (violations.length === 0 && from !== undefined && to !== undefined && from > to)
      violations.push({
        field: 'to',
        code: 'OUT_OF_RANGE',
        message: 'to must not be before from.',
        rejectedValue: to,
      })
    if (violations.length > 0) return { violations }
    return { value: { timeZone: 'UTC', ...Object.fromEntries(raw) } }
  },
})

/** The conditions on columns of a match: when it was played, its game and its community. */
export const within = (
  { from, to, timeZone, gameId, communityId }: Span,
  on: { playedAt: Sql; gameId: Sql; communityId: Sql },
): Sql =>
  allOf([
    ...(from === undefined || from === FIRST_DAY
      ? []
      : [sql`${on.playedAt} >= ${from}::date::timestamp at time zone ${timeZone}`]),
    ...(to === undefined || to === LAST_DAY
      ? []
      : [sql`${on.playedAt} < (${to}::date + 1)::timestamp at time zone ${timeZone}`]),
    ...(gameId === undefined ? [] : [sql`${on.gameId} = ${gameId}`]),
    ...(communityId === undefined ? [] : [sql`${on.communityId} = ${communityId}`]),
  ])

/**
 * The local time of an instant, for days and months. A time before the first day or after the last day counts on that day, as in
 * `within`.
 */
export const local = (at: Sql, { timeZone }: Pick<Span, 'timeZone'>): Sql =>
  sql`least(greatest(${at} at time zone ${timeZone}, ${FIRST_DAY}::timestamp), ${LAST_DAY}::timestamp + interval '23:59:59.999999')`

export const dayOf = (at: Sql, span: Pick<Span, 'timeZone'>): Sql =>
  sql`to_char(${local(at, span)}, 'YYYY-MM-DD')`

/**
 * A table for `inSameMonth`, from a row of `ends` with the `first` and `last` instant. All time zones have the same month, except
 * within a day of the start of a month in UTC, because no zone is a whole day from UTC. `edges` are the instants a day before and
 * a day after each start of a month. `instants` has infinity between such a pair, otherwise the edge after which all zones agree.
 */
export const monthsAround = (ends: Sql): Sql => sql`
  select array_agg(edge order by edge) as edges,
    array_agg(case when side < '0' then 'infinity' else edge end order by edge) as instants
  from ${ends}, generate_series(date_trunc('month', first), last + interval '2 months', '1 month') turn,
    unnest(array[interval '-1 day', '1 day']) side, lateral (select turn + side as edge) edges`

/**
 * An instant in the same month as `at` in every time zone. So there are some hundred different instants, and a few more near the
 * start of a month.
 */
export const inSameMonth = (at: Sql, around: Sql): Sql =>
  sql`least(${at}, (select instants from ${around})[width_bucket(${at}, (select edges from ${around}))])`

function faultOfDay(text: string): string | undefined {
  const isDay = DAY.test(text) && 'at' in parseTimestamp(`${text}T12:00:00Z`)
  return isDay ? undefined : 'must be a day that exists, such as 2026-01-31'
}

function faultOfId(text: string): string | undefined {
  return UUID.test(text) ? undefined : 'must be a UUID'
}

function isTimeZone(name: string): boolean {
  if (!ZONE.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== ''
  } catch {
    return false
  }
}
