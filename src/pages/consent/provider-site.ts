/** The parts of the service that the provider's routes use. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../db/database.ts'
import { CurrentProvider } from '../../identity/provider/current.ts'
import { type ServeOptions, serve } from '../../identity/provider/serve.ts'
import type { KeyChanges } from '../../identity/sessions/account-status.ts'
import type { Sessions, SignedIn } from '../../identity/sessions/signed-in.ts'
import { sendProblemPage } from '../problem-page.ts'
import { pages } from './pages.ts'

export interface ProviderSiteOptions {
  db: Database
  sessions: Sessions
  baseUrl: string
  issuer: string
  keyChanges: KeyChanges
}

/**
 * In bytes. A request must be short, because a stranger's request can be stored for half an hour. The longest tokens have 2 kB.
 */
export const BODY_LIMIT = 16_384

/** These paths are not logged, because they contain an id that gives access. */
export const SECRET_PATH = { config: { hasSecretPath: true }, errorHandler: sendProblemPage }

export class ProviderSite {
  readonly db: Database
  readonly issuer: string
  readonly origin: string
  readonly current: CurrentProvider
  readonly #options: ProviderSiteOptions

  constructor(options: ProviderSiteOptions) {
    const { db, issuer, sessions, baseUrl, keyChanges } = options
    this.db = db
    this.issuer = issuer
    this.origin = new URL(baseUrl).origin
    this.current = new CurrentProvider({ db, issuer, pages, signedIn: (cookie) => sessions.signedIn(cookie) })
    this.current.follow(keyChanges)
    this.#options = options
  }

  signedIn({ headers }: FastifyRequest): Promise<SignedIn | undefined> {
    return this.#options.sessions.signedIn(headers.cookie)
  }

  async serve(
    request: FastifyRequest,
    reply: FastifyReply,
    options: Pick<ServeOptions, 'forPerson' | 'url' | 'suggestedCode' | 'refused'>,
  ): Promise<FastifyReply> {
    const { db, sessions, baseUrl } = this.#options
    await serve(await this.current.now(), request, reply, { db, sessions, baseUrl, ...options })
    return reply
  }
}

/** The address of the sign-in page. If `person` is given, they are signed in already, and the page asks them to sign in again. */
export const signInAt = (next: string, person?: SignedIn) =>
  `/sign-in?${new URLSearchParams({ next, ...(person ? { again: 'yes' } : {}) }).toString()}`
