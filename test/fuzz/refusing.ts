/** Says which requests the document forbids, so that an answer with 2xx would be wrong. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { Described, Document, Schema } from '../document.ts'
import type { Asked } from './asked.ts'

/** The scopes of a caller; undefined if the service does not know the caller. */
export type Scopes = (by: string) => ReadonlySet<string> | undefined

export class Refusing {
  readonly #scopesOf: Scopes | undefined
  readonly #ajv = new Ajv2020({ strict: false, allErrors: false })
  readonly #compiled = new Map<Schema, ValidateFunction>()

  constructor(document: Document, scopesOf?: Scopes) {
    this.#scopesOf = scopesOf
    formats.default(this.#ajv)
    for (const format of ['int32', 'int64']) this.#ajv.addFormat(format, true)
    this.#ajv.addSchema(document.whole, 'document')
  }

  /** Returns why the document forbids the request. Undefined if it does not; the rules may still refuse the request. */
  reason(asked: Asked, operation: Described): string | undefined {
    return (
      this.#callerFault(asked, operation) ??
      this.#parameterFault(asked, operation) ??
      this.#bodyFault(asked, operation)
    )
  }

  #callerFault({ by }: Asked, { scope }: Described): string | undefined {
    if (!this.#scopesOf) return undefined
    const scopes = by === undefined ? undefined : this.#scopesOf(by)
    if (scopes === undefined) return 'nobody is known to ask for it.'
    return scope === '' || scopes.has(scope) ? undefined : `${by} has not the scope ${scope}.`
  }

  #parameterFault({ path, headers }: Asked, operation: Described): string | undefined {
    const [plain = '', query = ''] = path.split('?')
    const names = operation.path.split('/')
    const parts = plain.split('/')
    const queries = query.split('&').map((pair) => pair.split('='))
    for (const { name, in: place, required, schema } of operation.parameters) {
      const given =
        place === 'header'
          ? [headers[name.toLowerCase()]?.trim()]
          : place === 'path'
            ? [parts[names.indexOf(`{${name}}`)]]
            : queries.filter(([one]) => one === name).map(([, value = '']) => value)
      const values = given.filter((one) => one !== undefined)
      if (values.length === 0 && required) return `it lacks ${name}.`
      for (const value of values) {
        const decoded = place === 'header' ? value : decodedIn(value)
        if (decoded === undefined) return `${name} is no UTF-8.`
        if (!this.#allows(schema, asTyped(decoded, schema))) return `${name} is off its schema.`
      }
    }
    return undefined
  }

  #bodyFault({ headers, body }: Asked, { body: described }: Described): string | undefined {
    const schema = described?.content['application/json']?.schema
    // A file may come as any of the types that the operation takes, and is not checked by a schema.
    if (!schema || schema['format'] === 'binary') return undefined
    if (body === undefined || body === '') return described.required ? 'it lacks a body.' : undefined
    if (!/^application\/json\b/i.test(headers['content-type'] ?? ''))
      return `its body comes as ${headers['content-type']}.`
    try {
      // The service removes the spaces around names. Text that is blank stays as it is.
      const taken: unknown = JSON.parse(body, (_, value: unknown) =>
        typeof value === 'string' ? value.trim() || value : value,
      )
      return this.#allows(schema, taken) ? undefined : 'its body is off its schema.'
    } catch {
      return 'its body is no JSON.'
    }
  }

  #allows(schema: Schema, value: unknown): boolean {
    const known = this.#compiled.get(schema)
    if (known) return known(value)
    const text = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"document#/')
    const compiled = this.#ajv.compile(JSON.parse(text) as Schema)
    this.#compiled.set(schema, compiled)
    return compiled(value)
  }
}

function decodedIn(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}

/** Parameters come as text. A text that is not a number stays text, and so violates a schema for numbers. */
const asTyped = (value: string, { type }: Schema): unknown => {
  if (type === 'integer' || type === 'number')
    return value.trim() === '' || Number.isNaN(Number(value)) ? value : Number(value)
  if (type === 'boolean') return value === 'true' || (value === 'false' ? false : value)
  return value
}
