/** The cookie of a session: its name, its attributes, its secret, and how it is read. */
import { createHash, randomBytes } from 'node:crypto'
import { isLoopback } from '../../http/outgoing.ts'

/** The longest life of a session, in seconds. Usually the service ends it earlier. */
const MAX_AGE = 180 * 86_400

export interface SessionCookie {
  name: string
  plain: boolean
}

/**
 * Undefined if nobody may sign in with a cookie, because others on the network could read it over plain http. With https the name
 * of the cookie has a prefix, so that browsers refuse such a cookie from another host.
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

/**
 * The web app's cookie for showing a person's stored pages at once (`web/api/session.ts`). It is deleted when somebody signs in
 * or out.
 */
const FORGET_WHO = 'scorebook-here=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict'

const written = ({ name, plain }: SessionCookie, value: string, maxAge: number) =>
  `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${plain ? '' : '; Secure'}`

/** 256 random bits in base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/**
 * The secret in the Cookie header. Undefined if the header has the cookie twice: over plain http, a program on another port of
 * this host can set a second one.
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
