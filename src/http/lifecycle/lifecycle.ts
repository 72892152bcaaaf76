/** Runs a request through its stations, in the order of the specification. */
import { type KeyObject, createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Database, Transaction } from '../../db/database.ts'
import type { Row, Sql } from '../../db/sql.ts'
import { type Authentication, accountErased, mustBeRecent, mustHoldScope } from './authenticate.ts'
import type { Caller } from '../caller.ts'
import { type CallerTurns, type Costly, costOf, dismissBehind } from './caller-turns.ts'
import { type CheckedInput, check } from './check.ts'
import { contentTag, etagOf, mustMatch } from './etag.ts'
import {
  type StoredAnswer,
  keepAnswer,
  mustBeSameRequest,
  requestFingerprint,
  reserveKey,
} from './idempotency.ts'
import type { JsonValue } from '../json/value.ts'
import {
  type ChangeHandling,
  type Found,
  type Operation,
  type ReadHandling,
  type SecretOf,
  type Shown,
  nounOf,
} from '../operation/operation.ts'
import { forbidden, notFound } from '../problem.ts'
import { type Responds, locationOf } from '../operation/responds.ts'
import type { Query } from '../query.ts'
import type { Request } from './request.ts'
import { StationTimes } from './station-times.ts'
import { StreamedBody } from '../operation/streamed-body.ts'
import { type Turn, inTurn } from '../turns/turns.ts'
import type { Streams } from '../streams/streams.ts'

export interface Answer extends StoredAnswer {
  replayed: boolean
  /** Only with standbys. A read that names this position sees the change on every server. */
  position?: string | undefined
  /** True if the client may keep the body, but must ask each time whether it is still current. */
  revalidates?: boolean
  /** The media type, if it is not JSON. Then `body` is in base64. */
  media?: Responds['media']
  /** If the answer is long, its pieces. They are used in place of `body`. */
  pieces?: AsyncIterable<string>
}

export interface Services {
  db: Database
  authentication: Authentication
  turns: CallerTurns
  /** A secret, which is the same on all instances. */
  cursorSecret: KeyObject
  /** For answers that show a secret only once. `secret` is the same on all instances. */
  reveals: { secret: KeyObject; baseUrl: string }
  /** Selects the users that an answer names, as an array. Undefined if the answer can name nobody but the caller. */
  usersNamed: (body: string, caller: Caller) => Sql | undefined
  streams: Streams
  /** Called after each change, because it may have written events. */
  committed: () => void
}

/** The services that a call from within the service needs. It has no token and waits for no turn. */
type ServicesOfCaller = Pick<Services, 'db' | 'cursorSecret' | 'usersNamed'> & Partial<Services>

/** What we know about a request before we read its body. */
interface RequestHead {
  headers: IncomingHttpHeaders
  query: Query
  /** True if the body may be larger than 1 MiB. */
  large: boolean
}

export type Admission = { times: StationTimes } & (
  | { caller: Caller; turn: Turn; cost: Costly | undefined; refusal?: never }
  | { refusal: unknown; caller?: never }
)

/** Runs the stations that come before the body is read. If the request is refused, it returns the refusal; it never rejects. */
export async function admit(
  operation: Operation,
  { headers, query, large }: RequestHead,
  { authentication, turns }: Services,
): Promise<Admission> {
  const times = new StationTimes()
  try {
    const known = authentication.caller(headers)
    const caller = known instanceof Promise ? await known : known
    permit(operation, caller)
    const cost = costOf(operation, query, large)
    const turn = turns.take(caller.key, cost)
    times.begin('turn')
    return { times, caller, cost, turn }
  } catch (refusal) {
    return { times, refusal }
  }
}

/** Answers a request when its turn has come. If the request has problems, it throws the first one. */
export async function answer(
  admission: Admission,
  operation: Operation,
  request: Request,
  services: Services,
): Promise<Answer> {
  const { caller, refusal } = admission
  if (!caller) throw refusal
  try {
    return await proceed(caller, operation, request, services, admission.times)
  } catch (error) {
    dismissBehind(services.turns, caller.key, admission.cost, error)
    throw error
  }
}

export async function answerTo(
  caller: Caller,
  operation: Operation,
  request: Request,
  services: ServicesOfCaller,
): Promise<Answer> {
  permit(operation, caller)
  return proceed(caller, operation, request, services, new StationTimes())
}

async function proceed(
  caller: Caller,
  operation: Operation,
  request: Request,
  services: ServicesOfCaller,
  times: StationTimes,
): Promise<Answer> {
  times.begin('check')
  const { handling } = operation
  const input = await check(operation, request, caller, services.cursorSecret)
  if (handling.kind === 'read') return read(handling, input, operation, services.db, times, request.gone)
  if (handling.kind === 'change') return change(handling, input, operation, request, services, times)
  throw new Error('A stream has no answer that ends.')
}

export function permit(operation: Operation, caller: Caller): void {
  // If a client repeats the erasure of its account, it gets the stored answer, even though the account no longer exists.
  if (caller.erased && (operation.handling.kind !== 'change' || !caller.scopes.has(operation.scope)))
    throw accountErased()
  mustHoldScope(caller, operation.scope)
  if (operation.recent) mustBeRecent(caller)
  if (caller.userId === undefined && !caller.erased && !operation.anyone) {
    throw forbidden('This operation is for people; the access token belongs to a client without a user.')
  }
}

