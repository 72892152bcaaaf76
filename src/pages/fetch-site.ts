/** Finds out whether a page of ours or another site sent a request. */
import type { IncomingHttpHeaders } from 'node:http'
import { forbidden } from '../http/problem.ts'

/** Throws 403 if another site may have sent the request, because browsers add our cookies to such requests. */
export function mustBeFromOurPage(headers: IncomingHttpHeaders, origin: string, refusal: string): void {
  const site = headers['sec-fetch-site']
  if (site === undefined ? headers.origin === origin : site === 'same-origin') return
  throw forbidden(refusal)
}

export const FOREIGN_FORM = 'This form was not sent by a page of this service, so nothing was done.'

/** True if the browser followed a link on another site. Then it has left our cookies out. */
export const isFromElsewhere = ({ headers }: { headers: IncomingHttpHeaders }): boolean =>
  headers['sec-fetch-site'] === 'cross-site' || headers['sec-fetch-site'] === 'same-site'
