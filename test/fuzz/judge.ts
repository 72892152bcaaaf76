/**
 * Compares an answer with the document: its status, media type, body and headers, and whether the service should have refused.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { PREFIX } from '../../src/http/prefix.ts'
import type { Described, DescribedAnswer, Document, Schema } from '../document.ts'
import { type Asked, type Got, isJson, isStream } from './asked.ts'
import { Refusing, type Scopes } from './refusing.ts'

/** An answer may have these headers only if the document names them. With `always`, it must then have them. */
const HEADERS: { name: string; always: boolean; form?: RegExp }[] = [
  // The ETag must be strong, because a weak one cannot be sent back as If-Match.
  { name: 'ETag', always: true, form: /^"[\x21\x23-\x7e]+"$/ },
  { name: 'Location', always: true },
  { name: 'X-Request-Id', always: true },
  { name: 'WWW-Authenticate', always: false }, // only on a 403 for a missing scope
  { name: 'Retry-After', always: true },
  { name: 'Idempotent-Replayed', always: false },
]

/** The headers that a refusal must have, by its status, for every operation. */
const BESIDES: Readonly<Record<number, string>> = {
  401: 'WWW-Authenticate',
  405: 'Allow',
  429: 'Retry-After',
  503: 'Retry-After',
}

/** This must be the same object each time, because compiled schemas are cached by their object. */
const PROBLEM: Schema = { $ref: 'document#/components/schemas/Problem' }

/** On a slow machine, files wait too long for their reader. */
const MANY_FILES = 'Too many files are being read'

export class Judge {
  readonly #document: Document
  readonly #refusing: Refusing
  readonly #ajv: Ajv2020
  readonly #compiled = new Map<Schema, ValidateFunction>()

  /** If `scopesOf` is missing, the callers' rights are not checked. */
  constructor(document: Document, scopesOf?: Scopes) {
    this.#document = document
    this.#refusing = new Refusing(document, scopesOf)
    this.#ajv = new Ajv2020({ strict: false, allErrors: false, discriminator: false, coerceTypes: false })
    formats.default(this.#ajv)
    for (const format of ['int32', 'int64']) this.#ajv.addFormat(format, true)
    this.#ajv.addSchema(closed(document.whole), 'document')
  }

  /** The number of compiled schemas. Each takes milliseconds and memory. */
  get compiled(): number {
    return this.#compiled.size
  }

  /**
   * Returns a sentence that says what is wrong with the answer, or undefined. If `got` is a string, there was no answer, and the
   * string says why.
   */
  fault(asked: Asked, got: Got | string): string | undefined {
    if (typeof got === 'string') return got
    if (got.status === 503 && got.text.includes(MANY_FILES)) return undefined
    if (got.status >= 500) return `It was answered ${got.status}: ${got.text.slice(0, 2_000)}`
    if (!asked.path.startsWith(PREFIX)) return undefined // the document does not describe pages
    const operation = this.#document.find(asGet(asked.method), asked.path)
    const reason = got.status < 300 && operation ? this.#refusing.reason(asked, operation) : undefined
    if (operation && reason !== undefined)
      return `${operation.id} was answered ${got.status}, and must be refused: ${reason}`
    return this.offDocument(asked.method, asked.path, got)
  }

  /** Returns a sentence if the answer contradicts the document, or undefined. A 503 is allowed. */
  offDocument(method: string, path: string, got: Got): string | undefined {
    const { status, headers, text } = got
    const operation = this.#document.find(asGet(method), path)
    if (headers['x-request-id'] === undefined) return 'The answer has no X-Request-Id.'
    if (method === 'OPTIONS' && status === 204)
      return headers['allow'] === undefined || text !== '' ? 'OPTIONS has no Allow, or a body.' : undefined
    if (operation === undefined)
      return status < 300
        ? `It was answered ${status}, and the document has no such operation.`
        : this.#problemFault(method, got)
    const answer = operation.answers.get(status)
    if (answer === undefined && !this.#document.anywhere.has(status))
      return `${operation.id} was answered ${status}, which is in no document: ${text.slice(0, 500)}`
    const wrongHeader = answer && this.#headerFault(answer, headers, status)
    if (wrongHeader !== undefined) return `${operation.id}: ${wrongHeader}`
    if (status >= 400) return this.#problemFault(method, got)
    return method === 'HEAD' ? undefined : this.#bodyFault(operation, answer, got)
  }

  #bodyFault(operation: Described, answer: DescribedAnswer | undefined, { status, headers, text }: Got) {
    const described = Object.entries(answer?.content ?? {})
    if (described.length === 0)
      return text === '' ? undefined : `${operation.id} has a body with ${status}: ${text.slice(0, 200)}`
    const type = (headers['content-type'] ?? '').split(';')[0] ?? ''
    const content = answer?.content[type]
    if (content === undefined) return `${operation.id} is answered as ${type}, which is in no document.`
    if (isStream(headers)) {
      const events = [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => data)
      return events.map((data) => this.#schemaFault(content.schema, data, operation.id)).find(Boolean)
    }
    if (!isJson(headers)) return undefined
    return this.#schemaFault(content.schema, text, operation.id) ?? pageFault(operation, text)
  }

  #problemFault(method: string, { status, headers, text }: Got): string | undefined {
    const besides = BESIDES[status]
    if (besides !== undefined && headers[besides.toLowerCase()] === undefined)
      return `A ${status} has no ${besides}.`
    if (method === 'HEAD') return undefined
    const type = headers['content-type'] ?? ''
    if (!type.startsWith('application/problem+json'))
      return `A ${status} comes as ${type}: ${text.slice(0, 300)}`
    const wrong = this.#schemaFault(PROBLEM, text, `a ${status}`)
    if (wrong !== undefined) return wrong
    const problem = JSON.parse(text) as { status: number; requestId: string }
    if (problem.status !== status) return `A ${status} says that it is ${problem.status}.`
    if (problem.requestId !== headers['x-request-id'])
      return `A ${status} has another requestId than its header.`
    return undefined
  }

  #headerFault({ headers: described }: DescribedAnswer, headers: Got['headers'], status: number) {
    for (const { name, always, form } of HEADERS) {
      const value = headers[name.toLowerCase()]
      const schema = described[name]?.schema
      if (value === undefined && always && schema) return `a ${status} has no ${name}.`
      if (value === undefined) continue
      if (!schema) return `a ${status} has ${name}: ${value}, which is in no document.`
      if (!this.#compile(schema)(asTyped(value, schema)) || form?.test(value) === false)
        return `a ${status} has ${name}: ${value}, which is off its schema.`
    }
    return undefined
  }

  #schemaFault(schema: Schema, text: string, what: string): string | undefined {
    let body: unknown
    try {
      body = JSON.parse(text)
    } catch {
      return `The body of ${what} is no JSON: ${text.slice(0, 300)}`
    }
    const validate = this.#compile(schema)
    if (validate(body)) return undefined
    return `The body of ${what} is off its schema: ${this.#ajv.errorsText(validate.errors)}: ${text.slice(0, 500)}`
  }

