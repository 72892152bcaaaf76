/** Says whether the browser has a network. Without one, buttons that need it are greyed and say why. */
import { type ReadonlySignal, signal } from '@preact/signals'

const now = signal(navigator.onLine)
addEventListener('online', () => (now.value = true))
addEventListener('offline', () => (now.value = false))

export const online: ReadonlySignal<boolean> = now
