/** A newer version of the app as the page sees it: it waits until the page is loaded anew. */
import { type ReadonlySignal, computed, signal } from '@preact/signals'

const waiting = signal<ServiceWorker | undefined>(undefined)

/** A newer version of the app is on this device, and waits. */
export const hasNewVersion: ReadonlySignal<boolean> = computed(() => waiting.value !== undefined)

/** Notices a newer version that waits, now or when it has come. */
export function look(registration: ServiceWorkerRegistration): void {
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
