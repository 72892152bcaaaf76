/** Which matches a statistic is about: the query parameters `from`, `to`, `timeZone`, `gameId` and `communityId`. */
import * as z from 'zod'
import { type Sql, allOf, sql } from '../../db/sql.ts'
import type { QueryOf } from '../../http/operation/operation.ts'
import { optionalParameters } from '../../http/operation/optional-parameters.ts'
import { fault, uuid } from '../../http/schema/schema.ts'
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

/** The first and last day with a year of four digits. In some time zones a match can be up to a day before or after them. */
const [FIRST_DAY, LAST_DAY] = ['0001-01-01', '9999-12-31']

const DAY = /^\d{4}-\d\d-\d\d$/

/** Only names: PostgreSQL reads `+2` with the opposite sign, and other texts as time zone rules. */
const ZONE = /^[A-Za-z]\w*(?:[/+-]\w+)*$/

const format = (isRight: (text: string) => boolean, message: string) =>
  z.string().superRefine((text, context) => {
    if (!isRight(text)) fault(context, 'INVALID_FORMAT', message)
  })

const day = () => format(isDay, 'must be a day that exists, such as 2026-01-31').meta({ format: 'date' })

const timeZone = () =>
  format(isTimeZone, 'must be a name of the IANA time zone database, such as Europe/Berlin')

const PARAMETERS = {
  from: {
    schema: day(),
    description: 'The first day to count, in the time zone of the request.',
    example: '2026-01-01',
  },
  to: {
    schema: day(),
    description: 'The last day to count, in the time zone of the request.',
    example: '2026-12-31',
  },
  timeZone: {
    schema: timeZone(),
    description: 'The time zone in which days and months begin: a name of the IANA time zone database.',
    example: 'Europe/Berlin',
    default: 'UTC',
  },
  gameId: { schema: uuid(), description: 'Count only matches of this game.' },
  communityId: { schema: uuid(), description: 'Count only matches of this community.' },
}

/** Reads these parameters, or names all that is wrong with them. */
export function spanOf(...names: (keyof Span)[]): QueryOf<Span> {
  const chosen = Object.fromEntries(names.map((name) => [name, PARAMETERS[name]]))
  const { parameters, read } = optionalParameters(chosen as typeof PARAMETERS)
  return {
    parameters,
    read(raw) {
      const { value: span, violations } = read(raw)
      if (violations) return { violations }
      const { from, to } = span
      if (from === undefined || to === undefined || from <= to) return { value: span }
      const message = 'to must not be before from.'
      return { violations: [{ field: 'to', code: 'OUT_OF_RANGE', message, rejectedValue: to }] }
    },
  }
}

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

function isDay(text: string): boolean {
  return DAY.test(text) && 'at' in parseTimestamp(`${text}T12:00:00Z`)
}

function isTimeZone(name: string): boolean {
  if (!ZONE.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== ''
  } catch {
    return false
  }
}
