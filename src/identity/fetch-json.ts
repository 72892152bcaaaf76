/** Fetches JSON from another server, with a limit of 5 s and 256 KiB. */

const LONGEST_WAIT = 5_000
const MOST_BYTES = 256 * 1024

/** Rejects with the reason unless the answer is a 200 with JSON within both limits. Follows no redirect. */
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
  return JSON.parse(await boundedText(response, address))
}

/** Without TLS somebody on the network could replace keys. Loopback addresses never leave this machine. */
export function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

const isLoopback = (host: string) => host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host)

async function boundedText(response: Response, address: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > MOST_BYTES) throw new Error(`${address} answered with more than ${MOST_BYTES} bytes.`)
    chunks.push(chunk)
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
}
