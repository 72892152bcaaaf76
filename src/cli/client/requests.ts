/** Sends the requests of `scorebook api` through the client, with a token. They are never sent to another host. */
import { type Scorebook, connect } from '../../../client/src/client.ts'
import { Offline } from '../../../client/src/problem.ts'
import type { Reply } from '../../../client/src/reply.ts'
import { PREFIX } from '../../http/prefix.ts'
import { CommandFailed, UsageError } from '../command.ts'
import { harmless } from '../harmless.ts'
import { netReason } from '../reasons.ts'

export interface TokenSource {
  token: () => Promise<string>
  /** Gets a new token after the service has refused the token `useless`. Absent if no other token is available. */
  renew?: (useless: string) => Promise<string>
}

export interface Outgoing {
  method: string
  headers: Headers
  body?: string | Blob | undefined
}

export interface Answer {
  status: number
  headers: Headers
  text: string
}

/** In milliseconds. The service ends each request within 30 s. */
const LONGEST_WAIT = 60_000
/** In milliseconds. If the service asks for a longer pause, we print its answer instead of waiting. */
const LONGEST_PAUSE = 35_000
const MOST_TRIES = 3

export class Requests {
  readonly #origin: string
  readonly #scorebook: Scorebook

  constructor(baseUrl: string, { token, renew }: TokenSource, say: (line: string) => void) {
    this.#origin = new URL(baseUrl).origin
    this.#scorebook = connect({
      url: baseUrl,
      prefix: PREFIX,
      token: (refused) => (refused !== undefined && renew ? renew(refused) : token()),
      timeout: LONGEST_WAIT,
      retryFor: MOST_TRIES * LONGEST_WAIT,
      onRetry: ({ tries, pause, error }) => {
        const isUseless = tries >= MOST_TRIES || pause > LONGEST_PAUSE
        if (isUseless || (error !== undefined && !mayPass(error))) return false
        if (pause > 1_000) say(`The service asks to wait for ${Math.ceil(pause / 1000)} s.`)
        return true
      },
    })
  }

  /** Sends a request, and repeats it if necessary. The Idempotency-Key is always the same, so a change is made only once. */
  async send(path: string, query: URLSearchParams, { method, headers, body }: Outgoing): Promise<Answer> {
    const asked = query.size === 0 ? '' : `?${query.toString()}`
    const below = inApi(path).slice(PREFIX.length)
    const reply = await this.#scorebook
      .request(method, below + asked, { headers, body })
      .catch((error: unknown) => {
        throw error instanceof Offline ? this.#away(error.cause) : error
      })
    this.#mustStayHere(reply)
    const { status, headers: got, text, blob } = reply
    return { status, headers: got, text: blob ? await blob.text() : text }
  }

  #away(cause: unknown): CommandFailed {
    return new CommandFailed(
      `${this.#origin} cannot be reached: ${netReason(cause)}. Start the service with \`npm start\`, or set SCOREBOOK_BASE_URL to where it is.`,
      { cause },
    )
  }

  /** Throws if the service redirects to another host, because that host must not get the token. */
  #mustStayHere({ status, headers }: Reply): void {
    if (status < 300 || status > 399 || status === 304) return
    throw new CommandFailed(
      `${this.#origin} redirects to ${harmless(headers.get('location') ?? 'nowhere')} (${status}), where the token was not sent. Set SCOREBOOK_BASE_URL to where the service is.`,
    )
  }
}

export function inApi(path: string): string {
  if (!path.startsWith('/'))
    throw new UsageError(`PATH must begin with /, as /matches does; '${path}' does not.`)
  return path.startsWith(`${PREFIX}/`) ? path : PREFIX + path
}

/** True if trying again may help. An unknown host name or an untrusted certificate does not get better. */
const mayPass = (error: unknown) => !/is not known|is not trusted/.test(netReason(error))
