/** The API's document from the point of view of a client: finds the operation of a request, and its possible answers. */
import { readFileSync } from 'node:fs'

export type Schema = Record<string, unknown>

export interface Described {
  id: string
  method: string
  /** The path with the version prefix. Parameters are names in braces. */
  path: string
  scope: string
  parameters: Parameter[]
  body: { required: boolean; content: Record<string, { schema: Schema }> } | undefined
  answers: Map<number, DescribedAnswer>
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: Schema
  description?: string
}

export interface DescribedAnswer {
  headers: Record<string, { schema: Schema }>
  /** The schema for each media type. Empty if the answer has no body. */
  content: Record<string, { schema: Schema }>
}

export interface Document {
  whole: Schema
  operations: Described[]
  /** The statuses that every request may get, by the document's description. */
  anywhere: Set<number>
  /** Finds the first operation that fits. So `/matches/count` is found before `/matches/{id}`. */
  find: (method: string, path: string) => Described | undefined
}

export function documentIn(text: string): Document {
  const whole = JSON.parse(text)
  const follow = (node: { $ref?: string }) =>
    node.$ref === undefined
      ? node
      : node.$ref
          .split('/')
          .slice(1)
          .reduce((at, name) => at[name], whole)
  const operations: Described[] = Object.entries<object>(whole.paths).flatMap(([path, item]) =>
    // oxlint-disable-next-line typescript/no-explicit-any -- an operation as JSON, whose form test/openapi.test.ts holds
    Object.entries<any>(item).map(([method, described]) => ({
      id: described.operationId,
      method: method.toUpperCase(),
      path,
      scope: described.security?.[0]?.bearerAuth?.[0] ?? '',
      parameters: (described.parameters ?? []).map(follow),
      body: described.requestBody,
      answers: new Map(
        Object.entries<{ $ref?: string }>(described.responses).map(([status, answer]) => {
          const { headers = {}, content = {} } = follow(answer)
          const followed = Object.entries<{ $ref?: string }>(headers).map(([name, one]) => [
            name,
            follow(one),
          ])
          return [Number(status), { headers: Object.fromEntries(followed), content }]
        }),
      ),
    })),
  )
  const forms = operations
    .map((operation) => ({
      operation,
      form: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/?]+')}$`),
    }))
    .toSorted((one, other) => braces(one.operation.path) - braces(other.operation.path))
  const paragraph =
    /Besides the\s+statuses\s+that\s+each\s+operation\s+lists.*?\n\n/s.exec(whole.info.description)?.[0] ?? ''
  const anywhere = new Set((paragraph.match(/\b[45]\d\d\b/g) ?? []).map(Number))
  if (anywhere.size === 0) throw new Error('The document does not say how any request may be answered.')
  return {
    whole,
    operations,
    anywhere,
    find(method, path) {
      const [withoutQuery = ''] = path.split('?')
      return forms.find(({ operation, form }) => operation.method === method && form.test(withoutQuery))
        ?.operation
    },
  }
}

/** The document that is committed. A test compares it with the code. */
export const keptDocument = (): Document =>
  documentIn(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8'))

const braces = (path: string): number => path.split('{').length
