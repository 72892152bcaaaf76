/** The parts of the service that the routes of the OpenID provider need. */
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
  /** Where browsers reach the service, without a slash at the end. */
  baseUrl: string
  issuer: string
  keyChanges: KeyChanges
}

/** A stranger's request can be stored for half an hour, so it must be short; the longest tokens have 2 kB. In bytes. */
export const BODY_LIMIT = 16_384

/** The id in these paths gives as much access as the browser's cookie, so we keep it out of the log. */
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

  /** Lets the library answer. */
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

/** `person` is whoever is signed in; they sign in again. */
export const signInAt = (next: string, person?: SignedIn) =>
  `/sign-in?${new URLSearchParams({ next, ...(person ? { again: 'yes' } : {}) }).toString()}`
