/**
 * Recognises a browser that has signed in before. Its cookie has a random id, and a seal for each account that signed in there
 * last.
 */
import { type KeyObject, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { BROWSER, pageCookie } from './cookies.ts'
import { type Site, isSecure } from './site.ts'

export const MOST_ACCOUNTS = 4

/** The id of the browser. Undefined if it has never signed in to this account. Without our key, nobody can forge the cookie. */
export function browserOf(site: Site, request: FastifyRequest, accountId: string): string | undefined {
  const [id = '', ...seals] = cookieParts(site, request)
  const own = sealOf(site.browserKey, id, accountId)
  const isKnown = seals
    .slice(0, MOST_ACCOUNTS)
    .some((seal) => seal.length === own.length && timingSafeEqual(Buffer.from(seal), Buffer.from(own)))
  return isKnown ? id : undefined
}

export function knownBrowserCookie(site: Site, request: FastifyRequest, accountId: string): string {
  const [given = '', ...seals] = cookieParts(site, request)
  const isOurs = FORMAT.test(given)
  const id = isOurs ? given : randomBytes(16).toString('base64url')
  const own = sealOf(site.browserKey, id, accountId)
  const others = isOurs ? seals.filter((seal) => seal !== own && FORMAT.test(seal)) : []
  return [id, own, ...others.slice(0, MOST_ACCOUNTS - 1)].join('.')
}

/** 128 bits in base64url, for an id or a seal. */
const FORMAT = /^[\w-]{22}$/

const cookieParts = (site: Site, { headers }: FastifyRequest): string[] =>
  (pageCookie(headers.cookie, BROWSER, isSecure(site)) ?? '').split('.')

const sealOf = (key: KeyObject, id: string, accountId: string): string =>
  createHmac('sha256', key).update(`${id}:${accountId}`).digest().subarray(0, 16).toString('base64url')
