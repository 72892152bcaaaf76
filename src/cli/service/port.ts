/** Checks before the start whether the service can listen at its address. */
import { createServer } from 'node:net'
import type { Config } from '../../config.ts'
import { CannotListen } from '../explain.ts'

type Address = Pick<Config, 'host' | 'port'>

/** Throws `CannotListen` if the port is taken. Another program can still take it before the service listens. */
export async function mustBeFree(address: Address): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const probe = createServer()
  probe.once('error', reject)
  probe.listen(address.port, address.host, () => probe.close(() => resolve()))
  try {
    await promise
  } catch (error) {
    throw new CannotListen(address, error, await isScorebook(address))
  }
}

/** The URL at which this machine reaches the service. For 0.0.0.0 and :: it is the loopback address. */
export function localUrl({ host, port }: Address): string {
  const reached = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`
}

async function isScorebook(address: Address): Promise<boolean> {
  try {
    const answer = await fetch(`${localUrl(address)}/livez`, { signal: AbortSignal.timeout(2_000) })
    return answer.ok && (await answer.text()).includes('"alive"')
  } catch {
    return false
  }
}
