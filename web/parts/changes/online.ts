/** Has the browser a network? If not, buttons that need one are grey and say why. */
import { type ReadonlySignal, signal } from '@preact/signals'

const now = signal(navigator.onLine)
addEventListener('online', () => (now.value = true))
addEventListener('offline', () => (now.value = false))

export const online: ReadonlySignal<boolean> = now
