/** The matches that were finished since the app was opened, by the ids of their drafts. */
import { signal } from '@preact/signals'

export const finished = signal<ReadonlyMap<string, string>>(new Map())
