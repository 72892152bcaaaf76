/**
 * A browser that follows a link on another site leaves our SameSite=Strict cookies out; we let it ask again from a page of
 * ours.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from './html.ts'
import { sendPage } from './page.ts'

/** A page that asks for the path again by itself. That request comes from us, so it has the cookies. */
export const askAgain = (reply: FastifyReply, path: string) =>
  sendPage(reply, {
    title: 'One moment',
    goesOnTo: path,
    body: html`<p class="lead"><a href="${path}">Go on to Scorebook</a></p>`,
  })

/** The query parameter that we add if the browser does not say where it comes from: without it the page would ask forever. */
export const ASKED_AGAIN = 'again'

/** True if the request may lack our cookies, because it comes from another site and is the first for this address. */
export function mayLackCookies({ headers }: FastifyRequest, query: URLSearchParams): boolean {
  const site = headers['sec-fetch-site']
  return site === undefined ? !query.has(ASKED_AGAIN) : site === 'cross-site'
}

/** The query for the second request. */
export function queryToAskAgain({ headers }: FastifyRequest, query: URLSearchParams): URLSearchParams {
  const again = new URLSearchParams(query)
  if (headers['sec-fetch-site'] === undefined) again.set(ASKED_AGAIN, 'yes')
  return again
}
