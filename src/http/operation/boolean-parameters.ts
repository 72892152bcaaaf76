/** Query parameters that are true or false, for operations other than lists and counts. */
import { type Violation } from '../problem.ts'
import { unknownParameters } from '../query.ts'
import type { QueryOf } from './operation.ts'

interface Flag {
  /** The value of an absent parameter. */
  default: boolean
  description: string
}

/** Takes exactly `true` and `false`, so that a misspelt dry run never becomes a real import. */
export function booleanParameters<N extends string>(known: Record<N, Flag>): QueryOf<Record<N, boolean>> {
  const entries = Object.entries<Flag>(known)
  return {
    parameters: entries.map(([name, { default: value, description }]) => ({
      name,
      description,
      schema: { type: 'boolean', default: value },
    })),
    read(raw) {
      const wrong = entries.filter(([name]) => !['true', 'false', undefined].includes(raw.get(name)))
      const violations = [...unknownParameters(raw, Object.keys(known)), ...wrong.map(noFlag(raw))]
      if (violations.length > 0) return { violations }
      const values = entries.map(([name, flag]) => [name, (raw.get(name) ?? String(flag.default)) === 'true'])
      return { value: Object.fromEntries(values) as Record<N, boolean> }
    },
  }
}

const noFlag =
  (raw: ReadonlyMap<string, string>) =>
  ([name]: [string, Flag]): Violation => ({
    field: name,
    code: 'INVALID_TYPE',
    message: `${name} must be true or false.`,
    rejectedValue: raw.get(name),
  })
