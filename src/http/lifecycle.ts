/** The road of a request, station by station, in the order that decisions on the interface give; none is asked twice. */
import type { Database, Transaction } from '../db/database.ts'
import type { Row } from '../db/sql.ts'
import { type Authentication, type Caller, accountErased, mustHoldScope } from './authenticate.ts'
import { type CallerTurns, type Costly, costOf, dismissBehind } from './caller-turns.ts'
import { type CheckedInput, check } from './check.ts'
import { contentTag, etagOf, mustMatch } from './etag.ts'
import { type StoredAnswer, fingerprint, keepAnswer, mustBeSameRequest, reserveKey } from './idempotency.ts'
import type { JsonValue } from './json/value.ts'
import {
  type ChangeHandling,
  type Found,
  type Operation,
  type ReadHandling,
  type Shown,
  nounOf,
} from './operation.ts'
import { forbidden, notFound } from './problem.ts'
import type { Query } from './query.ts'
import type { Request } from './request.ts'
import { StreamedBody } from './streamed-body.ts'
import { type Turn, inTurn } from './turns.ts'

export interface Answer extends StoredAnswer {
  replayed: boolean
  /** True where a client may keep the body, and ask each time whether it is still the same: its coding decides the 304. */
  revalidates?: boolean
}

/** What the road needs besides the request. */
export interface Services {
  db: Database
  authentication: Authentication
  turns: CallerTurns
  /** Signs cursors; the same on every instance. */
  cursorSecret: Buffer
}

/** A part of this service has no token, no turn to wait for, and no account that could be erased meanwhile. */
type ServicesOfCaller = Omit<Services, 'authentication' | 'turns'> & Partial<Services>

/** What is known of a request before its body is read. */
export interface Knock {
  authorization: string | undefined
  query: Query
  /** True where its body is, or may turn out, above 1 MiB. */
  large: boolean
}

/** Who may go on when their turn has come, or what stands against them. */
export type Entry =
  | { caller: Caller; turn: Turn; cost: Costly | undefined; refusal?: never }
  | { refusal: unknown; caller?: never }

/** The stations before the body: who calls, whether they may, and their turn. Never rejects. */
export async function enter(
  operation: Operation,
  { authorization, query, large }: Knock,
  { authentication, turns }: Services,
): Promise<Entry> {
  try {
    const known = authentication.caller(authorization)
    const caller = known instanceof Promise ? await known : known
    permit(operation, caller)
    const cost = costOf(operation, query, large)
    return { caller, cost, turn: turns.take(caller.key, cost) }
  } catch (refusal) {
    return { refusal }
  }
}

/** Answers a request whose turn it is, or throws the problem that it met first. */
export async function answer(
  entry: Entry,
  operation: Operation,
  request: Request,
  services: Services,
): Promise<Answer> {
  if (!entry.caller) throw entry.refusal
  try {
    return await proceed(entry.caller, operation, request, services)
  } catch (error) {
    dismissBehind(services.turns, entry.caller.key, entry.cost, error)
    throw error
  }
}

/** The road for a part of this service, which is known. */
export async function answerTo(
  caller: Caller,
  operation: Operation,
  request: Request,
  services: ServicesOfCaller,
): Promise<Answer> {
  permit(operation, caller)
  return proceed(caller, operation, request, services)
}

async function proceed(
  caller: Caller,
  operation: Operation,
  request: Request,
  services: ServicesOfCaller,
): Promise<Answer> {
  const input = await check(operation, request, caller, services.cursorSecret)
  return operation.handling.kind === 'read'
    ? read(operation.handling, input, operation, services.db)
    : change(operation.handling, input, operation, request, services)
}

/** The scope, and a user where the operation needs one. */
function permit(operation: Operation, caller: Caller): void {
  // What was asked for before the account was erased is answered again, the erasure itself too.
  if (caller.erased && (operation.handling.kind === 'read' || !caller.scopes.has(operation.scope)))
    throw accountErased()
  mustHoldScope(caller, operation.scope)
  if (caller.userId === undefined && !caller.erased && !operation.anyone) {
    throw forbidden('This operation is for people; the access token is that of a client without a user.')
  }
}

