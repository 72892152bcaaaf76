/** What became of a correction that was just sent, as a sentence for the page of its match. */
import { signal } from '@preact/signals'

export const corrected = signal<{ matchId: string; said: string } | undefined>(undefined)
