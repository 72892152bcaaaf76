/** The API for signed-in browsers, where a cookie takes the place of an access token. */
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { sql } from '../db/sql.ts'
import type { EventIds } from '../events/ids.ts'
import { type Place, head } from '../events/log.ts'
import { EMBEDDED_ISSUER, type VerifiedToken } from '../http/access-token.ts'
import { type Caller, callerOf } from '../http/caller.ts'
import { type Eventual, after } from '../http/eventual.ts'
import { KnownCallers } from '../http/known-callers.ts'
import type { Authentication } from '../http/lifecycle/authenticate.ts'
import type { Services } from '../http/lifecycle/lifecycle.ts'
import type { Operation } from '../http/operation/operation.ts'
import { WEB_PREFIX } from '../http/prefix.ts'
import { Problem } from '../http/problem.ts'
import { addRoutes } from '../http/server/routes.ts'
import type { OutsideSessions } from '../identity/outside-sign-in/sessions.ts'
import type { People } from '../identity/people.ts'
import { MAKES_ACCOUNTS } from '../identity/roles.ts'
import type { KnownSession, Sessions } from '../identity/sessions/signed-in.ts'
import { mustBeFromOurPage } from './fetch-site.ts'
import { preferredLocale } from './preferred-locale.ts'

interface WebOptions {
  operations: readonly Operation[]
  services: Omit<Services, 'authentication'>
  sessions: Sessions
  people: People
  eventIds: EventIds
  /** Used in place of `sessions` if people sign in at outside issuers. */
  outside?: OutsideSessions | undefined
  baseUrl: string
  /** Who can make an account. Undefined if people sign in at outside issuers. */
  signUp: 'open' | 'players' | 'invitation' | undefined
}

export function webRoutes(app: FastifyInstance, options: WebOptions): void {
  const { operations, services, sessions, people, eventIds, outside, baseUrl, signUp } = options
  const { origin } = new URL(baseUrl)
  const authentication = outside
    ? new CookieAuthentication(origin, people, (cookie) => outside.find(cookie), outsideCallers(people))
    : new CookieAuthentication(origin, people, (cookie) => sessions.find(cookie), sessionCallers(people))
  addRoutes(app, operations, { ...services, authentication }, WEB_PREFIX)
  app.get('/web/session', async ({ headers }, reply) => {
    const caller = await authentication.caller(headers)
    if (!outside) await sessions.renew(mustBeSignedIn(await sessions.find(headers.cookie)), reply)
    const { id, displayName, ...place } = await services.db.one(sql<
      { id: string; displayName: string } & Place
    >`
      select u.id, u.display_name as "displayName", h.position, h.tag
      from users u cross join (${head}) h where u.id = ${caller.userId}`)
    return {
      user: { id, displayName },
      canonicalPlayerId: caller.canonicalPlayerId,
      scopes: [...caller.scopes].toSorted(),
      signedInAt: caller.authenticatedAt,
      invites: invites(signUp, caller),
      locale: preferredLocale(headers['accept-language']),
      // A page that follows the events from here misses none of what happens while it loads.
      eventId: eventIds.unlike(place),
    }
  })
}

/** True if people can make an account with the caller's invitations. */
const invites = (signUp: WebOptions['signUp'], { scopes }: Caller): boolean =>
  signUp === 'invitation' ? scopes.has(MAKES_ACCOUNTS) : signUp !== undefined

/** Accepts the cookie of a session, but only in requests from our own pages. */
class CookieAuthentication<Credential extends object> implements Authentication {
  readonly people: People
  readonly #origin: string
  readonly #find: (cookieHeader: string | undefined) => Eventual<Credential | undefined>
  readonly #callers: KnownCallers<Credential>

  constructor(
    origin: string,
    people: People,
    find: (cookieHeader: string | undefined) => Eventual<Credential | undefined>,
    callers: KnownCallers<Credential>,
  ) {
    this.#origin = origin
    this.people = people
    this.#find = find
    this.#callers = callers
  }

  caller(headers: IncomingHttpHeaders): Eventual<Caller> {
    const refusal = `The paths below /web are only for pages of ${this.#origin}. Other programs use /api/v1 with an access token.`
    mustBeFromOurPage(headers, this.#origin, refusal)
    const caller = this.#callers.of(() => after(this.#find(headers.cookie), mustBeSignedIn))
    return after(caller, (known) => mustBeSameUser(headers, known))
  }
}

const sessionCallers = (people: People) =>
  new KnownCallers<KnownSession>({
    holderOf: ({ account }) => people.ofAccount(account),
    callerOf: ({ sessionId, account: { accountId: subject, allowed: scopes }, authenticatedAt }, holder) => ({
      ...callerOf({ issuer: EMBEDDED_ISSUER, subject, scopes, sessionId }, holder),
      authenticatedAt,
    }),
    unauthenticated,
  })

const outsideCallers = (people: People) =>
  new KnownCallers<VerifiedToken>({ holderOf: (token) => people.holderOf(token), callerOf, unauthenticated })

function mustBeSignedIn<Credential>(found: Credential | undefined): Credential {
  if (found === undefined)
    throw unauthenticated('Nobody is signed in here, or the session has ended; sign in.')
  return found
}

/** Throws 401 if the page was loaded for another user. An old tab could otherwise send one person's changes as another's. */
function mustBeSameUser(headers: IncomingHttpHeaders, caller: Caller): Caller {
  const userId = headers['scorebook-user']
  if (userId === undefined || userId === caller.userId) return caller
  throw unauthenticated('Somebody else is signed in here now; sign in again to go on.')
}

function unauthenticated(detail: string): Problem {
  return new Problem(401, 'authentication', detail, { headers: { 'www-authenticate': 'Cookie' } })
}
