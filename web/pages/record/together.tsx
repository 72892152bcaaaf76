/** The two buttons for a game in which all win or lose together. */
import type { Sheet } from '../../drafts/sheet.ts'
import { withOutcomeOfAll } from '../../drafts/sheet-changes.ts'
import { record } from '../../texts/record.ts'
import { say } from '../../texts/text.ts'

interface TogetherProps {
  sheet: Sheet
  change: (to: (sheet: Sheet) => Sheet) => void
  locked: boolean
}

export function Together({ sheet, change, locked }: TogetherProps) {
  const every = (outcome: 'WIN' | 'LOSS') => sheet.seats.every((seat) => seat.outcome === outcome)
  return (
    <div class="chips together">
      {(['WIN', 'LOSS'] as const).map((outcome) => (
        <button
          key={outcome}
          type="button"
          class="chip"
          disabled={locked}
          aria-pressed={every(outcome)}
          onClick={() => change((was) => withOutcomeOfAll(was, outcome))}
        >
          {say(outcome === 'WIN' ? record.everybodyWon : record.everybodyLost)}
        </button>
      ))}
    </div>
  )
}
