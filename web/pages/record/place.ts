/** Decides between a desk with a keyboard and a phone with the number pad. The styles have the same rule. */
import { signal } from '@preact/signals'

const query = matchMedia('(width >= 48rem) and (pointer: fine)')
const desk = signal(query.matches)
query.addEventListener('change', ({ matches }) => (desk.value = matches))

export const isDesk = (): boolean => desk.value