async function read(
  handling: ReadHandling,
  input: CheckedInput,
  operation: Operation,
  db: Database,
  times: StationTimes,
  gone: AbortSignal | undefined,
): Promise<Answer> {
  times.begin('run')
  const statement = handling.statement(input)
  const atPrimary = () => db.many(statement, { caller: input.caller.key, gone })
  const asked = handling.atPrimary
    ? await atPrimary()
    : await db.read(statement, { caller: input.caller.key, after: input.position, gone })
  const rows = handling.alwaysThere && asked.length === 0 ? await atPrimary() : asked
  const found: Found | undefined = rows[0] as Found | undefined
  if (handling.single && found === undefined) throw notFound(noSuch(operation))
  if (found && 'visible' in found && found.visible !== true)
    throw forbidden(operation.refusal ?? `You may not see this ${nounOf(operation)}.`)
  const made = handling.body(rows, input, db)
  const body = made instanceof Promise ? await made : made
  const { status, revalidates, media } = operation.responds
  if (typeof body !== 'string')
    return { status, etag: null, location: null, body: null, pieces: body, replayed: false, media }
  if (revalidates)
    return { status, etag: contentTag(body), location: null, body, replayed: false, revalidates, media }
  const etag = operation.responds.etag && found?.version !== undefined ? etagOf(found.version) : null
  return { status, etag, location: null, body, replayed: false }
}

async function change(
  handling: ChangeHandling,
  input: CheckedInput,
  operation: Operation,
  request: Request,
  { db, authentication, usersNamed, reveals, committed }: ServicesOfCaller,
  times: StationTimes,
): Promise<Answer> {
  const secretOf = secretsOf(input, reveals?.secret)
  const { stream, body } = bodyOf(operation, request)
  const fingerprintOf = (sent: JsonValue | Buffer | undefined) =>
    requestFingerprint(operation.method, request.path, request.query.parameters, sent)
  const fingerprint = await fingerprintOf(body)
  const work = async (tx: Transaction): Promise<Answer> => {
    times.begin('begin')
    const { key, target, references, accountExists } = await begin(
      handling,
      input,
      fingerprint,
      tx,
      authentication,
    )
    if (!key.reserved) {
      mustBeSameRequest(key, stream ? await fingerprintOf(await stream.digest()) : fingerprint)
      const position = await tx.rollback(input.caller.key)
      const { status, etag, location, body } = key
      return { status, etag, location, body, replayed: true, position }
    }
    if (!accountExists) {
      authentication?.people.forget()
      throw accountErased()
    }
    if (handling.target && target === undefined) throw notFound(noSuch(operation))
    if (target && handling.allow && !handling.allow.may(input.caller, target))
      throw forbidden(handling.allow.refusal)
    if (target && handling.version) mustMatch(input.ifMatch, handling.version(target))
    times.begin('run')
    const shown = await handling.run({ ...input, db: tx, target, references, secretOf })
    const stored = answerOf(operation, request, shown)
    const sent = stream && (await fingerprintOf(await stream.digest()))
    times.begin('commit')
    const users = stored.body === null ? undefined : usersNamed(stored.body, input.caller)
    const kept = keepAnswer(input.caller.key, input.idempotencyKey, stored, { fingerprint: sent, users })
    const events = handling.changes({ ...input, target, references, shown })
    const position = await tx.commit([...events, kept], input.caller.key)
    return { ...stored, replayed: false, position }
  }
  const thing = handling.inTurn?.(input)
  times.begin('queue')
  const answered = await (thing === undefined
    ? db.transaction(work, input.caller.key)
    : inTurn(thing, () => db.transaction(work, input.caller.key)))
  if (!answered.replayed) committed?.()
  if (handling.erases) authentication?.people.forget()
  if (!handling.reveal || answered.body === null) return answered
  return { ...answered, body: handling.reveal(answered.body, secretOf, reveals?.baseUrl ?? '') }
}

const secretsOf =
  ({ caller, idempotencyKey }: CheckedInput, secret: KeyObject | undefined): SecretOf =>
  (word) => {
    if (!secret) throw new Error('A caller within this service is shown no secrets.')
    return createHmac('sha256', secret)
      .update(JSON.stringify([caller.key, idempotencyKey.toLowerCase(), word]))
      .digest()
  }

/** Sends all statements that need no earlier result in one round trip. Users are locked in the same order as in an erasure. */
async function begin(
  handling: ChangeHandling,
  input: CheckedInput,
  fingerprint: Buffer,
  tx: Transaction,
  authentication: Authentication | undefined,
) {
  const { erased, userId } = input.caller
  const [insert, state] = reserveKey(input.caller.key, input.idempotencyKey, fingerprint)
  const lock =
    userId && !handling.erases
      ? authentication?.people.lockAccount(userId, handling.others?.(input))
      : undefined
  const asked = erased ? [] : [lock, handling.target?.(input), handling.references?.(input)]
  const [, key, account, target, references] = await Promise.all([
    tx.many(insert),
    tx.one(state),
    ...asked.map((statement): Promise<Row | undefined> =>
      statement ? tx.maybe(statement) : Promise.resolve(undefined),
    ),
  ])
  const accountExists =
    !erased && (userId === undefined || (handling.erases ? target : account) !== undefined)
  return { key, target, references, accountExists }
}

function answerOf(operation: Operation, request: Request, shown: Shown | void): StoredAnswer {
  const { status, etag, orCreated } = operation.responds
  const put = orCreated && shown?.created
  return {
    status: put ? 201 : status,
    etag: etag && shown?.version !== undefined ? etagOf(shown.version) : null,
    location: put
      ? request.path
      : shown?.id === undefined
        ? null
        : locationOf(operation, request.path, shown.id),
    body: status === 204 ? null : (shown?.body ?? null),
  }
}

function bodyOf(
  operation: Operation,
  { body }: Request,
): { stream?: StreamedBody; body?: JsonValue | Buffer | undefined } {
  if (body instanceof StreamedBody) return { stream: body }
  return operation.body || operation.bytes ? { body } : {}
}

const noSuch = (operation: Operation) => `There is no such ${nounOf(operation)}, or it was deleted.`
