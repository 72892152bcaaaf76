/** Looks for a newer version of the app. It waits until the page is reloaded. */
import { type ReadonlySignal, computed, signal } from '@preact/signals'

const waiting = signal<ServiceWorker | undefined>(undefined)

export const hasNewVersion: ReadonlySignal<boolean> = computed(() => waiting.value !== undefined)

/** How often we look for a newer version, in milliseconds. */
const BETWEEN_LOOKS = 3_600_000

/** Registers the service worker. If there can be none, as over plain http, this never resolves, and the app needs the network. */
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
  return new Promise((resolve) => {
    serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
    // A new worker takes over the open pages by itself. It misses pages that are just loading, or that were reloaded without the
    // cache.
    void serviceWorker.ready.then(({ active }) => active?.postMessage('CLAIM'))
  })
}

const never = new Promise<never>(() => {})

function look(registration: ServiceWorkerRegistration): void {
  const { installing, waiting: found } = registration
  // If there was no worker before, this one is not a newer version.
  if (found && navigator.serviceWorker.controller) waiting.value = found
  installing?.addEventListener('statechange', () => look(registration))
}

/** Takes the newer version. Other tabs keep the files that they have loaded. */
export function takeNewVersion(): void {
  const newer = waiting.value
  if (!newer) return
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  newer.postMessage('TAKE_OVER')
}
