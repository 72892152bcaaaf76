/**
 * Compares the statuses, codes, headers and fields of every operation with `recorded.txt`. A difference changes the interface.
 * `SCOREBOOK_RECORD=1 npm test -- test/conventions/recorded.test.ts` writes the file again.
 */
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { operations } from '../../src/api.ts'
import { sql } from '../../src/db/sql.ts'
import { uuidv7 } from '../../src/db/uuid.ts'
import type { Operation } from '../../src/http/operation/operation.ts'
import { OWNED } from '../buckets.ts'
import { newMatch } from '../resources/matches/recipes.ts'
import { type Reply, call, newKey, violations } from '../support.ts'
import { wrongRows } from '../wrong-rows.ts'
import type { Prepared } from './recipe.ts'
import { testWorld } from '../world.ts'
import { prepare, send } from './recipes.ts'

const FILE = new URL('./recorded.txt', import.meta.url)
const RECORDS = process.env['SCOREBOOK_RECORD'] === '1'

const { service, world } = await testWorld({ alone: true })
let recorded = ''
const seen: string[] = []

before(async () => {
  if (!RECORDS) recorded = await readFile(FILE, 'utf8')
})
after(async () => {
  if (RECORDS) await writeFile(FILE, seen.join(''))
})

/** Correct and wrong ways to send a request. A way returns undefined if it does not suit the operation. */
const SITUATIONS: Record<string, (operation: Operation, right: Prepared) => Promise<Reply> | undefined> = {
  right: (operation, right) => send(operation, right),
  'without token': ({ method }, { path, body, headers }) => call(service.app, method, path, body, headers),
  'with a parameter of no form': ({ method, params }, { by, path, body, etag }) =>
    Object.keys(params).length > 0 && !path.includes('/count')
      ? by.send(method, path.replace(/\/[^/?]*[\d-][^/?]*/, '/%20'), body, conditions(method, etag))
      : undefined,
  'of what is not there': ({ method, params }, { by, path, body, etag }) =>
    Object.keys(params).length > 0 && UUID.test(path)
      ? by.send(method, path.replace(UUID, uuidv7()), body, conditions(method, etag))
      : undefined,
  'with an unknown property': ({ method, body: schema }, { by, path, body, etag }) =>
    schema && typeof body === 'object'
      ? by.send(method, path, { ...body, unknown: 1 }, conditions(method, etag))
      : undefined,
  'of another version': ({ method, ifMatch }, { by, path, body }) =>
    ifMatch ? by.send(method, path, body, { ...newKey(), 'if-match': '"1000000"' }) : undefined,
  'without key and condition': ({ method }, { by, path, body }) =>
    method === 'GET' ? undefined : by.send(method, path, body, {}),
  'with an unknown parameter': ({ method }, { by, path }) =>
    method === 'GET' ? by.get(`${path}${path.includes('?') ? '&' : '?'}unknown=1`) : undefined,
}

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/

const conditions = (method: string, etag: string | undefined) =>
  method === 'GET' ? {} : { ...newKey(), ...(etag === undefined ? {} : { 'if-match': etag }) }

for (const operation of operations) {
  test(`${operation.id} looks to clients as it did`, async () => {
    const lines = [`${operation.id}\n`]
    let unused: Prepared | undefined
    for (const [situation, ask] of Object.entries(SITUATIONS)) {
      unused ??= await prepare(operation, world)
      const reply = await ask(operation, unused)
      if (!reply) continue
      lines.push(`  ${situation}: ${lookOf(reply)}\n`)
      if (reply.status < 400) unused = undefined
    }
    const look = lines.join('')
    seen.push(look)
    if (!RECORDS) assert.ok(recorded.includes(look), `It is, against recorded.txt:\n${look}`)
  })
}

test('the recipes leave correct rows, in every table of things that people own', async () => {
  // The edit replaces one loadout and adds another, and settles a dispute.
  const { alice, bob } = world
  const body = newMatch(
    (await world.game()).id,
    (await world.ghostPlayer()).id,
    (await world.ghostPlayer()).id,
  )
  const [one, two] = body.participants
  const draft = await alice.post('/matches', {
    ...body,
    participants: [{ ...one, loadoutAttributes: {} }, two],
  })
  const match = `/matches/${draft.body.id}`
  assert.equal((await alice.post(`${match}/finalize`, undefined, { 'if-match': '*' })).status, 200)
  await world.claimed(draft.body.participants[0].ghostPlayer.id)
  const dispute = `${match}/participants/${draft.body.participants[0].id}/dispute`
  assert.equal((await bob.post(dispute, { reason: 'I was blue.' }, { 'if-match': '*' })).status, 200)
  const loadoutChanges = (draft.body.participants as { id: string }[]).map(({ id }) => ({
    matchParticipantId: id,
    attributes: { boat: 'red' },
  }))
  const edit = await alice.post(`${match}/edits`, { loadoutChanges })
  const approved = await alice.patch(`${match}/edits/${edit.body.id}`, { status: 'APPROVED' }, '*')
  assert.equal(approved.status, 200, approved.text)
  assert.deepEqual(await wrongRows(service.db), [])
  for (const [table, rows] of Object.entries(OWNED))
    assert.ok(await service.db.maybe(sql`${rows} limit 1`), `there is a row of ${table}`)
})

/**
 * Describes an answer: its status, the names of its headers, a problem's type and codes, and the fields of the body with their
 * types.
 */
function lookOf(reply: Reply): string {
  const others = Object.keys(reply.headers).filter((name) => !CARRIERS.has(name) && !USUAL.has(name))
  const missing = [...USUAL].filter((name) => reply.headers[name] === undefined).map((name) => `-${name}`)
  const parts = [String(reply.status), ...others.toSorted(), ...missing]
  if (reply.status >= 400)
    parts.push(reply.body.type.split('/').at(-1), ...violations(reply).toSorted().slice(0, 40))
  else if (reply.body !== undefined) parts.push(...new Set(fieldsOf(reply.body, '')))
  return parts.join(' ')
}

/** The headers that every answer has. `lookOf` names those that are missing. */
const USUAL = new Set([
  'access-control-expose-headers',
  'cache-control',
  'content-security-policy',
  'content-type',
  'referrer-policy',
  'strict-transport-security',
  'vary',
  'x-content-type-options',
  'x-frame-options',
  'x-request-id',
])

/** Headers that belong to HTTP itself. They are not recorded. */
const CARRIERS = new Set(['content-length', 'date', 'connection', 'keep-alive', 'transfer-encoding'])

function fieldsOf(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => fieldsOf(item, `${path}[]`))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, inner]) => fieldsOf(inner, `${path}.${nameOf(name)}`))
  return [`${path}=${value === null ? 'null' : typeof value}`]
}

/** Names that come from data, such as message keys, are not fields, and become `*`. */
const nameOf = (name: string) => (/^[a-zA-Z]+$|^[A-Z_]+$/.test(name) ? name : '*')
