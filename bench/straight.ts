/**
 * The straight side sends the statements that the service would send for a request, in the same round trips. It takes them from
 * the operation.
 */
import { type KeyObject, randomBytes } from 'node:crypto'
import { operations } from '../src/api.ts'
import type { Database, Transaction } from '../src/db/database.ts'
import type { Row } from '../src/db/sql.ts'
import { uuidv7 } from '../src/db/uuid.ts'
import type { UserCaller } from '../src/http/caller.ts'
import { type CheckedInput, check } from '../src/http/lifecycle/check.ts'
import { keepAnswer, reserveKey } from '../src/http/lifecycle/idempotency.ts'
import type { ChangeHandling, Found, Operation } from '../src/http/operation/operation.ts'
import { readQuery } from '../src/http/query.ts'
import { sharedSecret } from '../src/http/secrets.ts'
import { lockAccount } from '../src/resources/users/store.ts'
import { urlOf } from './requests.ts'
import type { Person } from './stage.ts'
import type { Asked, Work } from './works/work.ts'
import { callerOf } from './sample.ts'

/** Checks the requests first. Returns a function for each request, which sends the request's statements. */
export async function straight(
  db: Database,
  { route }: Work,
  asked: Asked[],
  people: Person[],
): Promise<(() => Promise<void>)[]> {
  const operation = operations.find(({ method, path }) => `${method} ${path}` === route)
  if (!operation) throw new Error(`The API has no operation ${route}.`)
  const secret = await sharedSecret(db, 'cursor')
  const sends: (() => Promise<void>)[] = []
  for (const one of asked) {
    const person = people[one.person]
    if (!person) throw new Error(`There is no person ${one.person}.`)
    const input = await checked(operation, one, callerOf(person), secret)
    sends.push(() => send(db, operation, input))
  }
  return sends
}

function checked(
  operation: Operation,
  asked: Asked,
  caller: UserCaller,
  secret: KeyObject,
): Promise<CheckedInput> {
  const url = urlOf(`${operation.method} ${operation.path}`, asked)
  const request = {
    path: url.split('?')[0] ?? '',
    params: asked.params ?? {},
    query: readQuery(url),
    body: asked.body,
    idempotencyKey: uuidv7(),
    ifMatch: asked.headers?.['if-match'],
    ifNoneMatch: asked.headers?.['if-none-match'],
  }
  return check(operation, request, caller, secret)
}

async function send(db: Database, { handling, id }: Operation, input: CheckedInput): Promise<void> {
  if (handling.kind === 'change') return db.transaction((tx) => change(tx, handling, input))
  if (handling.kind === 'stream') throw new Error(`${id} has no end.`)
  const [found] = (await db.many(handling.statement(input))) as Found[]
  const refused = found && 'visible' in found && found.visible !== true
  if ((handling.single && !found) || refused) throw new Error(`${id} found nothing to show.`)
}

async function change(tx: Transaction, handling: ChangeHandling, input: CheckedInput): Promise<void> {
  const { caller } = input
  const key = uuidv7()
  const asked = [lockAccount(caller.userId ?? ''), handling.target?.(input), handling.references?.(input)]
  const [, , , target, references] = await Promise.all([
    ...reserveKey(caller.key, key, Buffer.alloc(32)).map((statement) => tx.many<Row>(statement)),
    ...asked.map((statement) => (statement ? tx.maybe<Row>(statement) : undefined)),
  ])
  const work = { ...input, db: tx, target: target as Row, references: references as Row }
  const shown = await handling.run({ ...work, secretOf: () => randomBytes(32) })
  if (!shown) throw new Error('A change showed nothing.')
  const answer = { status: 200, etag: '"1"', location: null, body: shown.body }
  const events = handling.changes({ ...input, target: work.target, references: work.references, shown })
  await tx.commit([...events, keepAnswer(caller.key, key, answer)])
}
