/** Says whether the window is wide enough for plots to show more. */
import { type ReadonlySignal, signal } from '@preact/signals'

const query = matchMedia('(width >= 48rem)')
const wide = signal(query.matches)
query.addEventListener('change', () => (wide.value = query.matches))

export const isWide: ReadonlySignal<boolean> = wide
