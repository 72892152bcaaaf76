/** Reads the query of a URL strictly: each parameter only once, in percent-encoded UTF-8, and + for a space. */
import { meant } from './nearest.ts'
import type { Violation } from './problem.ts'

export interface Query {
  parameters: ReadonlyMap<string, string>
  violations: Violation[]
}

export function readQuery(url: string): Query {
  const mark = url.indexOf('?')
  if (mark < 0 || mark === url.length - 1) return NO_QUERY
  const parameters = new Map<string, string>()
  const violations: Violation[] = []
  for (const pair of url.slice(mark + 1).split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = decoded(equals < 0 ? pair : pair.slice(0, equals))
    const value = decoded(equals < 0 ? '' : pair.slice(equals + 1))
    if (name === undefined || value === undefined || /[\0\ud800-\udfff]/u.test(name + value)) {
      violations.push({
        field: name === undefined || name === '' ? 'query' : name,
        code: 'INVALID_FORMAT',
        message: 'The query must be percent-encoded UTF-8 without NUL.',
      })
    } else if (parameters.has(name)) {
      violations.push({ field: name, code: 'DUPLICATE_ITEM', message: `${name} is in the query twice.` })
    } else parameters.set(name, value)
  }
  return { parameters, violations }
}

const NO_QUERY: Query = { parameters: new Map(), violations: [] }

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

/** Refuses unknown parameters. Otherwise a request with a misspelt `filter` would list everything. */
export function unknownParameters(raw: ReadonlyMap<string, string>, known: readonly string[]): Violation[] {
  return [...raw.keys()]
    .filter((name) => !known.includes(name))
    .map((name) => ({
      field: name,
      code: 'UNKNOWN_PROPERTY',
      message: `${name} is not a query parameter here; ${known.length > 0 ? known.join(', ') : 'there are none'}.${meant(name, known)}`,
    }))
}
