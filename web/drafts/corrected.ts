/** A sentence for the page of a match: what became of the correction that was just sent. */
import { signal } from '@preact/signals'

export const corrected = signal<{ matchId: string; said: string } | undefined>(undefined)
