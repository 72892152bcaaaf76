/** A server with the two protocols of language models and their rules. The tests provide the answers. */
import type { ServerResponse } from 'node:http'
import { type Asked, json, serving } from './serving.ts'
import { faultOfSchema, mustKeepTo } from './strict-schema.ts'

export const KEY = 'model-key-of-a-test'

export interface ModelServer {
  baseUrl: string
  /** All questions so far. */
  questions: { system: string; user: string; headers: Asked['headers']; body: Record<string, unknown> }[]
  /** Makes the JSON of each answer from the question to the model. */
  reply: (question: { system: string; user: string }) => string
  /** If true, answers need not follow the schema. */
  isLax: boolean
  /** The next answers, given in place of usual ones. Each is given once. A function changes the usual answer. */
  instead: (
    | { status: number; headers?: Record<string, string>; body?: unknown }
    | ((body: Record<string, unknown>) => unknown)
  )[]
}

type Body = Record<string, unknown>

/** The parts in which the two protocols differ. */
interface Protocol {
  path: string
  /** What is wrong with a request, if anything is: the status, and the type and message of the error. */
  fault: (
    asked: Asked,
    body: Body,
  ) => { status: number; type: string; message: string; code?: string } | undefined
  schemaIn: (body: Body) => unknown
  questionIn: (body: Body) => { system: string; user: string }
  answerOf: (text: string, body: Body) => Body
  errorOf: (fault: { type: string; message: string; code?: string }) => unknown
}

interface Turn {
  role: string
  content: string
}

const OPENAI: Protocol = {
  path: '/v1/chat/completions',
  fault({ headers }, { model, messages, response_format: format, ...others }) {
    if (headers.authorization !== `Bearer ${KEY}`)
      return {
        status: 401,
        type: 'invalid_request_error',
        code: 'invalid_api_key',
        message: `Incorrect API key provided: ${headers.authorization}`,
      }
    if (model !== 'test-model')
      return { status: 404, type: 'invalid_request_error', code: 'model_not_found', message: 'No such model' }
    const bad = (message: string) => ({ status: 400, type: 'invalid_request_error', message })
    if (!isTurns(messages, ['system', 'developer', 'user', 'assistant'])) return bad('messages')
    const unknown = Object.keys(others).find(
      (key) => !['max_completion_tokens', 'temperature', 'stream', 'store', 'n'].includes(key),
    )
    if (unknown !== undefined) return bad(`Unknown parameter: ${unknown}`)
    const { type, json_schema: given } = (format ?? {}) as Body
    const { name, strict, schema } = (given ?? {}) as Body
    if (type !== 'json_schema' || strict !== true || typeof name !== 'string' || !/^[\w-]{1,64}$/.test(name))
      return bad('response_format')
    const fault = faultOfSchema(schema)
    return fault === undefined ? undefined : bad(`Invalid schema for response_format: ${fault}`)
  },
  schemaIn: ({ response_format: format }) => ((format as Body)['json_schema'] as Body)['schema'],
  questionIn({ messages }) {
    const said = (role: string) =>
      (messages as Turn[]).filter((turn) => turn.role === role).map((turn) => turn.content)
    return { system: said('system').join('\n'), user: said('user').join('\n') }
  },
  answerOf: (text, { model }) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_767_225_600,
    model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: text, refusal: null },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
    usage: { prompt_tokens: 1000, completion_tokens: 234, total_tokens: 1234 },
  }),
  errorOf: ({ type, message, code }) => ({ error: { message, type, param: null, code: code ?? null } }),
}

