/** Registers the service worker and looks for newer versions of it; loaded when the first page is shown. */
import { look } from './worker.ts'

/** In milliseconds: how often an app that stays open looks for a newer version. */
const BETWEEN_LOOKS = 3_600_000

/**
 * Until the worker answers for this page. Never where there is none: plain http beyond localhost, a browser that forbids it, a
 * service that is away, or a page that was loaded around it. Then the app needs the network.
 */
export async function beginWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return never
  const { serviceWorker } = navigator
  const rules = { createScriptURL: (url: string) => url }
  const policy = typeof trustedTypes === 'undefined' ? rules : trustedTypes.createPolicy('scorebook', rules)
  try {
    const registration = await serviceWorker.register(policy.createScriptURL('/service-worker.js'), {
      updateViaCache: 'none',
    })
    look(registration)
    registration.addEventListener('updatefound', () => look(registration))
    setInterval(() => void registration.update().catch(() => undefined), BETWEEN_LOOKS)
  } catch {
    return never
  }
  if (serviceWorker.controller) return undefined
  return new Promise((resolve) =>
    serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true }),
  )
}

const never = new Promise<never>(() => {})
