/** Optional query parameters, each with a schema, for operations other than lists and counts. */
import type * as z from 'zod'
import { inline } from '../schema/json-schema.ts'
import type { Violation } from '../problem.ts'
import { unknownParameters } from '../query.ts'
import type { QueryOf } from './operation.ts'
import { validate } from '../schema/validate.ts'

interface Parameter {
  /** Checks the parameter's text. */
  schema: z.ZodType
  description: string
  example?: string
}

type Values<P extends Record<string, Parameter>> = { [N in keyof P]?: z.output<P[N]['schema']> }

export function optionalParameters<const P extends Record<string, Parameter>>(known: P): QueryOf<Values<P>> {
  const entries = Object.entries<Parameter>(known)
  return {
    parameters: entries.map(([name, { schema, description, example }]) => ({
      name,
      description,
      schema: inline(schema),
      ...(example === undefined ? {} : { example }),
    })),
    read(raw) {
      const violations: Violation[] = unknownParameters(raw, Object.keys(known))
      const values: Record<string, unknown> = {}
      for (const [name, { schema }] of entries) {
        if (!raw.has(name)) continue
        const checked = validate(schema, raw.get(name), name)
        if (checked.violations) violations.push(...checked.violations)
        else values[name] = checked.value
      }
      return violations.length > 0 ? { violations } : { value: values as Values<P> }
    },
  }
}
