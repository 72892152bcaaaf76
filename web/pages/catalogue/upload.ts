/** Sends a large body, and says how much of it is sent. No browser's `fetch` says that. */
import { OPTIONS, type Body, request } from '../../api/call.ts'
import { Connection } from '../../../client/src/connection.ts'

/** In milliseconds. The service itself waits this long for an import that goes on. */
const PATIENCE = 15 * 60_000

/** `seen` gets the number of bytes that are sent, of all that the browser sends. */
export const importRanking = (file: Blob, seen: (sent: number) => void) =>
  request<Body<'importRankings'>>(
    'importRankings',
    { body: new Blob([file], { type: 'text/csv' }) },
    new Connection({ ...OPTIONS, timeout: PATIENCE, fetch: fetchOf(seen) }),
  )

const fetchOf =
  (seen: (sent: number) => void): typeof fetch =>
  (url, { method = 'GET', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const sending = new XMLHttpRequest()
      sending.open(method, url as string)
      for (const [name, value] of new Headers(headers)) sending.setRequestHeader(name, value)
      sending.upload.addEventListener('progress', ({ loaded }) => seen(loaded))
      sending.addEventListener('load', () =>
        resolve(new Response(sending.responseText, { status: sending.status, headers: headersOf(sending) })),
      )
      sending.addEventListener('error', () => reject(new TypeError('The service does not answer.')))
      sending.addEventListener('abort', () => reject(signal?.reason as Error))
      signal?.addEventListener('abort', () => sending.abort())
      sending.send(body as Blob)
    })

const headersOf = (sending: XMLHttpRequest) =>
  new Headers(
    Array.from(sending.getAllResponseHeaders().matchAll(/^(.+?): ?(.*)$/gm), ([, name = '', value = '']) => [
      name,
      value,
    ]),
  )
