/** A browser without scripts: it stores cookies, follows redirects and sends forms. */
import assert from 'node:assert/strict'
import type { FastifyInstance } from 'fastify'

export interface Seen {
  status: number
  path: string
  text: string
  headers: Record<string, string | string[] | number | undefined>
}

export class Visitor {
  readonly cookies = new Map<string, string>()
  readonly #app: FastifyInstance
  readonly #address: string

  constructor(app: FastifyInstance, address = '192.0.2.1') {
    this.#app = app
    this.#address = address
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Seen> {
    return this.#send('GET', path, { 'sec-fetch-site': 'same-origin', ...headers })
  }

  post(path: string, form: Record<string, string>, headers: Record<string, string> = {}): Promise<Seen> {
    const payload = new URLSearchParams(form).toString()
    const type = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
    return this.#send('POST', path, { ...type, ...headers }, payload)
  }

  json(path: string, body: unknown): Promise<Seen> {
    const type = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
    return this.#send('POST', path, type, JSON.stringify(body))
  }

  /** A change through the API for browsers. */
  change(path: string, body?: unknown, method: 'POST' | 'PATCH' | 'DELETE' = 'POST'): Promise<Seen> {
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const headers = {
      'sec-fetch-site': 'same-origin',
      'idempotency-key': crypto.randomUUID(),
      'if-match': '*',
    }
    return this.#send(
      method,
      path,
      { ...headers, ...type },
      body === undefined ? undefined : JSON.stringify(body),
    )
  }

  signIn(name: string, password: string): Promise<Seen> {
    return this.post('/sign-in', { name, password, next: '' })
  }

  async #send(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    headers: object,
    payload?: string,
  ): Promise<Seen> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await this.#app.inject({
      method,
      url: path,
      remoteAddress: this.#address,
      headers: { ...headers, ...(cookie === '' ? {} : { cookie }) },
      ...(payload === undefined ? {} : { payload }),
    })
    for (const line of [response.headers['set-cookie'] ?? []].flat()) this.#keep(line)
    assert.notEqual(response.statusCode, 500, `${method} ${path}: ${response.body}`)
    const { location } = response.headers
    if (response.statusCode === 303 && location !== undefined)
      return this.#send('GET', location, { 'sec-fetch-site': 'same-origin' })
    return { status: response.statusCode, path, text: response.body, headers: response.headers }
  }

  #keep(line: string): void {
    const [pair = ''] = line.split(';')
    const mark = pair.indexOf('=')
    const value = pair.slice(mark + 1)
    if (value === '') this.cookies.delete(pair.slice(0, mark))
    else this.cookies.set(pair.slice(0, mark), value)
  }
}
