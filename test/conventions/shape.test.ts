/** For every operation: one answer reports all faults in the headers, path, query and body. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '../../src/api.ts'
import { uuidv7 } from '../../src/db/uuid.ts'
import { call, violations } from '../support.ts'
import type { Prepared } from './recipe.ts'
import { testWorld } from '../world.ts'
import { prepare, send } from './recipes.ts'

const { service, world } = await testWorld()

/** Values that do not exist, for parameters that are not UUIDs. */
const UNKNOWN: Record<string, string> = {
  applicationId: 'nowhere',
  messageKey: 'no.such',
  locale: 'tlh',
  catalogId: '1',
}

/** Parameters for which every valid value exists. */
const ALWAYS_THERE = new Set(['year', 'dataType'])

/** Parameters with a fixed set of values. */
const ENUMERATED = new Set(['dataType'])

for (const operation of operations) {
  const { id, method, path, ifMatch, body: schema } = operation
  const hasMedia = operation.stream !== undefined || operation.bytes !== undefined
  /** Sent only to be refused, so never used up. Requests that succeed prepare their own. */
  let refusable: Prepared | undefined
  const toRefuse = async () => (refusable ??= await prepare(operation, world))

  if (path.includes('{')) {
    test(`${id} refuses a path parameter of another form, and does not find an unknown one`, async () => {
      const prepared = await toRefuse()
      const names = Object.keys(operation.params)
      const bad = path.replaceAll(/\{\w+\}/g, '!')
      const refused = await send(operation, { ...prepared, path: bad })
      assert.equal(refused.status, 400)
      assert.deepEqual(
        violations(refused),
        names.map((name) => `${name} ${ENUMERATED.has(name) ? 'INVALID_VALUE' : 'INVALID_FORMAT'}`),
      )
      if (names.every((name) => ALWAYS_THERE.has(name))) return
      const unknown = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => UNKNOWN[name] ?? uuidv7())
      const missing = await send(operation, { ...prepared, path: unknown })
      assert.equal(missing.status, 404)
      assert.match(missing.body.type, /\/not-found$/)
    })
  }

  if (method !== 'GET') {
    test(`${id} needs its headers, and says all that is wrong at once`, async () => {
      const { by, path: good, body, headers } = await toRefuse()
      const sent = schema ? { nonsense: 1 } : hasMedia ? body : undefined
      const reply = await by.send(method, `${good}?filer=x`, sent, headers)
      assert.equal(reply.status, 400)
      const expected = [
        'Idempotency-Key REQUIRED',
        ...(ifMatch ? ['If-Match REQUIRED'] : []),
        'filer UNKNOWN_PROPERTY',
        ...(schema ? ['nonsense UNKNOWN_PROPERTY'] : []),
      ]
      for (const violation of expected)
        assert.ok(violations(reply).includes(violation), `${violation}: ${reply.text}`)
    })

    test(`${id} takes any UUID as its key, but none that is too old or from the future, with any spelling of its other headers`, async () => {
      const day = 86_400_000
      const v7 = (at: number) => {
        const hex = Math.floor(at).toString(16).padStart(12, '0')
        return `${hex.slice(0, 8)}-${hex.slice(8)}-7${uuidv7().slice(15)}`
      }
      const prepared = await toRefuse()
      for (const [key, code] of [
        ['chess', 'INVALID_FORMAT'],
        [v7(Date.now() - 31 * day), 'OUT_OF_RANGE'],
        [v7(Date.now() + 2 * day), 'OUT_OF_RANGE'],
      ] as const) {
        const refused = await send(operation, prepared, { 'idempotency-key': key })
        assert.equal(refused.status, 400)
        assert.deepEqual(violations(refused), [`Idempotency-Key ${code}`])
      }
      const old = await prepare(operation, world)
      const tags = ifMatch ? { 'if-match': `, "0",, ${old.etag} ,\t,` } : {}
      const empty = schema || hasMedia ? {} : { 'content-type': 'application/json' }
      const taken = await send(operation, old, {
        'idempotency-key': v7(Date.now() - 29 * day),
        ...tags,
        ...empty,
      })
      assert.equal(taken.status, operation.responds.status, taken.text)
      const other = await prepare(operation, world)
      const again = await send(
        operation,
        { ...other, ...(schema || hasMedia ? {} : { body: {} }) },
        { 'idempotency-key': crypto.randomUUID(), ...(ifMatch ? { 'if-match': '*' } : {}) },
      )
      assert.equal(again.status, operation.responds.status, again.text)
    })
  }

  if (ifMatch) {
    test(`${id} compares If-Match strongly`, async () => {
      const prepared = await toRefuse()
      const { etag = '' } = prepared
      for (const tags of ['"0"', `W/${etag}`, '"0", W/"1"', '""', ',"0" ,,']) {
        const refused = await send(operation, prepared, { 'if-match': tags })
        assert.equal(refused.status, 412, tags)
        assert.equal(refused.body.detail.includes('weakened'), tags.includes('W/'), refused.body.detail)
      }
      for (const tags of ['1', 'chess', `${etag} "0"`, '', ' ,,']) {
        const refused = await send(operation, prepared, { 'if-match': tags })
        assert.equal(refused.status, 400, tags)
        assert.match(violations(refused).join(), /^If-Match (INVALID_FORMAT|REQUIRED)$/)
      }
    })
  }

  if (schema) {
    test(`${id} takes a JSON object`, async () => {
      const { by, path: good } = await toRefuse()
      const headers = { 'idempotency-key': uuidv7(), ...(ifMatch ? { 'if-match': '*' } : {}) }
      for (const [text, code] of [
        ['[]', 'INVALID_TYPE'],
        ['null', 'INVALID_TYPE'],
        ['"x"', 'INVALID_TYPE'],
        ['{"a": 1, "a": 2}', 'MALFORMED_BODY'],
        ['{', 'MALFORMED_BODY'],
        [`${'['.repeat(101)}${']'.repeat(101)}`, 'MALFORMED_BODY'],
        ['{"displayName": "\\u0000"}', 'MALFORMED_BODY'],
        ['{"displayName": "\\ud800"}', 'MALFORMED_BODY'],
      ] as const) {
        const refused = await by.send(method, good, text, headers)
        assert.equal(refused.status, 400, text)
        assert.ok(
          violations(refused).some((violation) => violation.endsWith(code)),
          `${text}: ${refused.text}`,
        )
      }
      const malformed = await call(service.app, method, good, '{')
      assert.equal(malformed.status, 400, 'the body is read before the token')
      const other = await by.send(method, good, '{}', { ...headers, 'content-type': 'text/plain' })
      assert.equal(other.status, 415)
      const large = await by.send(method, good, `{"x": "${'x'.repeat(operation.bodyLimit)}"}`, headers)
      assert.equal(large.status, 413)
    })
  } else if (method !== 'GET' && !hasMedia) {
    test(`${id} takes no body that says something`, async () => {
      const headers = { 'content-type': 'application/json' }
      const full = await send(operation, { ...(await toRefuse()), body: { a: 1 } }, headers)
      assert.equal(full.status, 400)
    })
  }
}

test('a request with a method that the path does not have gets the list of its methods', async () => {
  const reply = await call(service.app, 'PUT', '/matches', { a: 1 })
  assert.equal(reply.status, 405)
  assert.equal(reply.headers['allow'], 'GET, HEAD, POST')
  for (const path of ['/matches/count', `/games/${uuidv7()}/expansions/count`]) {
    const count = await call(service.app, 'PATCH', path, { a: 1 })
    assert.equal(count.status, 405)
    assert.equal(count.headers['allow'], 'GET, HEAD')
  }
})

test('an unknown path is not found before anything else', async () => {
  for (const path of ['/chess', '/matches/', '//', '//api/v2/matches', '/Matches']) {
    const reply = await call(service.app, 'POST', path, '{', { 'content-type': 'application/json' })
    assert.equal(reply.status, 404, path)
  }
})
