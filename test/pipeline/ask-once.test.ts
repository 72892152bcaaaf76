/** `doctor` asks each outside service of the pipeline once, in the service's own protocol. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { checksOf } from '../../src/pipeline/outside/ask-once.ts'
import type { OutsideSettings } from '../../src/pipeline/outside/connect.ts'
import { testDatabase } from '../database.ts'
import { freePort } from '../../src/db/embedded/address.ts'
import { TOKEN, catalogueServer, itemOf } from './servers/catalogue.ts'
import { KEY, anthropicServer, openaiServer } from './servers/models.ts'
import { SUBSCRIPTION, braveServer, searxngServer } from './servers/search.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
before(async () => {
  database = await testDatabase()
})
after(() => database.close())

const signal = new AbortController().signal
const said = (settings: OutsideSettings) =>
  Promise.all(
    checksOf(settings).map(async ({ name, ask }) =>
      ask(signal).then(
        (answer) => `${name}: ${answer}`,
        (error: Error) => `${name}: FAIL ${error.message}`,
      ),
    ),
  )
const model = (server: { baseUrl: string }, more: object = {}) => ({
  protocol: 'openai' as const,
  baseUrl: `${server.baseUrl}/v1`,
  apiKey: KEY,
  model: 'test-model',
  ...more,
})

test('services that answer are asked once each', async () => {
  const [catalogue, searxng, openai] = await Promise.all([
    catalogueServer({ 1: itemOf('1') }),
    searxngServer(),
    openaiServer(),
  ])
  searxng.results = [{ url: 'https://rules.example.org/a.pdf', title: 'Rules' }]
  openai.reply = () => '{"yes":true}'
  const settings = {
    catalogue: { baseUrl: catalogue.baseUrl, token: TOKEN },
    rulebooks: { search: { service: 'searxng' as const, baseUrl: searxng.baseUrl } },
    model: model(openai),
  }
  assert.deepEqual(await said(settings), [
    'catalogue: it answers',
    'search service (searxng): it answers',
    'language model (test-model): it answers',
  ])
  assert.deepEqual(catalogue.calls, [['1']])
  assert.equal(searxng.queries.length, 1)
  assert.equal(openai.questions.length, 1)
  assert.equal(openai.questions[0]?.body['max_completion_tokens'], 64)
})

test('the other protocols are asked as well, and answers that come later or short are answers', async () => {
  const [catalogue, brave, anthropic, openai] = await Promise.all([
    catalogueServer(),
    braveServer(),
    anthropicServer(),
    openaiServer(),
  ])
  catalogue.instead.push({ status: 202 })
  anthropic.reply = () => '{"yes":false}'
  assert.deepEqual(
    await said({
      catalogue: { baseUrl: catalogue.baseUrl, token: TOKEN },
      rulebooks: { search: { service: 'brave', baseUrl: brave.baseUrl, apiKey: SUBSCRIPTION } },
      model: { protocol: 'anthropic', baseUrl: anthropic.baseUrl, apiKey: KEY, model: 'test-model' },
    }),
    [
      'catalogue: it answers',
      'search service (brave): it answers',
      'language model (test-model): it answers',
    ],
  )
  openai.reply = () => '{"yes":true}'
  openai.instead.push((body) => {
    const [choice] = body['choices'] as object[]
    return { ...body, choices: [{ ...choice, finish_reason: 'length' }] }
  })
  assert.deepEqual(await said({ model: model(openai) }), ['language model (test-model): it answers'])
})

test('a fault is reported in a sentence with the names of the settings', async () => {
  const [catalogue, searxng, openai, port] = await Promise.all([
    catalogueServer(),
    searxngServer(),
    openaiServer(),
    freePort(),
  ])
  const nobody = `http://127.0.0.1:${port}`
  searxng.instead.push({ status: 200, body: '<!doctype html>' })
  assert.deepEqual(
    await said({
      catalogue: { baseUrl: catalogue.baseUrl, token: 'wrong-secret' },
      rulebooks: { search: { service: 'searxng', baseUrl: searxng.baseUrl } },
      model: model(openai, { model: 'other-model' }),
    }),
    [
      'catalogue: FAIL The catalogue refuses the credentials (401). See SCOREBOOK_CATALOG_URL and SCOREBOOK_CATALOG_TOKEN.',
      'search service (searxng): FAIL The search service did not answer with JSON. See SCOREBOOK_SEARCH_URL.',
      'language model (other-model): FAIL The language model or its address is unknown (404); the settings may be wrong. See SCOREBOOK_MODEL_URL, SCOREBOOK_MODEL_NAME and SCOREBOOK_MODEL_KEY.',
    ],
  )
  const reasons = await said({
    catalogue: { baseUrl: nobody, token: TOKEN },
    rulebooks: { search: { service: 'brave', baseUrl: nobody, apiKey: 'x' } },
    model: model({ baseUrl: nobody }),
  })
  for (const reason of reasons) assert.match(reason, /FAIL .* could not be reached \(ECONNREFUSED\)\. See SC/)
})

test('what is not configured is not asked', () => {
  assert.deepEqual(checksOf({ rulebooks: { publishers: ['publisher.example'] } }), [])
})

test('doctor has a line for each, and fails where one does', async () => {
  const catalogue = await catalogueServer({ 1: itemOf('1') })
  const { host, port, user, password, database: name } = database.connection
  const child = spawn(process.execPath, ['src/main.ts', 'doctor'], {
    cwd: new URL('../../', import.meta.url).pathname,
    env: {
      ...process.env,
      SCOREBOOK_DATABASE_URL: `postgresql://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/${name}`,
      SCOREBOOK_PORT: String(await freePort()),
      SCOREBOOK_CATALOG_URL: catalogue.baseUrl,
      SCOREBOOK_CATALOG_TOKEN: TOKEN,
      SCOREBOOK_SEARCH_SERVICE: 'searxng',
      SCOREBOOK_SEARCH_URL: `http://127.0.0.1:${await freePort()}`,
    },
  })
  const output: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  const [code] = (await once(child, 'close')) as [number | null]
  const text = Buffer.concat(output).toString()
  assert.match(text, /^ok {4}catalogue: it answers$/m)
  assert.match(text, /^FAIL {2}search service \(searxng\): .*\(ECONNREFUSED\)\. See SCOREBOOK_SEARCH_URL\.$/m)
  assert.equal(code, 1)
})
