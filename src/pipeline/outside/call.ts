/** Calls a configured service, with limits for time and size. It follows no redirect, and says why a call has failed. */
import { readAtMost } from '../../http/outgoing.ts'
import { Down, Stopped, Unusable } from './failures.ts'

export interface Answer {
  status: number
  headers: Headers
  body: Buffer
}

interface Call {
  /** The name of the service for reviewers, such as `the catalogue`. It never contains a password. */
  service: string
  url: URL
  method?: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  mostBytes: number
  /** True if the answer may be shorter for another item. */
  lengthDependsOnItem?: boolean
  /** In milliseconds: the longest time until the answer has arrived completely. */
  timeout: number
  signal: AbortSignal
}

export async function call(asked: Call): Promise<Answer> {
  const { service, url, mostBytes, lengthDependsOnItem = false, timeout, signal, ...init } = asked
  signal.throwIfAborted()
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
    })
    const body = await readAtMost(mostBytes, response.body)
    if (body === undefined) {
      const reason = `${capital(service)} answered with more than ${mostBytes} bytes.`
      throw lengthDependsOnItem ? new Unusable(reason) : new Down(reason)
    }
    return { status: response.status, headers: response.headers, body }
  } catch (cause) {
    signal.throwIfAborted()
    if (cause instanceof Unusable || cause instanceof Down) throw cause
    throw new Down(`${capital(service)} ${faultOf(cause, timeout)}.`, { cause })
  }
}

export function jsonOf(service: string, { body }: Answer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (cause) {
    throw new Down(`${capital(service)} did not answer with JSON.`, { cause })
  }
}

const SECOND = 1000
const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export const after = (milliseconds: number) => new Date(Date.now() + milliseconds)

/** The error for an answer that is not a 200: the service asks us to wait, refuses us, or has failed. */
export function refusalOf(service: string, answer: Answer): Error {
  const { status, headers } = answer
  const name = capital(service)
  if (status >= 300 && status < 400)
    return new Stopped(`${name} redirects (${status}), so its address in the settings is wrong.`, after(HOUR))
  if (status === 401 || status === 403)
    return new Stopped(`${name} refuses the credentials (${status}).`, after(HOUR))
  if (status === 402) return new Stopped(`${name} wants to be paid (402).`, after(DAY))
  if (status === 429 || status === 503 || status === 529)
    return new Stopped(`${name} asks for fewer calls (${status}).`, retryAfter(headers) ?? after(MINUTE))
  if (status === 408 || status >= 500) return new Down(`${name} answered ${status}.`)
  return new Stopped(`${name} answered ${status}; its address in the settings may be wrong.`, after(HOUR))
}

/**
 * Reads a number of seconds or a date (RFC 9110). It never returns more than a day, because a wrong date must not stop us for
 * years.
 */
export function retryAfter(headers: Headers): Date | undefined {
  const milliseconds = numberOf(headers.get('retry-after-ms'))
  if (milliseconds !== undefined) return bounded(milliseconds)
  const text = headers.get('retry-after')
  const seconds = numberOf(text)
  if (seconds !== undefined) return bounded(seconds * SECOND)
  return text === null ? undefined : dateOf(text)
}

export function dateOf(text: string): Date | undefined {
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : bounded(time - Date.now())
}

export const bounded = (milliseconds: number) => after(Math.min(Math.max(milliseconds, SECOND), DAY))

const numberOf = (text: string | null) =>
  text !== null && /^\s*\d{1,12}(\.\d+)?\s*$/.test(text) ? Number(text) : undefined

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The code of the innermost error, such as `ECONNREFUSED`. Messages are not shown, because they may contain an address. */
export function faultOf(cause: unknown, timeout: number): string {
  if (cause instanceof Error && cause.name === 'TimeoutError')
    return `did not answer within ${timeout / SECOND} seconds`
  for (let inner: unknown = cause; inner instanceof Error; inner = inner.cause)
    if ('code' in inner && typeof inner.code === 'string') return `could not be reached (${inner.code})`
  return 'could not be reached'
}
