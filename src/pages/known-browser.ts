/** A browser that has signed in before: its cookie has a random id, and a seal for each of the last accounts. */
import { type KeyObject, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { BROWSER, pageCookie } from './cookies.ts'
import { type Site, isSecure } from './site.ts'

/** A browser that several people share is known for the last ones. */
const MOST_ACCOUNTS = 4

/** The id of the browser, if it has signed in to the account before. Nobody can forge that without our key. */
export function browserOf(site: Site, request: FastifyRequest, accountId: string): string | undefined {
  const [id = '', ...seals] = cookieParts(site, request)
  const own = sealOf(site.browserKey, id, accountId)
  const isKnown = seals
    .slice(0, MOST_ACCOUNTS)
    .some((seal) => seal.length === own.length && timingSafeEqual(Buffer.from(seal), Buffer.from(own)))
  return isKnown ? id : undefined
}

/** The cookie that the browser gets when it signs in to the account. */
export function knownBrowserCookie(site: Site, request: FastifyRequest, accountId: string): string {
  const [given = '', ...seals] = cookieParts(site, request)
  const isOurs = FORMAT.test(given)
  const id = isOurs ? given : randomBytes(16).toString('base64url')
  const own = sealOf(site.browserKey, id, accountId)
  const others = isOurs ? seals.filter((seal) => seal !== own && FORMAT.test(seal)) : []
  return [id, own, ...others.slice(0, MOST_ACCOUNTS - 1)].join('.')
}

/** An id or a seal: 128 bits in base64url. */
const FORMAT = /^[\w-]{22}$/

const cookieParts = (site: Site, { headers }: FastifyRequest): string[] =>
  (pageCookie(headers.cookie, BROWSER, isSecure(site)) ?? '').split('.')

const sealOf = (key: KeyObject, id: string, accountId: string): string =>
  createHmac('sha256', key).update(`${id}:${accountId}`).digest().subarray(0, 16).toString('base64url')
