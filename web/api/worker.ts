/** A newer version of the app as the page sees it: it waits until the page is loaded anew. */
import { type ReadonlySignal, computed, signal } from '@preact/signals'

const waiting = signal<ServiceWorker | undefined>(undefined)

/** A newer version of the app is on this device, and waits. */
export const hasNewVersion: ReadonlySignal<boolean> = computed(() => waiting.value !== undefined)

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

/** Notices a newer version that waits, now or when it has come. */
function look(registration: ServiceWorkerRegistration): void {
  const { installing, waiting: found } = registration
  // The first one has nobody to take over from.
  if (found && navigator.serviceWorker.controller) waiting.value = found
  installing?.addEventListener('statechange', () => look(registration))
}

/** The newer version takes over, in all tabs; they go on with what they have loaded, and this one begins anew. */
export function takeNewVersion(): void {
  const newer = waiting.value
  if (!newer) return
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  newer.postMessage('TAKE_OVER')
}
