/** The cookie of a session: its name and attributes, its secret, and how it is read from a request. */
import { createHash, randomBytes } from 'node:crypto'
import { isLoopback } from '../../http/outgoing.ts'

/** Browsers keep the cookie for as long as a session may last, in seconds. The service ends sessions earlier. */
const MAX_AGE = 180 * 86_400

export interface SessionCookie {
  name: string
  /** True where browsers send it over plain http too. */
  plain: boolean
}

/**
 * With https the name's prefix makes browsers refuse a cookie that is not Secure or that another host set. On plain http it
 * would be refused always. There the cookie is for this machine alone, because everybody on the network could read it;
 * `plainSignIn` lifts that. Undefined where nobody can sign in by a cookie.
 */
export function cookieAt(baseUrl: string, plainSignIn: boolean): SessionCookie | undefined {
  const { protocol, hostname } = new URL(baseUrl)
  if (protocol === 'https:') return { name: '__Host-scorebook', plain: false }
  if (plainSignIn || hostname === 'localhost' || isLoopback(hostname))
    return { name: 'scorebook', plain: true }
  return undefined
}

/** Of somebody who signs in. */
export const beginCookies = (cookie: SessionCookie, secret: string): string[] => [
  setCookie(cookie, secret),
  FORGET_WHO,
]

/** Of the same session under another secret. */
export const setCookie = (cookie: SessionCookie, secret: string): string => written(cookie, secret, MAX_AGE)

export const endCookies = (cookie: SessionCookie): string[] => [written(cookie, '', 0), FORGET_WHO]

/**
 * The web app sets this cookie when the service has said who is signed in (`web/api/session.ts`), and shows them what it keeps of
 * theirs at once the next time. Whoever signs in or out here ends that: an answer may delete what a script has set.
 */
const FORGET_WHO = 'scorebook-here=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict'

const written = ({ name, plain }: SessionCookie, value: string, maxAge: number) =>
  `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${plain ? '' : '; Secure'}`

/** 256 random bits, in base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/**
 * The secret in a Cookie header; undefined unless there is exactly one that may be ours. On plain http a program behind
 * another port of the same host can set a second one.
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
