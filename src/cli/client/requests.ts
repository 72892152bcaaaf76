/** Sends the requests of `scorebook api` with a token. Repeats them if that can help. Never sends them to another host. */
import { setTimeout as sleep } from 'node:timers/promises'
import { PREFIX } from '../../http/prefix.ts'
import { CommandFailed, UsageError } from '../command.ts'
import { harmless } from '../harmless.ts'
import { netReason } from '../reasons.ts'

export interface TokenSource {
  token: () => Promise<string>
  /** Gets a new token after the service has refused the token `useless`. Absent if no other token can be had. */
  renew?: (useless: string) => Promise<string>
}

export interface Outgoing {
  method: string
  headers: Headers
  body?: string | undefined
}

export interface Answer {
  status: number
  statusText: string
  headers: Headers
  text: string
}

/** In milliseconds. The service ends each request within 30 s. */
const LONGEST_WAIT = 60_000
/** In milliseconds, the pauses before the second and the third try. If the service asks for a longer pause, we wait longer. */
const PAUSES = [300, 1_000]
/** In seconds. If the service asks for a pause above this limit, we report the pause and do not wait. */
const LONGEST_PAUSE = 30

export class Requests {
  readonly #baseUrl: string
  readonly #source: TokenSource
  readonly #say: (line: string) => void

  constructor(baseUrl: string, source: TokenSource, say: (line: string) => void) {
    this.#baseUrl = baseUrl
    this.#source = source
    this.#say = say
  }

  /** All tries have the same Idempotency-Key, so a change is made only once. */
  async send(path: string, query: URLSearchParams, { method, headers, body }: Outgoing): Promise<Answer> {
    const url = new URL(this.#baseUrl + inApi(path))
    url.search = query.toString()
    let token = await this.#source.token()
    let renewed = false
    for (let tries = 0; ;) {
      const sent = new Headers(headers)
      sent.set('authorization', `Bearer ${token}`)
      const outcome = await once(url, { method, headers: sent, ...(body === undefined ? {} : { body }) })
      const pause = pauseAfter(outcome, tries)
      if (pause !== undefined) {
        if (pause > 1_000) this.#say(`The service asks to wait for ${Math.ceil(pause / 1000)} s.`)
        tries++
        await sleep(pause)
        continue
      }
      if (outcome instanceof Fault)
        throw new CommandFailed(
          `${url.origin} cannot be reached: ${netReason(outcome.cause)}. Start the service with \`npm start\`, or set SCOREBOOK_BASE_URL to where it is.`,
          { cause: outcome.cause },
        )
      if (outcome.status === 401 && !renewed && this.#source.renew) {
        renewed = true
        token = await this.#source.renew(token)
        continue
      }
      mustStayHere(outcome, url)
      return outcome
    }
  }
}

export function inApi(path: string): string {
  if (!path.startsWith('/'))
    throw new UsageError(`PATH must begin with /, as /matches does; '${path}' does not.`)
  return path.startsWith(`${PREFIX}/`) ? path : PREFIX + path
}

class Fault extends Error {
  override name = 'Fault'
}

async function once(url: URL, init: RequestInit): Promise<Answer | Fault> {
  try {
    const answer = await fetch(url, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(LONGEST_WAIT),
    })
    const { status, statusText, headers } = answer
    return { status, statusText, headers, text: await answer.text() }
  } catch (error) {
    return new Fault('no answer', { cause: error })
  }
}

/** The pause in milliseconds. Undefined if another try would not help. */
function pauseAfter(outcome: Answer | Fault, tries: number): number | undefined {
  const pause = PAUSES[tries]
  if (pause === undefined) return undefined
  if (outcome instanceof Fault) return mayPass(outcome.cause) ? pause : undefined
  if (outcome.status !== 429 && outcome.status !== 503) return undefined
  const asked = outcome.headers.get('retry-after') ?? ''
  if (!/^\d+$/.test(asked)) return pause
  return Number(asked) > LONGEST_PAUSE ? undefined : Math.max(pause, 1000 * Number(asked))
}

/** False for an unknown host name and an untrusted certificate, because waiting does not help. */
const mayPass = (error: unknown) => !/is not known|is not trusted/.test(netReason(error))

/** Refuses a redirect to another host, because that host must not get the token. */
function mustStayHere({ status, headers }: Answer, { origin }: URL): void {
  if (status < 300 || status > 399 || status === 304) return
  throw new CommandFailed(
    `${origin} redirects to ${harmless(headers.get('location') ?? 'nowhere')} (${status}), where the token was not sent. Set SCOREBOOK_BASE_URL to where the service is.`,
  )
}
