/** Whether somebody writes at a desk, with a keyboard, or on a phone, where the pad is shown. The style asks the same. */
import { signal } from '@preact/signals'

const query = matchMedia('(width >= 48rem) and (pointer: fine)')
const desk = signal(query.matches)
query.addEventListener('change', ({ matches }) => (desk.value = matches))

export const isDesk = (): boolean => desk.value
