/** The cookie of a session: its name and attributes, its secret, and how it is read from a request. */
import { createHash, randomBytes } from 'node:crypto'
import { isLoopback } from '../../http/outgoing.ts'

/** How long browsers keep the cookie, in seconds: the longest life of a session. The service ends sessions earlier. */
const MAX_AGE = 180 * 86_400

export interface SessionCookie {
  name: string
  /** True if browsers send it over plain http too. */
  plain: boolean
}

/**
 * With https, the name's prefix makes browsers refuse a cookie that is not Secure or that another host set. Over plain http they
 * would refuse such a cookie always; there we use a cookie only on this machine, because everybody on the network could read it.
 * `plainSignIn` allows it anyway. Undefined if nobody can sign in by a cookie.
 */
export function cookieAt(baseUrl: string, plainSignIn: boolean): SessionCookie | undefined {
  const { protocol, hostname } = new URL(baseUrl)
  if (protocol === 'https:') return { name: '__Host-scorebook', plain: false }
  if (plainSignIn || hostname === 'localhost' || isLoopback(hostname))
    return { name: 'scorebook', plain: true }
  return undefined
}

/** The cookies for a browser that signs in. */
export const beginCookies = (cookie: SessionCookie, secret: string): string[] => [
  setCookie(cookie, secret),
  FORGET_WHO,
]

/** The cookie for the same session under a new secret. */
export const setCookie = (cookie: SessionCookie, secret: string): string => written(cookie, secret, MAX_AGE)

export const endCookies = (cookie: SessionCookie): string[] => [written(cookie, '', 0), FORGET_WHO]

/**
 * The web app sets this cookie when it knows who is signed in (`web/api/session.ts`), to show what it has cached for them at once
 * the next time. Signing in or out here deletes it: an answer may delete a cookie that a script has set.
 */
const FORGET_WHO = 'scorebook-here=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict'

const written = ({ name, plain }: SessionCookie, value: string, maxAge: number) =>
  `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${plain ? '' : '; Secure'}`

/** 256 random bits, in base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/**
 * The secret in a Cookie header; undefined unless there is exactly one candidate. Over plain http a program on another port of
 * the same host can set a second one.
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
