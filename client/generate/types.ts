/** Writes JSON Schemas as TypeScript types, with their descriptions as comments. */
import { type Schema, UNKNOWN_KEYWORDS } from './document.ts'

/** The module with a type for each named schema. */
export function schemasModule(schemas: Record<string, Schema>): string {
  const types = Object.entries(schemas)
    .filter(([name]) => !OWN.has(name))
    .map(([name, schema]) => `${comment(schema.description)}${declaration(name, schema)}\n`)
  return `${HEAD}${types.join('\n')}`
}

/** The client has classes of its own for these. */
const OWN = new Set(['Problem', 'Violation'])

const HEAD = [
  '/** What the operations take and answer. Derived from the API; `npm run derive` renews it. */',
  '',
  '/** A date and time in UTC (RFC 3339), for example `2026-01-15T19:30:00Z`. */',
  'export type DateTime = string',
  '',
  '',
].join('\n')

const declaration = (name: string, schema: Schema) =>
  schema.properties && schema.type === 'object'
    ? `export interface ${name} ${typeOf(schema)}`
    : `export type ${name} = ${typeOf(schema)}`

export function typeOf(schema: Schema): string {
  const unknown = UNKNOWN_KEYWORDS.find((keyword) => keyword in schema)
  if (unknown !== undefined) throw new Error(`There is no type for ${unknown} of ${JSON.stringify(schema)}.`)
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? ''
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ')
  switch (schema.type) {
    case 'string':
      return schema.format === 'date-time' ? 'DateTime' : 'string'
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
    case 'null':
      return schema.type
    case 'array':
      return listOf(typeOf(schema.items ?? {}))
    case 'object':
      return objectType(schema)
    default:
      return 'unknown'
  }
}

const literal = (value: unknown) => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value))

const listOf = (item: string) => (/^\w+$/.test(item) ? `${item}[]` : `(${item})[]`)

function objectType({ properties = {}, required = [], additionalProperties }: Schema): string {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const isRequired = required.includes(name)
    const key = /^\w+$/.test(name) ? name : `'${name}'`
    return `${comment(schema.description)}${key}${isRequired ? '' : '?'}: ${typeOf(schema)}${isRequired ? '' : ' | undefined'}`
  })
  if (typeof additionalProperties === 'object') return `Record<string, ${typeOf(additionalProperties)}>`
  if (fields.length === 0) return 'Record<string, unknown>'
  return `{\n${fields.join('\n')}\n}`
}

/** Empty without a text. */
export const comment = (text = '', end = '\n'): string => {
  const lines = text.replaceAll('*/', '*\\/').split('\n')
  if (text === '') return ''
  return lines.length === 1
    ? `/** ${text} */${end}`
    : `/**\n${lines.map((line) => ` * ${line}`).join('\n')}\n */${end}`
}
