/** Makes the texts of requests as they are sent over a connection. */
import { uuidv7 } from '../src/db/uuid.ts'
import { PREFIX } from '../src/http/prefix.ts'
import type { Person } from './stage.ts'
import type { Asked, PlainlyAsked, Work } from './works/work.ts'

/** The beginning of the Authorization header for the bare side, which gets the caller's id in place of a token. */
export const PREFIX_OF_USER = 'User '

/** Makes the text of a request, with a new idempotency key each time. */
export function wireText({ route }: Work, asked: Asked, authorization: string): () => string {
  const { method } = routeOf(route)
  const body = asked.body === undefined ? '' : JSON.stringify(asked.body)
  const lines = [
    `${method} ${urlOf(route, asked)} HTTP/1.1`,
    'host: bench',
    `authorization: ${authorization}`,
  ]
  for (const [name, value] of Object.entries(asked.headers ?? {})) lines.push(`${name}: ${value}`)
  if (body !== '') lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(body)}`)
  const head = `${lines.join('\r\n')}\r\n`
  return method === 'GET' ? () => `${head}\r\n` : () => `${head}idempotency-key: ${uuidv7()}\r\n\r\n${body}`
}

export const tokenOf = ({ token }: Person) => `Bearer ${token}`
export const idOf = ({ id }: Person) => PREFIX_OF_USER + id

export function urlOf(route: string, { params = {}, query }: Asked): string {
  const path = PREFIX + routeOf(route).path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
  if (!query) return path
  const parameters = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `${path}?${parameters.join('&')}`
}

export const plainly = ({ params = {}, query = {}, body }: Asked, { id }: Person): PlainlyAsked => ({
  userId: id,
  params,
  query,
  body,
})

interface Route {
  method: string
  path: string
  pattern: RegExp
}

const routes = new Map<string, Route>()

export function routeOf(route: string): Route {
  const known = routes.get(route)
  if (known) return known
  const [method = '', path = ''] = route.split(' ')
  const pattern = new RegExp(`^${PREFIX}${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
  const made = { method, path, pattern }
  routes.set(route, made)
  return made
}
