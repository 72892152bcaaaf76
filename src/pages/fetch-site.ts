/** Finds out whether a request comes from a page of ours or from another site. */
import type { IncomingHttpHeaders } from 'node:http'
import { forbidden } from '../http/problem.ts'

/**
 * Throws 403 if the request may come from another site, because browsers add our cookies to such requests. Over plain http to another
 * machine, browsers do not say from which site a request comes, and a GET has no `Origin`. It has the address of the page, which
 * pages of other sites cannot choose.
 */
export function mustBeFromOurPage(headers: IncomingHttpHeaders, origin: string, refusal: string): void {
  const site = headers['sec-fetch-site']
  const from = headers.origin ?? originOf(headers.referer)
  if (site === undefined ? from === origin : site === 'same-origin') return
  throw forbidden(refusal)
}

const originOf = (url: string | undefined): string | undefined => URL.parse(url ?? '')?.origin

export const FOREIGN_FORM = 'This form was not sent by a page of this service, so nothing was done.'

/** True if the browser has followed a link from another site. Then our cookies are missing. */
export const isFromElsewhere = ({ headers }: { headers: IncomingHttpHeaders }): boolean =>
  headers['sec-fetch-site'] === 'cross-site' || headers['sec-fetch-site'] === 'same-site'
