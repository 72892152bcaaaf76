/**
 * Makes random filters, and decides by the specification whether an item matches. What a viewer does not see counts as absent.
 */
import type { Name } from './model.ts'
import type { Random } from './random.ts'

/** The values that a filter finds in each field: one, several, or none. */
export type Facts = Record<string, string | readonly string[] | undefined>

export type Filter =
  | { field: string; operator: '==' | '!=' | '=in=' | '=out=' | '=null=' | '=gt=' | '=le='; values: string[] }
  | { and: Filter[] }
  | { or: Filter[] }

/** Makes a random filter on the fields of `pool`, with values that occur in the world. */
export function inventFilter(random: Random, pool: readonly Facts[], depth = 2): Filter | undefined {
  const parts = depth > 0 && random.chance(0.5) ? [0, 1].map(() => inventFilter(random, pool, depth - 1)) : []
  const known = parts.filter((part) => part !== undefined)
  if (known.length > 1) return random.chance(0.5) ? { and: known } : { or: known }
  const field = random.pick(Object.keys(pool[0] ?? {}))
  if (field === undefined) return undefined
  if (isTime(field) || random.chance(0.15))
    return { field, operator: '=null=', values: [random.chance(0.5) ? 'true' : 'false'] }
  const values = pool.flatMap((facts) => facts[field] ?? [])
  const [one = 'nothing', other = one] = [random.pick(values), random.pick(values)]
  if (isText(field)) {
    const comparison = random.pick(['==', '==', '!=', '=gt=', '=le='] as const) ?? '=='
    const wild =
      comparison.startsWith('=g') || comparison === '=le='
        ? one
        : (random.pick([one, `${one.slice(0, 3)}*`]) ?? one)
    return { field, operator: comparison, values: [random.chance(0.3) ? wild.toUpperCase() : wild] }
  }
  const operator = random.pick(['==', '!=', '=in=', '=out='] as const) ?? '=='
  return { field, operator, values: operator === '==' || operator === '!=' ? [one] : [one, other] }
}

export function holds(filter: Filter, facts: Facts): boolean {
  if ('and' in filter) return filter.and.every((part) => holds(part, facts))
  if ('or' in filter) return filter.or.some((part) => holds(part, facts))
  const { field, operator, values } = filter
  const fact = facts[field]
  const many = typeof fact === 'object'
  const own = typeof fact === 'string' ? [fact] : (fact ?? [])
  const is = (value: string) => values.some((wanted) => equals(value, wanted))
  switch (operator) {
    case '==':
    case '=in=':
      return own.some(is)
    case '!=':
    case '=out=':
      return many ? own.some((value) => !is(value)) : !own.some(is)
    case '=null=':
      return (own.length === 0) === (values[0] === 'true')
    case '=gt=':
      return own.some((value) => folded(value) > folded(values[0]))
    case '=le=':
      return own.some((value) => folded(value) <= folded(values[0]))
  }
}

/** The filter as text for a request, with ids in place of names. */
export function written(filter: Filter, idOf: (name: Name) => string): string {
  if ('and' in filter) return `(${filter.and.map((part) => written(part, idOf)).join(';')})`
  if ('or' in filter) return `(${filter.or.map((part) => written(part, idOf)).join(',')})`
  const { field, operator, values } = filter
  if (operator === '=null=') return `${field}=null=${values[0]}`
  const texts = values.map((value) => (isText(field) ? `'${value}'` : isId(field) ? idOf(value) : value))
  return `${field}${operator}${operator === '=in=' || operator === '=out=' ? `(${texts.join()})` : texts[0]}`
}

const isId = (field: string) => field === 'id' || field.endsWith('Id')
const isTime = (field: string) => field.endsWith('At') || field === 'since'
const isText = (field: string) => field === 'name' || field.endsWith('Name')

const folded = (text = '') => text.toLowerCase()

const equals = (value: string, wanted: string) =>
  wanted.endsWith('*')
    ? folded(value).startsWith(folded(wanted.slice(0, -1)))
    : folded(value) === folded(wanted)
