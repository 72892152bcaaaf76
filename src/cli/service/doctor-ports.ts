/** The checks of `scorebook doctor` for the ports: each is free, or a Scorebook answers there. */
import type { Config } from '../../config.ts'
import { CannotListen } from '../explain.ts'
import { listenForMetrics } from './metrics.ts'
import { localUrl, mustBeFree } from './port.ts'

export async function metricsPort(address: NonNullable<Config['metrics']>): Promise<string> {
  try {
    await (await listenForMetrics(address, { text: async () => '' })).close()
    return 'free'
  } catch (error) {
    const text = await fetch(`${localUrl(address)}/metrics`, { signal: AbortSignal.timeout(10_000) })
      .then((answer) => answer.text())
      .catch(() => '')
    if (text.includes('scorebook_info{')) return 'a Scorebook answers there'
    throw error
  }
}

export async function port(config: Config): Promise<string> {
  try {
    await mustBeFree(config)
    return 'free'
  } catch (error) {
    if (error instanceof CannotListen && error.isOurs) return running(config)
    throw error
  }
}

/** Asks a running instance, if there is one. It knows more than the servers do: for example, that it has used a newer primary. */
async function running(config: Config): Promise<string> {
  const answer = await fetch(`${localUrl(config)}/readyz`, { signal: AbortSignal.timeout(10_000) })
  if (answer.ok) return 'a Scorebook answers there, and is ready'
  const { detail } = (await answer.json()) as { detail?: string }
  throw new Error(
    `a Scorebook answers there, and is not ready: ${detail ?? `/readyz answers ${answer.status}`}`,
  )
}
