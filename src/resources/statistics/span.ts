/** The query parameters that choose the matches of a statistic: `from`, `to`, `timeZone`, `gameId` and `communityId`. */
import * as z from 'zod'
import { type Sql, allOf, sql } from '../../db/sql.ts'
import type { QueryOf } from '../../http/operation/operation.ts'
import { optionalParameters } from '../../http/operation/optional-parameters.ts'
import { fault, uuid } from '../../http/schema/schema.ts'
import { parseTimestamp } from '../../http/schema/timestamp.ts'

export interface Span {
  /** The first day that counts, such as `2026-11-23`, in the time zone. */
  from?: string
  /** The last day that counts. */
  to?: string
  /** A name from the IANA time zone database, such as `Europe/Berlin`. */
  timeZone: string
  gameId?: string
  communityId?: string
}

/**
 * The first and last day that we can show, because years have four digits. In some time zones a match can be a day earlier or
 * later.
 */
const [FIRST_DAY, LAST_DAY] = ['0001-01-01', '9999-12-31']

const DAY = /^\d{4}-\d\d-\d\d$/

/** Only names are allowed. PostgreSQL reads `+2` with the opposite sign, and takes other texts as rules of a time zone. */
const ZONE = /^[A-Za-z]\w*(?:[/+-]\w+)*$/

const format = (isRight: (text: string) => boolean, message: string) =>
  z.string().superRefine((text, context) => {
    if (!isRight(text)) fault(context, 'INVALID_FORMAT', message)
  })

const day = () => format(isDay, 'must be a day that exists, such as 2026-01-31').meta({ format: 'date' })

export const timeZone = () =>
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

/** The local time. Times before the first day or after the last day are moved to that day. */
export const local = (at: Sql, { timeZone }: Pick<Span, 'timeZone'>): Sql =>
  sql`least(greatest(${at} at time zone ${timeZone}, ${FIRST_DAY}::timestamp), ${LAST_DAY}::timestamp + interval '23:59:59.999999')`

export const dayOf = (at: Sql, span: Pick<Span, 'timeZone'>): Sql =>
  sql`to_char(${local(at, span)}, 'YYYY-MM-DD')`

/**
 * A table for `inSameMonth`. Time zones differ from UTC by less than a day, so they can disagree about the month only within a
 * day of its start. `edges` has the times one day before and one day after each start of a month. `instants` has, for each piece
 * between two edges, a time that is in the right month in every time zone, or infinity if `at` itself must be used.
 */
export const monthsAround = (ends: Sql): Sql => sql`
  select array_agg(edge order by edge) as edges,
    array_agg(case when side < '0' then 'infinity' else edge end order by edge) as instants
  from ${ends}, generate_series(date_trunc('month', first), last + interval '2 months', '1 month') turn,
    unnest(array[interval '-1 day', '1 day']) side, lateral (select turn + side as edge) edges`

/** Replaces `at` by one of a few hundred times that is in the same month in every time zone. Grouping by these is fast. */
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
