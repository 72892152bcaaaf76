/** The API for a browser that is signed in: its cookie in place of an access token. */
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql } from '../db/sql.ts'
import { EMBEDDED_ISSUER, InvalidToken, IssuerUnavailable, type VerifiedToken } from '../http/access-token.ts'
import type { Authentication } from '../http/lifecycle/authenticate.ts'
import { type Behind, type Caller, callerOf } from '../http/caller.ts'
import type { Operation } from '../http/operation/operation.ts'
import type { Services } from '../http/lifecycle/lifecycle.ts'
import { WEB_PREFIX } from '../http/prefix.ts'
import { Problem, forbidden, unavailable } from '../http/problem.ts'
import { addRoutes } from '../http/server/routes.ts'
import type { OutsideSessions } from '../identity/outside-sign-in/sessions.ts'
import type { People } from '../identity/people.ts'
import type { KnownSession, Sessions } from '../identity/sessions/signed-in.ts'

export interface WebOptions {
  operations: readonly Operation[]
  services: Omit<Services, 'authentication'>
  sessions: Sessions
  people: People
  /** Instead of `sessions`, where people sign in at outside issuers. */
  outside?: OutsideSessions | undefined
  /** Where browsers reach the service. */
  baseUrl: string
}

/** Carries the operations a second time, for browsers, and `GET /web/session` beside them. */
export function webRoutes(app: FastifyInstance, { operations, services, ...options }: WebOptions): void {
  const { outside } = options
  const authentication = outside
    ? new OutsideAuthentication({ ...options, outside })
    : new SessionAuthentication(options)
  addRoutes(app, operations, { ...services, authentication }, WEB_PREFIX)
  app.get('/web/session', async (request, reply) => {
    const caller = await authentication.enter(request.headers, reply)
    const user = await services.db.one(sql`
      select id, display_name as "displayName" from users where id = ${caller.userId}`)
    return {
      user,
      canonicalPlayerId: caller.canonicalPlayerId,
      scopes: [...caller.scopes].toSorted(),
      signedInAt: caller.authenticatedAt,
      locale: localeOf(request.headers['accept-language']),
    }
  })
}

/** By the cookie of a session, for requests of our own pages. */
export class SessionAuthentication implements Authentication {
  readonly people: People
  readonly #sessions: Sessions
  readonly #origin: string
  readonly #callers = new WeakMap<KnownSession, { caller: Caller; behind: Behind }>()

  constructor({ sessions, people, baseUrl }: Pick<WebOptions, 'sessions' | 'people' | 'baseUrl'>) {
    this.#sessions = sessions
    this.people = people
    this.#origin = new URL(baseUrl).origin
  }

  caller(headers: IncomingHttpHeaders): Caller | Promise<Caller> {
    mustBeFromOurPage(headers, this.#origin)
    const session = this.#sessions.find(headers.cookie)
    const caller =
      session instanceof Promise ? session.then((late) => this.#callerOf(late)) : this.#callerOf(session)
    return meant(headers, caller)
  }

  /** The same; the browser gets a new secret if its rights changed. */
  async enter(headers: IncomingHttpHeaders, reply: FastifyReply): Promise<Caller> {
    const caller = await this.caller(headers)
    const session = await this.#sessions.find(headers.cookie)
    if (!session) throw signedOut()
    await this.#sessions.renew(session, reply)
    return caller
  }

  #callerOf(session: KnownSession | undefined): Caller | Promise<Caller> {
    if (!session) throw signedOut()
    try {
      const behind = this.people.ofAccount(session.account)
      return behind instanceof Promise
        ? behind.then((late) => this.#known(session, late), refuse)
        : this.#known(session, behind)
    } catch (error) {
      return refuse(error)
    }
  }

  #known(session: KnownSession, behind: Behind): Caller {
    const known = this.#callers.get(session)
    if (known?.behind === behind) return known.caller
    const { accountId: subject, allowed } = session.account
    const { authenticatedAt } = session
    const caller = {
      ...callerOf({ issuer: EMBEDDED_ISSUER, subject, scopes: allowed }, behind),
      authenticatedAt,
    }
    this.#callers.set(session, { caller, behind })
    return caller
  }
}

/** The same for people of outside issuers: they may do what their access token there says. */
class OutsideAuthentication implements Authentication {
  readonly people: People
  readonly #outside: OutsideSessions
  readonly #origin: string
  readonly #callers = new WeakMap<VerifiedToken, { caller: Caller; behind: Behind }>()

