/**
 * If a browser follows a link from another site, it leaves out our cookies. Then a page of ours sends the request a second time.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from './html.ts'
import { sendPage } from './page.ts'

/** Answers with a page that requests `path` again. As this request comes from our own page, it has the cookies. */
export const askAgain = (reply: FastifyReply, path: string) =>
  sendPage(reply, {
    title: 'One moment',
    goesOnTo: path,
    body: html`<p class="lead"><a href="${path}">Go on to Scorebook</a></p>`,
  })

/**
 * The mark of a second request. Some browsers do not say where a request comes from, so without it the page would repeat itself
 * for ever.
 */
export const ASKED_AGAIN = 'again'

/** True if the request comes from another site and is not marked as a second request. */
export function mayLackCookies({ headers }: FastifyRequest, query: URLSearchParams): boolean {
  const site = headers['sec-fetch-site']
  return site === undefined ? !query.has(ASKED_AGAIN) : site === 'cross-site'
}

export function queryToAskAgain({ headers }: FastifyRequest, query: URLSearchParams): URLSearchParams {
  const again = new URLSearchParams(query)
  if (headers['sec-fetch-site'] === undefined) again.set(ASKED_AGAIN, 'yes')
  return again
}
