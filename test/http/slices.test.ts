/** Long work that is done in slices lets other work run, and gives the same result. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { requestFingerprint } from '../../src/http/lifecycle/idempotency.ts'
import { canonicalJson } from '../../src/http/json/canonical.ts'
import { parseJson, parseLongJson } from '../../src/http/json/read.ts'
import { MOST_VIOLATIONS } from '../../src/http/problem.ts'
import { atOnce, inSlices } from '../../src/http/turns/slices.ts'
import { boundedArray } from '../../src/http/schema/bounded-array.ts'
import { validate, validateBody } from '../../src/http/schema/validate.ts'
import { newApplication } from '../messages/recipes.ts'
import { worldOf } from '../world.ts'
import { type Service, call, newKey, testService } from '../support.ts'

let service: Service

before(async () => {
  service = await testService()
})
after(() => service.close())

/** The result of the work, and the number of rounds that the event loop made meanwhile. */
async function roundsDuring<T>(work: () => Promise<T>): Promise<{ value: T; rounds: number }> {
  let rounds = 0
  let beat = setImmediate(function count() {
    rounds++
    beat = setImmediate(count)
  })
  try {
    return { value: await work(), rounds }
  } finally {
    clearImmediate(beat)
  }
}

/** Works for a millisecond or more, `times` times, and yields after each. */
function* spinning(times: number): Generator<undefined, number> {
  for (let n = 0; n < times; n++) {
    const until = performance.now() + 1
    while (performance.now() < until);
    yield
  }
  return times
}

test('work pauses where it may, every ten milliseconds', async () => {
  const { value, rounds } = await roundsDuring(() => inSlices(spinning(100)))
  assert.equal(value, 100)
  assert.ok(rounds >= 8, `${rounds} rounds`)
  assert.equal(atOnce(spinning(3)), 3)
})

test('pieces of work take turns with their slices, and three delay others as little as one', async () => {
  const order: number[] = []
  const tracked = (name: number) =>
    inSlices(
      (function* steps() {
        for (const _ of spinning(30)) {
          order.push(name)
          yield
        }
      })(),
    )
  const { rounds } = await roundsDuring(() => Promise.all([tracked(1), tracked(2), tracked(3)]))
  assert.ok(rounds >= 5, `${rounds} rounds`)
  const changes = order.filter((name, n) => n > 0 && order[n - 1] !== name).length
  assert.ok(changes >= 4, `${changes} changes`)
})

const large = () => {
  const item = (n: number) => ({ id: n, text: 'é'.repeat(2_000), list: [1.5, null, { b: n, a: [true] }] })
  return JSON.stringify({ z: 1, keys: Array.from({ length: 5_000 }, (_, n) => item(n)), a: {} })
}

test('a large body is parsed, printed and checked in slices, to the same end', async () => {
  const text = large()
  const parsed = await roundsDuring(() => parseLongJson(text, Infinity, inSlices))
  const whole = parseJson(text)
  assert.ok(isDeepStrictEqual(parsed.value.value, whole))
  assert.ok(parsed.rounds >= 1, `${parsed.rounds} rounds of parsing`)

  const printed = await roundsDuring(() => requestFingerprint('POST', '/x', new Map(), whole))
  const expected = createHash('sha256').update('["POST","/x",[]]').update(canonicalJson(whole)).digest()
  assert.ok(printed.value.equals(expected))
  assert.ok(printed.rounds >= 1, `${printed.rounds} rounds of printing`)

  const slow = z.object({ id: z.number() }).refine(() => {
    const until = performance.now() + 0.1
    while (performance.now() < until);
    return true
  })
  const schema = z.object({ keys: boundedArray(slow) })
  const checked = await roundsDuring(() => validateBody(schema, whole))
  assert.ok(isDeepStrictEqual(checked.value, validate(schema, whole, 'body')))
  assert.ok(checked.rounds >= 20, `${checked.rounds} rounds of checking`)
})

test('faults of a large body are those that are found at once, and no more', async () => {
  const text = JSON.stringify({ outer: Array.from({ length: 300 }, () => ({ inner: Array(300).fill(1) })) })
  const body = parseJson(text)
  const schema = z.strictObject({ outer: boundedArray(z.strictObject({ inner: boundedArray(z.string()) })) })
  const found = await validateBody(schema, body)
  assert.deepEqual(found, validate(schema, body, 'body'))
  assert.equal(found.violations?.length, MOST_VIOLATIONS + 1)
  const oneLong = parseJson(JSON.stringify({ outer: [{ inner: Array(90_000).fill('x') }, { inner: 1 }] }))
  assert.ok(isDeepStrictEqual(await validateBody(schema, oneLong), validate(schema, oneLong, 'body')))
})

test('while 10,000 keys are checked, others are answered', async () => {
  const { editor } = await worldOf(service)
  const { id } = await newApplication(editor)
  const keys = Array.from({ length: 10_000 }, (_, n) => ({
    key: `k${n}`,
    baseText: n === 9_999 ? '{' : `{who} has {count, plural, one {# token} other {# tokens}}, text ${n}`,
    arguments: [
      { name: 'who', type: 'ANY' },
      { name: 'count', type: 'NUMBER' },
    ],
  }))
  const headers = { authorization: `Bearer ${editor.token}`, ...newKey() }
  const over = new AbortController()
  const importing = call(
    service.app,
    'POST',
    `/applications/${id}/keys/import`,
    { baseLocale: 'en', keys },
    headers,
  ).finally(() => {
    over.abort()
  })
  let answered = 0
  for (; !over.signal.aborted; answered++) {
    assert.equal((await call(service.app, 'GET', '//livez')).status, 200)
    await new Promise(setImmediate) // a request from a socket would also come in a new turn of the event loop
  }
  assert.equal((await importing).status, 400, 'no part of it has waited for the database')
  assert.ok(answered >= 10, `${answered} were answered`)
})
