/** Calls the service once, to prepare a run. Such calls are not measured. */
import { uuidv7 } from '../src/db/uuid.ts'
import { PREFIX } from '../src/http/prefix.ts'

export interface Listening {
  port: number
}

export interface Call {
  method: string
  path: string
  /** An object is sent as JSON, a string as it is. */
  body?: object | string
  headers?: Record<string, string>
  statuses?: number[]
}

interface Called {
  status: number
  etag: string
  body: string
}

export async function call(
  { port }: Listening,
  token: string,
  { method, path, body, headers, statuses = [200] }: Call,
): Promise<Called> {
  const response = await fetch(`http://127.0.0.1:${port}${PREFIX}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'idempotency-key': uuidv7(),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined || typeof body === 'string' ? (body ?? null) : JSON.stringify(body),
  })
  const text = await response.text()
  const { status } = response
  if (!statuses.includes(status)) throw new Error(`${method} ${path}: ${status} ${text.slice(0, 500)}`)
  return { status, etag: response.headers.get('etag') ?? '', body: text }
}
