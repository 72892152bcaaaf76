/** Fetches JSON from another server, within 5 s and up to 256 KiB. */
import { isLoopback, readAtMost } from '../http/outgoing.ts'

const LONGEST_WAIT = 5_000
const MOST_BYTES = 256 * 1024

/** Throws with the reason if the answer is not a 200 with JSON. Redirects are not followed. */
export async function fetchJson(address: string): Promise<unknown> {
  const url = new URL(address)
  if (!isSafe(url)) throw new Error(`${address} is neither https nor on this machine.`)
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(LONGEST_WAIT),
  })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new Error(`${address} answered ${response.status}.`)
  }
  const body = await readAtMost(MOST_BYTES, response.body)
  if (body === undefined) throw new Error(`${address} answered with more than ${MOST_BYTES} bytes.`)
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
}

/**
 * True for https, and for an address of this machine itself. Otherwise somebody on the network could change the keys on their
 * way.
 */
export function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && (hostname === 'localhost' || isLoopback(hostname)))
}
