/** Where a request comes from, as the browser says: a page of ours, or another site. */
import type { IncomingHttpHeaders } from 'node:http'
import { forbidden } from '../http/problem.ts'

/**
 * Throws the 403 for what a page of another origin may have sent: its browser would add the cookie of somebody who is signed in.
 * Another origin of our own site is no page of ours either. A browser too old for `Sec-Fetch-Site` sends `Origin`; we refuse a
 * request with neither.
 */
export function mustBeFromOurPage(headers: IncomingHttpHeaders, origin: string, refusal: string): void {
  const site = headers['sec-fetch-site']
  if (site === undefined ? headers.origin === origin : site === 'same-origin') return
  throw forbidden(refusal)
}

export const FOREIGN_FORM = 'This form was not sent by a page of this service, so nothing was done.'

/** The browser followed a link on another site, or on another origin of ours, and left our cookies out. */
export const isFromElsewhere = ({ headers }: { headers: IncomingHttpHeaders }): boolean =>
  headers['sec-fetch-site'] === 'cross-site' || headers['sec-fetch-site'] === 'same-site'
