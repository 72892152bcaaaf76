/** For requests to other servers: which host names mean this machine, and how much of an answer we read. */
import { isIP } from 'node:net'

export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1')
  return address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))
}

export const isThisMachine = (host: string | undefined): boolean =>
  host === 'localhost' || (host !== undefined && isLoopback(host))

/** Reads a body. Returns undefined if it is longer than `mostBytes`. */
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
