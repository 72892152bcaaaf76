/** A sentence for the page of a match: what became of the correction that was just sent. */
import { signal } from '@preact/signals'

interface Corrected {
  matchId: string
  editId: string
  /** True if the match has changed. Otherwise somebody was asked. */
  isDone: boolean
  said: string
}

export const corrected = signal<Corrected | undefined>(undefined)