const ANTHROPIC: Protocol = {
  path: '/v1/messages',
  fault({ headers }, { model, messages, max_tokens: most, system, output_config: output, ...others }) {
    // The documentation names the first header, but the SDK sends the second.
    const key = headers['x-api-key'] ?? headers.authorization?.replace(/^Bearer /, '')
    if (key !== KEY)
      return { status: 401, type: 'authentication_error', message: `invalid key ${String(key)}` }
    const bad = (message: string) => ({ status: 400, type: 'invalid_request_error', message })
    if (headers['anthropic-version'] !== '2026-10-21') return bad('anthropic-version: header is required')
    if (model !== 'test-model')
      return { status: 404, type: 'not_found_error', message: `model: ${String(model)}` }
    if (!Number.isInteger(most) || Number(most) < 1) return bad('max_tokens: Field required')
    if (!isTurns(messages, ['user', 'assistant']) || (system !== undefined && typeof system !== 'string'))
      return bad('messages')
    const unknown = Object.keys(others).find((key) => key !== 'stream')
    if (unknown !== undefined) return bad(`${unknown}: Extra inputs are not permitted`)
    const { type, schema } = ((output as Body | undefined)?.['format'] ?? {}) as Body
    if (type !== 'json_schema') return bad('output_config.format')
    const fault = faultOfSchema(schema)
    return fault === undefined ? undefined : bad(`output_config.format.schema: ${fault}`)
  },
  schemaIn: ({ output_config: output }) => ((output as Body)['format'] as Body)['schema'],
  questionIn: ({ system, messages }) => ({
    system: (system as string | undefined) ?? '',
    user: (messages as Turn[]).map((turn) => turn.content).join('\n'),
  }),
  answerOf: (text, { model }) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    content: [
      { type: 'thinking', thinking: '', signature: 'x' },
      { type: 'text', text, citations: null },
    ],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: {
      input_tokens: 900,
      output_tokens: 234,
      cache_creation_input_tokens: 60,
      cache_read_input_tokens: 40,
    },
  }),
  errorOf: ({ type, message, code }) => ({
    type: 'error',
    error: { type, message, ...(code === undefined ? {} : { details: { error_code: code } }) },
    request_id: 'req_1',
  }),
}

const isTurns = (messages: unknown, roles: string[]): messages is Turn[] =>
  Array.isArray(messages) &&
  messages.length > 0 &&
  (messages as Turn[]).every(({ role, content }) => roles.includes(role) && typeof content === 'string')

export const openaiServer = () => modelServer(OPENAI)
export const anthropicServer = () => modelServer(ANTHROPIC)

/** An error as the protocol writes it. */
export const openaiError = (type: string, message: string, code?: string) =>
  OPENAI.errorOf({ type, message, ...(code ? { code } : {}) })
export const anthropicError = (type: string, message: string, code?: string) =>
  ANTHROPIC.errorOf({ type, message, ...(code ? { code } : {}) })

async function modelServer(protocol: Protocol): Promise<ModelServer> {
  const server: Omit<ModelServer, 'baseUrl'> = { questions: [], reply: () => '{}', isLax: false, instead: [] }
  const { baseUrl } = await serving((asked, response) => handle(protocol, server, asked, response))
  return Object.assign(server, { baseUrl })
}

function handle(
  protocol: Protocol,
  server: Omit<ModelServer, 'baseUrl'>,
  asked: Asked,
  response: ServerResponse,
): void {
  const { method, url, headers } = asked
  if (method !== 'POST' || url.pathname !== protocol.path || headers['content-type'] !== 'application/json')
    return json(response, 404, protocol.errorOf({ type: 'not_found_error', message: 'Not found' }))
  const body = JSON.parse(asked.body) as Body
  const fault = protocol.fault(asked, body)
  if (fault) return json(response, fault.status, protocol.errorOf(fault))
  const question = protocol.questionIn(body)
  server.questions.push({ ...question, headers, body })
  const instead = server.instead.shift()
  if (instead && typeof instead !== 'function')
    return json(response, instead.status, instead.body ?? {}, instead.headers)
  const text = server.reply(question)
  if (!server.isLax) mustKeepTo(protocol.schemaIn(body), text)
  const answer = protocol.answerOf(text, body)
  json(response, 200, instead ? instead(answer) : answer)
}
