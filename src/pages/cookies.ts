/** The small cookies of the pages. One of them, for example, remembers a one-time link that was opened. */
import type { FastifyReply } from 'fastify'

export interface PageCookie {
  name: string
  /** In seconds. */
  maxAge: number
}

/** The cookie that remembers an opened link while somebody chooses a name and a passkey. */
export const LINK: PageCookie = { name: 'scorebook-link', maxAge: 3_600 }
export const BROWSER: PageCookie = { name: 'scorebook-browser', maxAge: 400 * 86_400 }

/** With https the name has a prefix, because browsers then refuse such a cookie from another host. */
const fullName = ({ name }: PageCookie, secure: boolean) => (secure ? `__Host-${name}` : name)

export function setPageCookie(reply: FastifyReply, cookie: PageCookie, value: string, secure: boolean): void {
  void reply.header(
    'set-cookie',
    `${fullName(cookie, secure)}=${value}; Path=/; Max-Age=${value === '' ? 0 : cookie.maxAge}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`,
  )
}

/** Undefined if the cookie is missing, or if there are two of them. */
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

export const openedLink = (header: string | undefined, secure: boolean): string | undefined =>
  pageCookie(header, LINK, secure)
