/** Which JSON Schemas the strict modes of both model protocols accept, and whether an answer follows its schema. */
import { Ajv } from 'ajv'

const KNOWN = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'anyOf',
  'enum',
  'const',
  'items',
  'description',
  '$schema',
])

/** Returns what is wrong with a schema, if anything is. */
export function faultOfSchema(schema: unknown, at = 'schema'): string | undefined {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return `${at} is no schema`
  const { type, properties, required, additionalProperties, anyOf, items } = schema as Record<string, unknown>
  const unknown = Object.keys(schema).find((keyword) => !KNOWN.has(keyword))
  if (unknown !== undefined) return `${at}: ${unknown} is not permitted`
  if (type === 'object') {
    const keys = Object.keys(properties ?? {})
    if (additionalProperties !== false) return `${at}: additionalProperties must be false`
    if (JSON.stringify([...((required ?? []) as string[])].sort()) !== JSON.stringify([...keys].sort()))
      return `${at}: required must name every property`
  }
  const children = [
    ...Object.entries((properties ?? {}) as Record<string, unknown>),
    ...((anyOf ?? []) as unknown[]).map((child, index) => [String(index), child] as const),
    ...(items === undefined ? [] : [['items', items] as const]),
  ]
  return children
    .map(([name, child]) => faultOfSchema(child, `${at}.${name}`))
    .find((fault) => fault !== undefined)
}

/** Throws if the answer does not follow the schema. A strict mode never gives such an answer, so the test would be wrong. */
export function mustKeepTo(schema: unknown, text: string): void {
  const validate = new Ajv({ strict: false }).compile(schema as object)
  if (!validate(JSON.parse(text)))
    throw new Error(`the answer of this test isn't one: ${JSON.stringify(validate.errors)}`)
}
