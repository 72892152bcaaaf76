/** The small cookies of the pages, besides the session: an opened one-time link, and a browser that has signed in before. */
import type { FastifyReply } from 'fastify'

export interface PageCookie {
  name: string
  /** In seconds. */
  maxAge: number
}

/** A link that was opened, for the time that somebody takes to choose a name and a passkey. */
export const LINK: PageCookie = { name: 'scorebook-link', maxAge: 3_600 }
/** Proves that this browser has signed in before. */
export const BROWSER: PageCookie = { name: 'scorebook-browser', maxAge: 400 * 86_400 }

/** With https, the prefix makes browsers refuse a cookie that is not Secure, or that another host has set. */
const fullName = ({ name }: PageCookie, secure: boolean) => (secure ? `__Host-${name}` : name)

export function setPageCookie(reply: FastifyReply, cookie: PageCookie, value: string, secure: boolean): void {
  void reply.header(
    'set-cookie',
    `${fullName(cookie, secure)}=${value}; Path=/; Max-Age=${value === '' ? 0 : cookie.maxAge}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`,
  )
}

/** The value of the cookie, if there is exactly one. */
export function pageCookie(
  header: string | undefined,
  cookie: PageCookie,
  secure: boolean,
): string | undefined {
  const start = `${fullName(cookie, secure)}=`
  const found = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start))
    .map((pair) => pair.slice(start.length))
  return found.length === 1 && found[0] !== '' ? found[0] : undefined
}

/** The secret of the one-time link that the browser has opened. */
export const openedLink = (header: string | undefined, secure: boolean): string | undefined =>
  pageCookie(header, LINK, secure)
