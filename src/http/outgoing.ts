/** Calls to other servers: which hosts are this machine, and how much of an answer is read. */
import { isIP } from 'node:net'

/** An address of the loopback network, as a URL or a socket has it. */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1')
  return address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))
}

/** The loopback network by its address or by its name. */
export const isThisMachine = (host: string | undefined): boolean =>
  host === 'localhost' || (host !== undefined && isLoopback(host))

/** The whole body, or undefined when it has more bytes: then the rest stays unread, and the stream is ended. */
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
