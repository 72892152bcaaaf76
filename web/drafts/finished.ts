/** The matches that were finished since the app was opened, by the id of their draft. */
import { signal } from '@preact/signals'

export const finished = signal<ReadonlyMap<string, string>>(new Map())
