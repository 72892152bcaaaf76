/** The station that checks headers, path, query and body. It checks all of them, so that one answer names every violation. */
import type { KeyObject } from 'node:crypto'
import { accountErased } from './authenticate.ts'
import type { Caller } from '../caller.ts'
import { type Precondition, checkIfMatch, checkIfNoneMatch, checkMatchOrCreate } from './etag.ts'
import { checkIdempotencyKey } from './idempotency.ts'
import { canonicalJson } from '../json/canonical.ts'
import type { JsonValue } from '../json/value.ts'
import type { Request } from './request.ts'
import type { Input, Operation } from '../operation/operation.ts'
import { invalid } from '../problem.ts'
import { StreamedBody } from '../operation/streamed-body.ts'
import { type CheckResult, validate, validateBody } from '../schema/validate.ts'

export interface CheckedInput extends Input {
  idempotencyKey: string
  ifMatch: Precondition
  /** The answer must show the database at this position in the log, or later. */
  position: string | undefined
}

export async function check(
  operation: Operation,
  request: Request,
  caller: Caller,
  secret: KeyObject,
): Promise<CheckedInput> {
  const changes = operation.handling.kind === 'change'
  const idempotencyKey = changes ? checkIdempotencyKey(request.idempotencyKey) : { value: '' }
  const ifMatch = operation.ifMatch ? precondition(operation, request) : { value: '*' as const }
  const ifNoneMatch = operation.responds.revalidates ? checkIfNoneMatch(request.ifNoneMatch) : { value: [] }
  const position = changes ? { value: undefined } : checkPosition(request.position)
  const params = checkParams(operation, request.params)
  const query = operation.query.read(request.query.parameters, request.path, secret)
  const body = await checkBody(operation, request.body, caller)
  const parts = [idempotencyKey, ifMatch, ifNoneMatch, position, params, request.query, query, body]
  const violations = parts.flatMap((part) => part.violations ?? [])
  if (violations.length > 0) throw caller.erased ? accountErased() : invalid(violations)
  return {
    caller,
    params: params.value ?? {},
    query: query.value,
    body: body.value,
    from: request.from,
    idempotencyKey: idempotencyKey.value ?? '',
    ifMatch: ifMatch.value ?? '*',
    position: position.value,
  }
}

/** Reads the position that an earlier answer gave to the client. If a client invents a position, the primary answers the read. */
function checkPosition(value: string | undefined): CheckResult<string | undefined> {
  if (value === undefined || /^\d{1,20}$/.test(value)) return { value }
  return {
    violations: [
      {
        field: 'Scorebook-Position',
        code: 'INVALID_FORMAT',
        message: 'Scorebook-Position must be the header of an answer to a change.',
        rejectedValue: value,
      },
    ],
  }
}

const precondition = (
  { responds }: Operation,
  { ifMatch, ifNoneMatch }: Request,
): CheckResult<Precondition> =>
  responds.orCreated ? checkMatchOrCreate(ifMatch, ifNoneMatch) : checkIfMatch(ifMatch)

/** Checks the body. A body that the operation reads as a stream is checked by the operation. */
async function checkBody(
  operation: Operation,
  body: Request['body'],
  caller: Caller,
): Promise<CheckResult<unknown>> {
  if (body instanceof StreamedBody) return { value: body }
  if (operation.bytes) return operation.bytes.read(Buffer.isBuffer(body) ? body : Buffer.alloc(0), caller.key)
  if (Buffer.isBuffer(body)) throw new Error(`${operation.id} takes no bytes.`)
  if (!operation.body) return none(body)
  return validateBody(operation.body, operation.bodyOptional && body === undefined ? {} : body)
}

function none(body: JsonValue | undefined): CheckResult<undefined> {
  if (body === undefined || canonicalJson(body) === '{}') return { value: undefined }
  return {
    violations: [{ field: 'body', code: 'UNKNOWN_PROPERTY', message: 'This request takes no body.' }],
  }
}

/** The schemas also turn UUIDs into lower case. */
function checkParams(operation: Operation, raw: Record<string, string>): CheckResult<Record<string, string>> {
  const value: Record<string, string> = {}
  const violations = Object.entries(operation.params).flatMap(([name, schema]) => {
    const checked = validate(schema, raw[name], name)
    value[name] = String(checked.value)
    return checked.violations ?? []
  })
  return violations.length > 0 ? { violations } : { value }
}
