/** The cookie of a session: its name and attributes, its secret, and how we read it. */
import { createHash, randomBytes } from 'node:crypto'
import { isLoopback } from '../../http/outgoing.ts'

/** In seconds, the longest life of a session. The service usually ends a session earlier. */
const MAX_AGE = 180 * 86_400

export interface SessionCookie {
  name: string
  plain: boolean
}

/**
 * Undefined if nobody can sign in with a cookie: over plain http, others on the network could read it. With https the cookie's
 * name has a prefix, so browsers refuse such a cookie from another host.
 */
export function cookieAt(baseUrl: string, plainSignIn: boolean): SessionCookie | undefined {
  const { protocol, hostname } = new URL(baseUrl)
  if (protocol === 'https:') return { name: '__Host-scorebook', plain: false }
  if (plainSignIn || hostname === 'localhost' || isLoopback(hostname))
    return { name: 'scorebook', plain: true }
  return undefined
}

export const beginCookies = (cookie: SessionCookie, secret: string): string[] => [
  setCookie(cookie, secret),
  FORGET_WHO,
]

export const setCookie = (cookie: SessionCookie, secret: string): string => written(cookie, secret, MAX_AGE)

export const endCookies = (cookie: SessionCookie): string[] => [written(cookie, '', 0), FORGET_WHO]

/** The web app's cookie for showing a person's cached pages at once (`web/api/session.ts`). Signing in or out deletes it. */
const FORGET_WHO = 'scorebook-here=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict'

const written = ({ name, plain }: SessionCookie, value: string, maxAge: number) =>
  `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${plain ? '' : '; Secure'}`

/** Returns 256 random bits, in base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/**
 * Returns undefined if the header has the cookie twice: over plain http, a program on another port of this host can set a second
 * one.
 */
export function secretIn(header: string | undefined, { name }: SessionCookie): string | undefined {
  if (header === undefined) return undefined
  const found = header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
  const [secret] = found
  return found.length === 1 && secret !== undefined && SECRET.test(secret) ? secret : undefined
}

const SECRET = /^[\w-]{43}$/
