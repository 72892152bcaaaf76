/** Sends the requests of `scorebook api`: with a token, again after faults that pass, and never to another host. */
import { setTimeout as sleep } from 'node:timers/promises'
import { PREFIX } from '../../http/prefix.ts'
import { CommandFailed, UsageError } from '../command.ts'
import { harmless } from '../harmless.ts'
import { netReason } from '../reasons.ts'

export interface TokenSource {
  token: () => Promise<string>
  /** Gets a new token after the service refused the present one; absent if there can't be another. */
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

/** Longer than any request: the service ends each within 30 s. */
const LONGEST_WAIT = 60_000
/** The waits before the second and third try, in milliseconds, if the service names none. */
const PAUSES = [300, 1_000]
/** The longest wait, in seconds. If the service asks for more, we report that instead of waiting. */
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

  /** Each try sends the same Idempotency-Key, so no change is made twice. */
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

/** No answer came. */
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

/** The wait in milliseconds; undefined if trying again does not help. */
function pauseAfter(outcome: Answer | Fault, tries: number): number | undefined {
  const pause = PAUSES[tries]
  if (pause === undefined) return undefined
  if (outcome instanceof Fault) return mayPass(outcome.cause) ? pause : undefined
  if (outcome.status !== 429 && outcome.status !== 503) return undefined
  const asked = outcome.headers.get('retry-after') ?? ''
  if (!/^\d+$/.test(asked)) return pause
  return Number(asked) > LONGEST_PAUSE ? undefined : Math.max(pause, 1000 * Number(asked))
}

/** Faults that do not pass: an unknown host name, an untrusted certificate. */
const mayPass = (error: unknown) => !/is not known|is not trusted/.test(netReason(error))

/** A redirect may lead to another host, which must not get the token. */
function mustStayHere({ status, headers }: Answer, { origin }: URL): void {
  if (status < 300 || status > 399 || status === 304) return
  throw new CommandFailed(
    `${origin} redirects to ${harmless(headers.get('location') ?? 'nowhere')} (${status}), where the token was not sent. Set SCOREBOOK_BASE_URL to where the service is.`,
  )
}