  /** Compiles a schema. Each `$ref` gets the name of the document, because the schema is compiled outside of it. */
  #compile(schema: Schema): ValidateFunction {
    const known = this.#compiled.get(schema)
    if (known) return known
    const text = JSON.stringify(closed(schema)).replaceAll('"$ref":"#/', '"$ref":"document#/')
    const compiled = this.#ajv.compile(JSON.parse(text) as Schema)
    this.#compiled.set(schema, compiled)
    return compiled
  }
}

const asGet = (method: string): string => (method === 'HEAD' ? 'GET' : method)

const asTyped = (value: string, schema: Schema): unknown =>
  schema['type'] === 'integer' && /^\d+$/.test(value) ? Number(value) : value

/** Returns a sentence if a page has more items than its limit, or an item twice. */
function pageFault({ id }: Described, text: string): string | undefined {
  const { limit, items } = JSON.parse(text) as { limit?: number; items?: { id?: string }[] }
  if (limit === undefined || items === undefined) return undefined
  if (items.length > limit) return `${id} has ${items.length} items on a page of ${limit}.`
  const ids = items.flatMap((item) => item.id ?? [])
  return new Set(ids).size < ids.length ? `${id} has something twice on a page.` : undefined
}

/** The schema, with no other properties allowed in its objects, because an undocumented property may leak data. */
function closed<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(closed) as T
  if (typeof schema !== 'object' || schema === null) return schema
  const inner = Object.fromEntries(Object.entries(schema).map(([name, one]) => [name, closed(one)]))
  const isObject = inner['type'] === 'object' && typeof inner['properties'] === 'object'
  return (
    isObject && !('additionalProperties' in inner) ? { ...inner, additionalProperties: false } : inner
  ) as T
}
