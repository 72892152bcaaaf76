/** Pages for people: they are there, from our own origin alone, and say what they have to. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { problemTypes, violationCodes } from '../src/http/problem.ts'
import { type Service, testService } from './support.ts'

let service: Service

before(async () => {
  service = await testService()
})
after(() => service.close())

test('the reference comes from our own origin', async () => {
  const page = await service.app.inject('/docs/')
  assert.equal(page.statusCode, 200)
  assert.match(String(page.headers['content-security-policy']), /default-src 'none'; script-src 'self'/)
  const sources = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source ?? '')
  assert.ok(sources.length > 0)
  for (const source of sources) assert.doesNotMatch(source, /^(https?:)?\/\//)
  const script = await service.app.inject('/docs/js/scalar.js')
  assert.equal(script.statusCode, 200)
})

test('the document is served as it is derived', async () => {
  const { body, headers } = await service.app.inject('/openapi.json')
  assert.match(String(headers['content-type']), /^application\/json/)
  assert.equal(JSON.parse(body).openapi, '3.1.0')
})

for (const [name, { title }] of Object.entries(problemTypes)) {
  test(`/problems/${name} explains the error`, async () => {
    const page = await service.app.inject(`/problems/${name}`)
    assert.equal(page.statusCode, 200)
    assert.match(page.body, new RegExp(`<h1>${title}</h1>`))
    if (name === 'validation') for (const code of violationCodes) assert.ok(page.body.includes(code))
  })
}

test('an unknown error type is not found, as a problem', async () => {
  const answer = await service.app.inject('/problems/none')
  assert.equal(answer.statusCode, 404)
  assert.match(String(answer.headers['content-type']), /problem\+json/)
})
