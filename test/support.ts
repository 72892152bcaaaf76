/** What all API tests share: a service on its own database, people who call it, and a check of every answer. */
import assert from 'node:assert/strict'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import * as z from 'zod'
import { operations } from '../src/api.ts'
import { buildApp } from '../src/app.ts'
import type { Connection, Database } from '../src/db/database.ts'
import { uuidv7 } from '../src/db/uuid.ts'
import { PREFIX } from '../src/http/prefix.ts'
import type { Operation } from '../src/http/operation/operation.ts'
import { trustEmbedded } from '../src/identity/embedded-issuer.ts'
import type { Role } from '../src/identity/roles.ts'
import { TokenVerifier } from '../src/identity/verifier.ts'
import { STANDBY, type Servers, newest, sawPosition, testDatabase } from './database.ts'
import { type TestAccount, newAccount, tokenOfAccount } from './identity/accounts.ts'
import { type TestIssuer, testIssuer } from './issuer.ts'
import { countingRequests } from './traffic.ts'

export interface Service {
  app: FastifyInstance
  db: Database
  /** The connection to the service's database. */
  connection: Connection
  issuer: TestIssuer
  /**
   * Returns a person with a token of these roles, by default the role player. The same name gives the same person. If the name
   * has an account with us, the token comes from our own issuer.
   */
  as: (name: string, claims?: Record<string, unknown>) => Promise<Person>
  /** Makes an account with us, and returns a person with a token for it. */
  account: (name: string, roles?: Role[]) => Promise<Person & { accountId: string }>
  close: () => Promise<void>
}

export interface Person {
  token: string
  get: (path: string, headers?: Headers) => Promise<Reply>
  post: (path: string, body?: unknown, headers?: Headers) => Promise<Reply>
  patch: (path: string, body: unknown, etag?: string, headers?: Headers) => Promise<Reply>
  /** Without an ETag, the request makes something new. */
  put: (path: string, body: unknown, etag?: string, headers?: Headers) => Promise<Reply>
  delete: (path: string, etag?: string, headers?: Headers) => Promise<Reply>
  send: (method: Method, path: string, body?: unknown, headers?: Headers) => Promise<Reply>
}

export interface Reply {
  status: number
  headers: Record<string, string | undefined>
  /** The ETag; empty if the answer has none. */
  etag: string
  text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- a test says what it expects of a body by asserting it
  body: any
}

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
type Headers = Record<string, string>

export const BASE_URL = 'https://scorebook.example.org'

/** By default, the log shows the cause of a 500, because no test expects one. */
export async function testService(
  logger = pino({ level: 'error' }),
  servers: Servers = {},
): Promise<Service> {
  const [database, issuer] = await Promise.all([testDatabase(servers), testIssuer()])
  const config = {
    baseUrl: BASE_URL,
    errorTypeBase: `${BASE_URL}/problems`,
    corsOrigins: ['https://app.example.org'],
  }
  const { db } = database
  const verifier = new TokenVerifier([issuer.trusted, trustEmbedded(db, BASE_URL, () => {})])
  const app = await countingRequests(db, () => buildApp({ config, db, verifier, logger }))
  const accounts = new Map<string, TestAccount>()
  return {
    app,
    db: database.byHand,
    connection: database.connection,
    issuer,
    async as(name, claims) {
      const account = accounts.get(name)
      if (account) return person(app, await tokenOfAccount(db, BASE_URL, account, claims))
      return person(app, await issuer.token(name, { name, ...claims }))
    },
    async account(name, roles = ['player']) {
      const account = await newAccount(db, name, roles)
      accounts.set(name, account)
      return { ...person(app, await tokenOfAccount(db, BASE_URL, account)), accountId: account.id }
    },
    async close() {
      await app.close()
      await Promise.all([database.close(), issuer.close()])
    },
  }
}

/** A new idempotency key. Every change needs one. */
export const newKey = (): Headers => ({ 'idempotency-key': uuidv7() })

export function person(app: FastifyInstance, token: string): Person {
  const send: Person['send'] = (method, path, body, headers = {}) =>
    call(app, method, path, body, { authorization: `Bearer ${token}`, ...headers })
  return {
    token,
    send,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, { ...newKey(), ...headers }),
    patch: (path, body, etag, headers) =>
      send('PATCH', path, body, { ...newKey(), ...matching(etag), ...headers }),
    put: (path, body, etag, headers) =>
      send('PUT', path, body, {
        ...newKey(),
        ...(etag === undefined ? { 'if-none-match': '*' } : matching(etag)),
        ...headers,
      }),
    delete: (path, etag, headers) =>
      send('DELETE', path, undefined, { ...newKey(), ...matching(etag), ...headers }),
  }
}

