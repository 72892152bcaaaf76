/** Whether the browser reports a network. Without one, actions that need it are greyed, with the reason. */
import { type ReadonlySignal, signal } from '@preact/signals'

const now = signal(navigator.onLine)
addEventListener('online', () => (now.value = true))
addEventListener('offline', () => (now.value = false))

export const online: ReadonlySignal<boolean> = now
