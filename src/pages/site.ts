/** What the pages for people share, and the few steps that each of them takes. */
import { type KeyObject, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Database, Transaction } from '../db/database.ts'
import type { Sql } from '../db/sql.ts'
import { STRANGER, person } from '../identity/audit/actor.ts'
import { type AuditEvent, type AuditKind, auditRecord } from '../identity/audit/record.ts'
import type { Passkeys } from '../identity/accounts/passkeys.ts'
import { keyOfAccount } from '../http/access-token.ts'
import { whereFrom } from '../http/where-from.ts'
import type { Sessions, SignedIn } from '../identity/sessions/signed-in.ts'
import { type Method, endSession, newSession } from '../identity/sessions/store.ts'
import { BROWSER, LINK, pageCookie, setPageCookie } from './cookies.ts'

export interface Site {
  db: Database
  sessions: Sessions
  passkeys: Passkeys
  /** Seals what browsers keep that signed in before. */
  browserKey: KeyObject
  baseUrl: string
  signUp: 'open' | 'invitation'
  /** The address that the service listens on, if it is known, and the proxies in front of it. */
  host: string | undefined
  trustedProxies: readonly string[]
}

export const isSecure = ({ baseUrl }: Site) => baseUrl.startsWith('https:')

/** An audit event of this request: what somebody does to their own account. */
export const audited = (
  request: FastifyRequest,
  kind: AuditKind,
  accountId: string,
  details: AuditEvent['details'] = {},
): Sql => auditRecord({ kind, accountId, by: person(accountId), ...whereFrom(request), details })

/** The same of what a stranger tries with this account, or with one that is not there. */
export const attempted = (
  request: FastifyRequest,
  kind: AuditKind,
  accountId: string | undefined,
  details: AuditEvent['details'] = {},
): Sql => auditRecord({ kind, accountId, by: STRANGER, ...whereFrom(request), details })

export const signedIn = (site: Site, { headers }: FastifyRequest): Promise<SignedIn | undefined> =>
  site.sessions.signedIn(headers.cookie)

/** A transaction that changes what somebody with an account reads of themselves. */
export const changeOfAccount = <T>(
  { db }: Site,
  { accountId }: SignedIn,
  work: (db: Transaction) => Promise<T>,
): Promise<T> => db.transaction(work, keyOfAccount(accountId))

/**
 * Signs the browser in, in one transaction with `work`, which returns whom; undefined signs nobody in. A session that the
 * browser had before ends.
 */
export async function signIn(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  method: Method,
  work: (db: Transaction) => Promise<{ accountId: string; details?: Record<string, string> } | undefined>,
): Promise<boolean> {
  const before = await signedIn(site, request)
  const started = await site.db.transaction(async (db) => {
    const who = await work(db)
    if (!who) return undefined
    const { accountId, details = {} } = who
    const { statement, secret } = newSession({ accountId, method, ...whereFrom(request) })
    if (!(await db.maybe(statement))) return undefined
    await Promise.all([
      db.many(audited(request, 'SIGNED_IN', accountId, { method, ...details })),
      ...(before ? [db.many(endSession(before.accountId, before.sessionId))] : []),
    ])
    return { accountId, secret }
  })
  if (!started) return false
  site.sessions.setCookie(reply, started.secret)
  setPageCookie(reply, BROWSER, knownBrowser(site, request, started.accountId), isSecure(site))
  if (linkOf(site, request) !== undefined) setPageCookie(reply, LINK, '', isSecure(site))
  return true
}

/** The secret of the one-time link that the browser has opened. */
export const linkOf = (site: Site, { headers }: FastifyRequest): string | undefined =>
  pageCookie(headers.cookie, LINK, isSecure(site))

/** The id of the browser, if it has signed in to the account before; nobody else can make this up. */
export function browserOf(site: Site, { headers }: FastifyRequest, accountId: string): string | undefined {
  const [id = '', ...seals] = (pageCookie(headers.cookie, BROWSER, isSecure(site)) ?? '').split('.')
  const own = sealOf(site, id, accountId)
  const has = seals
    .slice(0, MOST_ACCOUNTS)
    .some((seal) => seal.length === own.length && timingSafeEqual(Buffer.from(seal), Buffer.from(own)))
  return has ? id : undefined
}

/** A browser that several people share is known for the last of them. */
const MOST_ACCOUNTS = 4

function knownBrowser(site: Site, { headers }: FastifyRequest, accountId: string): string {
  const [id = '', ...seals] = (pageCookie(headers.cookie, BROWSER, isSecure(site)) ?? '').split('.')
  const isOurs = /^[\w-]{22}$/.test(id)
  const kept = isOurs ? id : randomBytes(16).toString('base64url')
  const own = sealOf(site, kept, accountId)
  const others = isOurs ? seals.filter((seal) => seal !== own && /^[\w-]{22}$/.test(seal)) : []
  return [kept, own, ...others.slice(0, MOST_ACCOUNTS - 1)].join('.')
}

const sealOf = ({ browserKey }: Site, id: string, accountId: string): string =>
  createHmac('sha256', browserKey).update(`${id}:${accountId}`).digest().subarray(0, 16).toString('base64url')

/** Such as "Firefox on Linux", for people to recognise it by. Most browsers name others too, so the order matters. */
export function browserNamed(userAgent: string): string {
  const [, browser = 'A browser'] = BROWSERS.find(([mark]) => userAgent.includes(mark)) ?? []
  const [, system] = SYSTEMS.find(([mark]) => userAgent.includes(mark)) ?? []
  return system === undefined ? browser : `${browser} on ${system}`
}

const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrom', 'Chrome'],
  ['Safari', 'Safari'],
  ['curl', 'curl'],
] as const

const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const