  constructor({
    outside,
    people,
    baseUrl,
  }: Pick<WebOptions, 'people' | 'baseUrl'> & { outside: OutsideSessions }) {
    this.#outside = outside
    this.people = people
    this.#origin = new URL(baseUrl).origin
  }

  caller(headers: IncomingHttpHeaders): Caller | Promise<Caller> {
    mustBeFromOurPage(headers, this.#origin)
    const token = this.#outside.find(headers.cookie)
    const caller =
      token instanceof Promise
        ? token.then((late) => this.#callerOf(late)).catch(refuse)
        : this.#callerOf(token)
    return meant(headers, caller)
  }

  async enter(headers: IncomingHttpHeaders): Promise<Caller> {
    return this.caller(headers)
  }

  #callerOf(token: VerifiedToken | undefined): Caller | Promise<Caller> {
    if (!token) throw signedOut()
    const behind = this.people.behind(token)
    return behind instanceof Promise
      ? behind.then((late) => this.#known(token, late), refuse)
      : this.#known(token, behind)
  }

  #known(token: VerifiedToken, behind: Behind): Caller {
    const known = this.#callers.get(token)
    if (known?.behind === behind) return known.caller
    const caller = callerOf(token, behind)
    this.#callers.set(token, { caller, behind })
    return caller
  }
}

/**
 * Refuses what a page of another origin may have sent: its browser would add the cookie of somebody who is signed in.
 * `Origin` stands in where a browser does not send `Sec-Fetch-Site`; one that sends neither is refused.
 */
function mustBeFromOurPage(headers: IncomingHttpHeaders, origin: string): void {
  const site = headers['sec-fetch-site']
  if (site === undefined ? headers.origin === origin : site === 'same-origin') return
  throw forbidden(
    `What is below /web is for pages of ${origin} alone. Other programs use /api/v1 with an access token.`,
  )
}

/**
 * Refuses what a page sends for somebody else than is signed in now. Tabs share a cookie, so a tab may still be of the person
 * before, and what waits there is theirs. A page that does not say whose it is, is of whoever is signed in.
 */
function meant(headers: IncomingHttpHeaders, caller: Caller | Promise<Caller>): Caller | Promise<Caller> {
  if (caller instanceof Promise) return caller.then((late) => meant(headers, late))
  const userId = headers['scorebook-user']
  if (userId === undefined || userId === caller.userId) return caller
  throw unauthenticated('Somebody else is signed in here now; sign in again to go on.')
}

function refuse(error: unknown): never {
  if (error instanceof InvalidToken) throw unauthenticated(error.message)
  throw error instanceof IssuerUnavailable ? unavailable(error.message) : error
}

const signedOut = () => unauthenticated('Nobody is signed in here, or the session has ended; sign in.')

const unauthenticated = (detail: string) =>
  new Problem(401, 'authentication', detail, { headers: { 'www-authenticate': 'Cookie' } })

/** The language that the browser prefers; English where it names none. */
function localeOf(header: string | undefined): string {
  const wanted = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim())
      const quality = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2)
      return { tag, quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ tag, quality }) => isLocale(tag) && quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
  return wanted[0] ? (Intl.getCanonicalLocales(wanted[0].tag)[0] ?? 'en') : 'en'
}

function isLocale(tag: string): boolean {
  try {
    return /^[a-z]{2,8}(-|$)/i.test(tag) && Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}
