/** Writes a module with a value for each operation of the document. */
import type { DescribedOperation, Document, Parameter } from './document.ts'
import { comment, typeOf } from './types.ts'

interface Found {
  method: string
  path: string
  operation: DescribedOperation
}

export function operationsModule(document: Document, prefix: string): string {
  const found = operationsOf(document, prefix)
  const names = Object.keys(document.components.schemas)
  const values = found.map((one) => valueOf(one, found)).join('\n')
  const used = ['DateTime', ...names].filter((name) =>
    new RegExp(`\\b${name}\\b`).test(values.replaceAll(/\/\*[^]*?\*\//g, '')),
  )
  return [
    '/** The operations of the API. Derived from the API; `npm run derive` renews it. */',
    `import type { Operation, StreamOperation } from '../operation.ts'`,
    `import type { ${used.join(', ')} } from './schemas.ts'`,
    '',
    values,
  ].join('\n')
}

const operationsOf = ({ paths }: Document, prefix: string): Found[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: path.slice(prefix.length),
      operation,
    })),
  )

function valueOf({ method, path, operation }: Found, all: readonly Found[]): string {
  const { operationId, summary, description, requestBody } = operation
  const said = comment([summary, ...(description === '' ? [] : ['', ...description.split('\n')])].join('\n'))
  const media = Object.keys(requestBody?.content ?? {})
  if (answerContent(operation)?.media === 'text/event-stream') {
    const facts = { method, path, stream: true }
    return `${said}export const ${operationId}: StreamOperation<${answerOf(operation)}> = ${written(facts)}\n`
  }
  const resource = hasHeader(operation, 'IfMatch') ? versionedBy(path, all) : undefined
  const facts = {
    method,
    path,
    ...(resource ? { versionOf: resource.path } : {}),
    ...(hasHeader(operation, 'IfNoneMatchToCreate') ? { creates: true } : {}),
    ...((media[0] ?? JSON_TYPE) === JSON_TYPE ? {} : { media }),
  }
  const types = [
    `params: ${fieldsOf(operation, 'path') ?? 'unknown'}`,
    `query: ${fieldsOf(operation, 'query') ?? 'undefined'}`,
    `body: ${bodyOf(operation)}`,
    `answer: ${answerOf(operation)}`,
    ...(resource ? [`resource: ${answerOf(resource.operation)}`] : []),
  ]
  return `${said}export const ${operationId}: Operation<{\n${types.join('\n')}\n}> = ${written(facts)}\n`
}

const written = (facts: Record<string, unknown>) =>
  `{ ${Object.entries(facts)
    .map(([name, value]) => `${name}: ${JSON.stringify(value).replaceAll('"', "'").replaceAll(',', ', ')}`)
    .join(', ')} }`

const JSON_TYPE = 'application/json'

const hasHeader = ({ parameters }: DescribedOperation, name: string) =>
  parameters.some(
    (one) => '$ref' in one && (one.$ref.endsWith(`/${name}`) || one.$ref.endsWith(`/${name}WhereThere`)),
  )

/**
 * The resource whose version an operation names: the nearest one at or above its path that has an ETag. The ETag of an answer that
 * can be 304 is a hash of bytes, and no version.
 */
function versionedBy(path: string, all: readonly Found[]): Found {
  const found = all
    .filter(
      ({ method, operation: { responses } }) =>
        method === 'GET' && 'ETag' in (responses['200']?.headers ?? {}) && !('304' in responses),
    )
    .filter((one) => path === one.path || path.startsWith(`${one.path}/`))
    .toSorted((one, other) => other.path.length - one.path.length)[0]
  if (!found) throw new Error(`${path} has no resource with an ETag.`)
  return found
}

function fieldsOf({ parameters }: DescribedOperation, place: 'path' | 'query'): string | undefined {
  const fields = parameters
    .filter((one): one is Parameter => !('$ref' in one) && one.in === place)
    .map(
      ({ name, description, schema }) =>
        `${comment(description)}${name}${place === 'path' ? '' : '?'}: ${typeOf(schema)}${place === 'path' ? '' : ' | undefined'}`,
    )
  return fields.length === 0 ? undefined : `{\n${fields.join('\n')}\n}`
}

function bodyOf({ requestBody }: DescribedOperation): string {
  const [content] = Object.entries(requestBody?.content ?? {})
  if (!requestBody || !content) return 'undefined'
  const [media, { schema }] = content
  const type = media === JSON_TYPE ? typeOf(schema) : 'Blob'
  return requestBody.required ? type : `${type} | undefined`
}

function answerContent({ responses }: DescribedOperation) {
  const success = responses['200'] ?? responses['201'] ?? responses['204']
  const [content] = Object.entries(success?.content ?? {})
  return content && { media: content[0], schema: content[1].schema ?? {} }
}

function answerOf(operation: DescribedOperation): string {
  const content = answerContent(operation)
  if (!content) return 'undefined'
  const isText = content.media === JSON_TYPE || content.media === 'text/event-stream'
  return isText ? typeOf(content.schema) : 'Blob'
}
