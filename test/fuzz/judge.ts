/** Holds an answer against the document: its status, its media type, its body, and its headers. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { PREFIX } from '../../src/http/prefix.ts'
import type { Described, DescribedAnswer, Document, Schema } from '../document.ts'
import type { Asked, Got } from './asked.ts'

/** These stand on an answer exactly where the document has them; `always` also whenever it has them. */
const HEADERS: { name: string; always: boolean }[] = [
  { name: 'ETag', always: true },
  { name: 'Location', always: false },
  { name: 'X-Request-Id', always: true },
  { name: 'Retry-After', always: true },
  { name: 'Idempotent-Replayed', always: false },
]

/** One object, as what is compiled of a schema is kept by the object. */
const PROBLEM: Schema = { $ref: 'document#/components/schemas/Problem' }

export class Judge {
  readonly #document: Document
  readonly #ajv: Ajv2020
  readonly #compiled = new Map<Schema, ValidateFunction>()

  constructor(document: Document) {
    this.#document = document
    this.#ajv = new Ajv2020({ strict: false, allErrors: false, discriminator: false })
    formats.default(this.#ajv)
    for (const format of ['int32', 'int64']) this.#ajv.addFormat(format, true)
    this.#ajv.addSchema(document.whole, 'document')
  }

  /** How many schemas were compiled, of which each takes milliseconds and memory. */
  get compiled(): number {
    return this.#compiled.size
  }

  /** What is wrong with the answer, in a sentence; undefined where all is as it should be. No answer comes as a sentence. */
  fault(asked: Asked, got: Got | string): string | undefined {
    if (typeof got === 'string') return got
    const { status, headers, text } = got
    if (status >= 500) return `It was answered ${status}: ${text.slice(0, 2_000)}`
    const method = asked.method === 'HEAD' ? 'GET' : asked.method
    if (!asked.path.startsWith(PREFIX)) return undefined // a page, which the document does not describe
    const operation = this.#document.find(method, asked.path)
    if (status < 300 && operation === undefined && asked.method !== 'OPTIONS')
      return `It was answered ${status}, and the document has no such operation.`
    if (operation === undefined)
      return asked.method === 'OPTIONS' ? undefined : this.#problemFault(asked, got)
    const answer = operation.answers.get(status)
    if (answer === undefined && !this.#document.anywhere.has(status))
      return `${operation.id} was answered ${status}, which is in no document: ${text.slice(0, 500)}`
    if (headers['x-request-id'] === undefined) return 'The answer has no X-Request-Id.'
    const wrongHeader = answer && headerFault(answer, headers, status)
    if (wrongHeader !== undefined) return `${operation.id}: ${wrongHeader}`
    if (status >= 400) return this.#problemFault(asked, got)
    return asked.method === 'HEAD' ? undefined : this.#bodyFault(operation, answer, got)
  }

  #bodyFault(operation: Described, answer: DescribedAnswer | undefined, { status, headers, text }: Got) {
    const described = Object.entries(answer?.content ?? {})
    if (described.length === 0)
      return text === '' ? undefined : `${operation.id} has a body with ${status}: ${text.slice(0, 200)}`
    const type = (headers['content-type'] ?? '').split(';')[0] ?? ''
    const content = answer?.content[type]
    if (content === undefined) return `${operation.id} is answered as ${type}, which is in no document.`
    return this.#schemaFault(content.schema, text, operation.id)
  }

  #problemFault(asked: Asked, { status, headers, text }: Got): string | undefined {
    if (asked.method === 'HEAD') return undefined
    const type = headers['content-type'] ?? ''
    if (!type.startsWith('application/problem+json'))
      return `A ${status} comes as ${type}: ${text.slice(0, 300)}`
    const wrong = this.#schemaFault(PROBLEM, text, `a ${status}`)
    if (wrong !== undefined) return wrong
    const problem = JSON.parse(text) as { status: number; requestId: string }
    if (problem.status !== status) return `A ${status} says that it is ${problem.status}.`
    if (problem.requestId !== headers['x-request-id'])
      return `A ${status} has another requestId than its header.`
    if (status === 405 && headers['allow'] === undefined) return 'A 405 has no Allow.'
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

  /** A `$ref` within the document is one from here. */
  #compile(schema: Schema): ValidateFunction {
    const known = this.#compiled.get(schema)
    if (known) return known
    const text = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"document#/')
    const compiled = this.#ajv.compile(JSON.parse(text) as Schema)
    this.#compiled.set(schema, compiled)
    return compiled
  }
}

function headerFault(
  { headers: described }: DescribedAnswer,
  headers: Got['headers'],
  status: number,
): string | undefined {
  for (const { name, always } of HEADERS) {
    const value = headers[name.toLowerCase()]
    if (value === undefined && always && described[name]) return `a ${status} has no ${name}.`
    if (value !== undefined && !described[name])
      return `a ${status} has ${name}: ${value}, which is in no document.`
    const allowed = described[name]?.schema['enum'] as string[] | undefined
    if (value !== undefined && allowed && !allowed.includes(value))
      return `a ${status} has ${name}: ${value}, not ${allowed.join(' or ')}.`
  }
  return undefined
}
