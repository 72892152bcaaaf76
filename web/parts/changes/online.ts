/** Whether this device has a network, as the browser knows it. What needs one is greyed meanwhile, with the reason. */
import { type ReadonlySignal, signal } from '@preact/signals'

const now = signal(navigator.onLine)
addEventListener('online', () => (now.value = true))
addEventListener('offline', () => (now.value = false))

export const online: ReadonlySignal<boolean> = now
