/** Finds out whether a request comes from a page of ours or from another site. */
import type { IncomingHttpHeaders } from 'node:http'
import { forbidden } from '../http/problem.ts'

/** Throws 403 if the request may come from another site, because browsers add our cookies to such requests. */
export function mustBeFromOurPage(headers: IncomingHttpHeaders, origin: string, refusal: string): void {
  const site = headers['sec-fetch-site']
  if (site === undefined ? headers.origin === origin : site === 'same-origin') return
  throw forbidden(refusal)
}

export const FOREIGN_FORM = 'This form was not sent by a page of this service, so nothing was done.'

/** True if the browser has followed a link from another site. Then our cookies are missing. */
export const isFromElsewhere = ({ headers }: { headers: IncomingHttpHeaders }): boolean =>
  headers['sec-fetch-site'] === 'cross-site' || headers['sec-fetch-site'] === 'same-site'
