/** Calls to other servers: which hosts are this machine, and how much of an answer is read. */
import { isIP } from 'node:net'

/** True for an address of the loopback network, written as in a URL or as a socket gives it. */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1')
  return address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))
}

/** True for an address of the loopback network, and for its name. */
export const isThisMachine = (host: string | undefined): boolean =>
  host === 'localhost' || (host !== undefined && isLoopback(host))

/** The whole body, or undefined if it has more than `mostBytes`: the rest is not read, and the stream ends. */
export async function readAtMost(
  mostBytes: number,
  body: AsyncIterable<Uint8Array> | null,
): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > mostBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