async function read(
  handling: ReadHandling,
  input: CheckedInput,
  operation: Operation,
  db: Database,
): Promise<Answer> {
  const rows = await db.many(handling.statement(input))
  const found: Found | undefined = rows[0] as Found | undefined
  if (handling.single && found === undefined) throw notFound(nothingThere(operation))
  if (found && 'visible' in found && found.visible !== true)
    throw forbidden(operation.refusal ?? `You may not see this ${nounOf(operation)}.`)
  const body = handling.body(rows, input)
  const { status, revalidates } = operation.responds
  if (revalidates)
    return { status, etag: contentTag(body), location: null, body, replayed: false, revalidates }
  const etag = operation.responds.etag && found?.version !== undefined ? etagOf(found.version) : null
  return { status, etag, location: null, body, replayed: false }
}

/** One transaction: the key is reserved, the work done and its answer kept, or nothing of it happens. */
async function change(
  handling: ChangeHandling,
  input: CheckedInput,
  operation: Operation,
  request: Request,
  { db, authentication }: ServicesOfCaller,
): Promise<Answer> {
  const { stream, body } = bodyOf(operation, request)
  const printOf = (sent: JsonValue | Buffer | undefined) =>
    fingerprint(operation.method, request.path, request.query.parameters, sent)
  const print = await printOf(body)
  const work = async (tx: Transaction): Promise<Answer> => {
    const { reserved, target, references, there } = await begin(handling, input, print, tx, authentication)
    if (!reserved.reserved) {
      mustBeSameRequest(reserved, stream ? await printOf(await stream.digest()) : print)
      await tx.rollback()
      const { status, etag, location, body } = reserved
      return { status, etag, location, body, replayed: true }
    }
    if (!there) {
      authentication?.forgetCallers()
      throw accountErased()
    }
    if (handling.target && target === undefined) throw notFound(nothingThere(operation))
    if (target && handling.allow && !handling.allow.may(input.caller, target))
      throw forbidden(handling.allow.refusal)
    if (target && handling.version) mustMatch(input.ifMatch, handling.version(target))
    const shown = await handling.run({ ...input, db: tx, target, references })
    const stored = answerOf(operation, request, shown)
    const sent = stream && (await printOf(await stream.digest()))
    await tx.commit(keepAnswer(input.caller.key, input.idempotencyKey, stored, sent))
    return { ...stored, replayed: false }
  }
  const thing = handling.inTurn?.(input)
  const answered = await (thing === undefined
    ? db.transaction(work)
    : inTurn(thing, () => db.transaction(work)))
  if (handling.erases) authentication?.forgetCallers()
  return answered
}

/**
 * All that can be asked before an answer is needed, in one round trip. The caller is held before the target, so that an
 * erasure, which takes the caller and then what is theirs, waits for what they have under way or is waited for.
 */
async function begin(
  handling: ChangeHandling,
  input: CheckedInput,
  print: Buffer,
  tx: Transaction,
  authentication: Authentication | undefined,
) {
  const { erased, userId } = input.caller
  const [insert, state] = reserveKey(input.caller.key, input.idempotencyKey, print)
  const hold = userId && !handling.erases ? authentication?.users.lockAccount(userId) : undefined
  const asked = erased ? [] : [hold, handling.target?.(input), handling.references?.(input)]
  const [, reserved, held, target, references] = await Promise.all([
    tx.many(insert),
    tx.one(state),
    ...asked.map((statement): Promise<Row | undefined> =>
      statement ? tx.maybe(statement) : Promise.resolve(undefined),
    ),
  ])
  const isThere = userId === undefined || (handling.erases ? target : held) !== undefined
  return { reserved, target, references, there: !erased && isThere }
}

function answerOf(operation: Operation, request: Request, shown: Shown | void): StoredAnswer {
  const { status, etag, location, orCreated } = operation.responds
  const put = orCreated && shown?.created
  return {
    status: put ? 201 : status,
    etag: etag && shown?.version !== undefined ? etagOf(shown.version) : null,
    location: put ? request.path : location && shown?.id !== undefined ? `${request.path}/${shown.id}` : null,
    body: status === 204 ? null : (shown?.body ?? null),
  }
}

function bodyOf(
  operation: Operation,
  { body }: Request,
): { stream?: StreamedBody; body?: JsonValue | undefined } {
  if (body instanceof StreamedBody) return { stream: body }
  return operation.body ? { body } : {}
}

const nothingThere = (operation: Operation) => `There is no such ${nounOf(operation)}, or it was deleted.`
