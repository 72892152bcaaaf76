/** The query parameters of operations other than lists and counts. */
import * as z from 'zod'
import { inline } from '../schema/json-schema.ts'
import { fault } from '../schema/schema.ts'
import type { Violation } from '../problem.ts'
import { unknownParameters } from '../query.ts'
import type { QueryOf } from './operation.ts'
import { validate } from '../schema/validate.ts'

interface Parameter {
  schema: z.ZodType
  description: string
  example?: string
  /** The value that is used if the parameter is missing. */
  default?: unknown
}

type Values<P extends Record<string, Parameter>> = {
  [N in keyof P as P[N] extends { default: unknown } ? never : N]?: z.output<P[N]['schema']>
} & { [N in keyof P as P[N] extends { default: unknown } ? N : never]: z.output<P[N]['schema']> }

export function optionalParameters<const P extends Record<string, Parameter>>(known: P): QueryOf<Values<P>> {
  const entries = Object.entries<Parameter>(known)
  return {
    parameters: entries.map(([name, { schema, description, example, default: value }]) => ({
      name,
      description,
      schema: { ...inline(schema), ...(value === undefined ? {} : { default: value }) },
      ...(example === undefined ? {} : { example }),
    })),
    read(raw) {
      const violations: Violation[] = unknownParameters(raw, Object.keys(known))
      const values: Record<string, unknown> = {}
      for (const [name, { schema, default: value }] of entries) {
        const checked = raw.has(name) ? validate(schema, raw.get(name), name) : { value }
        if (checked.violations) violations.push(...checked.violations)
        else if (checked.value !== undefined) values[name] = checked.value
      }
      return violations.length > 0 ? { violations } : { value: values as Values<P> }
    },
  }
}

/** Only `true` and `false` are accepted, so that a misspelt `dryRun` never starts a real import. */
export const flag = () =>
  z
    .string()
    .transform((text, context) => {
      if (text !== 'true' && text !== 'false') fault(context, 'INVALID_TYPE', 'must be true or false')
      return text === 'true'
    })
    .meta({ type: 'boolean' })