const matching = (etag: string | undefined): Headers => (etag === undefined ? {} : { 'if-match': etag })

/** Sends a request below the version prefix (or to a path that begins with `//`), and checks the answer against its schema. */
export async function call(
  app: FastifyInstance,
  method: Method,
  path: string,
  body?: unknown,
  headers: Headers = {},
): Promise<Reply> {
  const url = path.startsWith('//') ? path.slice(1) : PREFIX + path
  const isText = typeof body === 'string' || Buffer.isBuffer(body)
  const operation = operationAt(method, url)
  const response = await app.inject({
    method,
    url,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(method === 'GET' && newest.position > 0n ? { 'scorebook-position': String(newest.position) } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: isText ? body : JSON.stringify(body) }),
    payloadAsStream: operation?.handling.kind === 'stream',
  })
  const text = operation?.handling.kind === 'stream' ? await beginningOf(response) : response.body
  const isJson = (response.headers['content-type'] ?? '').includes('json')
  const reply: Reply = {
    status: response.statusCode,
    headers: response.headers as Reply['headers'],
    etag: response.headers['etag'] ?? '',
    text,
    body: isJson && text !== '' ? JSON.parse(text) : bytesOf(operation, response.statusCode, text),
  }
  if (process.env[STANDBY]) sawPosition(reply.headers['scorebook-position'] ?? '0')
  mustBeSound(reply, operation, url)
  return reply
}

const bytesOf = (operation: Operation | undefined, status: number, text: string) =>
  operation?.responds.media !== undefined && status === 200 ? text : undefined

/** Reads the first part of a stream and then closes it, because a stream has no end. A refusal is read completely. */
async function beginningOf(response: LightMyRequestResponse): Promise<string> {
  const stream = response.stream()
  let text = ''
  for await (const chunk of stream) {
    text += String(chunk)
    if (response.statusCode === 200) break
  }
  stream.destroy()
  return text
}

export const Problem = z.strictObject({
  type: z.url(),
  title: z.string().min(1),
  status: z.int(),
  detail: z.string().min(1),
  instance: z.url(),
  errors: z
    .array(
      z.strictObject({
        field: z.string().min(1),
        code: z.string(),
        message: z.string(),
        rejectedValue: z.unknown().optional(),
      }),
    )
    .optional(),
  requestId: z.string(),
})

function mustBeSound(
  { status, headers, body, text }: Reply,
  operation: Operation | undefined,
  url: string,
): void {
  assert.notEqual(status, 500, `${url} answered 500: ${text}`)
  assert.ok(headers['x-request-id'], `${url} has no X-Request-Id`)
  if (status >= 400) {
    const problem = Problem.parse(body)
    assert.equal(problem.status, status)
    assert.equal(problem.requestId, headers['x-request-id'])
    return
  }
  if (!operation) return
  const { revalidates, orCreated } = operation.responds
  const isSame = revalidates && status === 304
  const isCreated = orCreated && status === 201
  if (!isSame && !isCreated)
    assert.equal(status, operation.responds.status, `${operation.id} answered ${status}`)
  assert.equal(headers['etag'] !== undefined, operation.responds.etag, `${operation.id} and its ETag`)
  assert.equal(
    headers['location'] !== undefined,
    operation.responds.location !== false || isCreated === true,
    `${operation.id} and its Location`,
  )
  if (operation.handling.kind === 'stream') return
  if (operation.responds.schema && !isSame) {
    const checked = operation.responds.schema.safeParse(body)
    assert.ok(
      checked.success,
      `${operation.id} answers against its schema: ${checked.error?.message}\n${text}`,
    )
  } else assert.equal(text, '')
}

export const idOf = async (person: Person): Promise<string> => (await person.get('/users/me')).body.id

/** The violations that a problem lists, each as `field CODE`. */
export const violations = ({ body }: Reply): string[] =>
  (body.errors ?? []).map(({ field, code }: { field: string; code: string }) => `${field} ${code}`)

const forms = operations.map((operation) => ({
  operation,
  form: new RegExp(`^${PREFIX}${operation.path.replaceAll(/\{\w+\}/g, '[^/?]+')}$`),
}))

/** Finds the first operation that fits. So `/matches/count` is found before `/matches/{id}`. */
function operationAt(method: string, url: string): Operation | undefined {
  const path = url.split('?')[0] ?? ''
  return forms.find(({ operation, form }) => operation.method === method && form.test(path))?.operation
}

/** Returns the value. Fails if it is missing, because the test could not continue. */
export function present<T>(value: T | undefined | null): T {
  assert.ok(value !== undefined && value !== null)
  return value
}
