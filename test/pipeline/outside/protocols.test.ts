/** The official SDKs of both model protocols work with the servers of these tests, so the servers follow the protocols. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { FINDINGS_SCHEMA } from '../../../src/pipeline/outside/question.ts'
import { sdks } from './sdks.ts'
import { KEY, anthropicError, anthropicServer, openaiError, openaiServer } from '../servers/models.ts'

const found = sdks()
const installed = { skip: !found && 'Install the SDKs with `npm ci --prefix model-sdks`.' }
const { OpenAI, OpenAIError, Anthropic, AnthropicError } = found ?? ({} as NonNullable<typeof found>)

const NOTHING = JSON.stringify(
  Object.fromEntries(Object.keys(FINDINGS_SCHEMA.properties).map((field) => [field, null])),
)
const LOOSE = { ...FINDINGS_SCHEMA, additionalProperties: true }

suite('the SDK of OpenAI', installed, () => {
  const ask = (baseURL: string, apiKey = KEY, schema: Record<string, unknown> = FINDINGS_SCHEMA) =>
    new OpenAI({ baseURL: `${baseURL}/v1`, apiKey, maxRetries: 0 }).chat.completions.create({
      model: 'test-model',
      messages: [
        { role: 'system', content: 'Report.' },
        { role: 'user', content: 'The rules.' },
      ],
      max_completion_tokens: 100,
      response_format: { type: 'json_schema', json_schema: { name: 'interpretation', strict: true, schema } },
    })

  test('is answered', async () => {
    const server = Object.assign(await openaiServer(), { reply: () => NOTHING })
    const { choices, usage } = await ask(server.baseUrl)
    assert.equal(choices[0]?.message.content, NOTHING)
    assert.equal(choices[0]?.finish_reason, 'stop')
    assert.equal(usage?.total_tokens, 1234)
    assert.equal(server.questions[0]?.user, 'The rules.')
  })

  test('is refused with a wrong schema, a wrong key, and when it is too frequent', async () => {
    const server = await openaiServer()
    const failed = (status: number, code: string | null) => (error: unknown) =>
      error instanceof OpenAIError && error.status === status && error.code === code
    await assert.rejects(ask(server.baseUrl, KEY, LOOSE), failed(400, null))
    await assert.rejects(ask(server.baseUrl, 'wrong'), failed(401, 'invalid_api_key'))
    const body = openaiError('insufficient_quota', 'You exceeded your current quota', 'insufficient_quota')
    server.instead.push({ status: 429, body })
    await assert.rejects(ask(server.baseUrl), failed(429, 'insufficient_quota'))
  })
})

suite('the SDK of Anthropic', installed, () => {
  const ask = (baseURL: string, apiKey = KEY, schema: Record<string, unknown> = FINDINGS_SCHEMA) =>
    new Anthropic({ baseURL, apiKey, maxRetries: 0 }).messages.create({
      model: 'test-model',
      max_tokens: 100,
      system: 'Report.',
      messages: [{ role: 'user', content: 'The rules.' }],
      output_config: { format: { type: 'json_schema', schema } },
    })

  test('is answered', async () => {
    const server = Object.assign(await anthropicServer(), { reply: () => NOTHING })
    const { content, stop_reason: reason, usage } = await ask(server.baseUrl)
    assert.deepEqual(
      content.flatMap((block) => (block.type === 'text' ? [block.text] : [])),
      [NOTHING],
    )
    assert.equal(reason, 'end_turn')
    assert.equal(usage.output_tokens, 234)
    assert.equal(server.questions[0]?.system, 'Report.')
  })

  test('is refused with a wrong schema, a wrong key, and when its limit is reached', async () => {
    const server = await anthropicServer()
    const failed =
      (status: number, type: string, code: string | null = null) =>
      (error: unknown) =>
        error instanceof AnthropicError &&
        error.status === status &&
        error.type === type &&
        error.errorCode === code
    await assert.rejects(ask(server.baseUrl, KEY, LOOSE), failed(400, 'invalid_request_error'))
    await assert.rejects(ask(server.baseUrl, 'wrong'), failed(401, 'authentication_error'))
    const body = anthropicError('rate_limit_error', 'Monthly limit', 'enforced_spend_limit_reached')
    server.instead.push({ status: 429, body })
    await assert.rejects(ask(server.baseUrl), failed(429, 'rate_limit_error', 'enforced_spend_limit_reached'))
  })
})
