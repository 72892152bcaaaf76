/** Watches for a newer version of the app, which waits until the page is reloaded. */
import { type ReadonlySignal, computed, signal } from '@preact/signals'

const waiting = signal<ServiceWorker | undefined>(undefined)

/** True if a newer version of the app is on this device and waits. */
export const hasNewVersion: ReadonlySignal<boolean> = computed(() => waiting.value !== undefined)

/** How often an open app checks for a newer version, in milliseconds. */
const BETWEEN_LOOKS = 3_600_000

/**
 * Resolves when the worker controls this page. It never resolves without a worker: on plain http beyond localhost, in a browser
 * that forbids workers, without the service, or after a forced reload. Then the app needs the network.
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

/** Notices a newer version that waits, now or later. */
function look(registration: ServiceWorkerRegistration): void {
  const { installing, waiting: found } = registration
  // The first worker has no older one to replace.
  if (found && navigator.serviceWorker.controller) waiting.value = found
  installing?.addEventListener('statechange', () => look(registration))
}

/** Lets the newer version take over in all tabs. The other tabs keep their loaded files; this tab reloads. */
export function takeNewVersion(): void {
  const newer = waiting.value
  if (!newer) return
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  newer.postMessage('TAKE_OVER')
}
