/** The service worker as the page sees it: it is registered, and a newer version waits until the page is loaded anew. */
import { type ReadonlySignal, computed, signal } from '@preact/signals'

const waiting = signal<ServiceWorker | undefined>(undefined)

/** A newer version of the app is on this device, and waits. */
export const hasNewVersion: ReadonlySignal<boolean> = computed(() => waiting.value !== undefined)

/** In milliseconds: how often an app that stays open looks for a newer version. */
const BETWEEN_LOOKS = 3_600_000

/** Plain http beyond localhost has no service workers; then the app needs the network. */
export const hasWorkers = (): boolean => 'serviceWorker' in navigator

/** Once, when the app has started: what is kept then is not needed for what is shown now. */
export async function beginWorker(): Promise<void> {
  if (!hasWorkers()) return
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
    // A browser that forbids it, or a service that is away: the app works with the network.
  }
}

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
