/** The number pad for scores on a phone. It writes into the current row, which keeps the focus. */
import { useRef } from 'preact/hooks'
import { locale } from '../../texts/messages.ts'
import { record } from '../../texts/record.ts'
import { say } from '../../texts/text.ts'
import type { PadKey } from '../../drafts/score.ts'
import { type ScoreType, point } from '../../parts/marks/score-text.ts'

interface PadProps {
  type: ScoreType
  /** Called with the key. Returns a function that takes the key back. */
  onKey: (key: PadKey) => () => void
  onNext: () => void
}

type Cell = PadKey | 'NEXT' | 'NONE'

const cells = (type: ScoreType): Cell[] => {
  const between: Cell = type === 'TIME' ? ':' : type === 'TURNS' ? 'NONE' : '.'
  return ['1', '2', '3', '+', '4', '5', '6', '-', '7', '8', '9', 'DELETE', between, '0', '00', 'NEXT']
}

const NAMES = {
  '+': record.plusKey,
  '-': record.minusKey,
  '.': record.pointKey,
  ':': record.colonKey,
  DELETE: record.deleteKey,
} as const

/** A key writes as soon as it is touched, like on a phone's keyboard. The click that follows does nothing. */
export function Pad({ type, onKey, onNext }: PadProps) {
  const written = useRef(new Map<Cell, () => void>()).current
  return (
    <div class="pad" role="group" dir="ltr" aria-label={say(record.pad)}>
      {cells(type).map((cell) => {
        if (cell === 'NONE') return <span key={cell} />
        const name = NAMES[cell as keyof typeof NAMES] as (typeof NAMES)[keyof typeof NAMES] | undefined
        return (
          <button
            key={cell}
            type="button"
            class={/^\d|[.:]/.test(cell) ? 'digit' : cell === 'NEXT' ? 'digit pad-next' : 'digit pad-sign'}
            tabIndex={-1}
            aria-label={name && say(name)}
            onPointerDown={(event) => {
              // The row must keep the focus, or the phone would show its keyboard.
              event.preventDefault()
              if (cell === 'NEXT' || event.button !== 0) return
              written.set(cell, onKey(cell))
            }}
            // The finger is scrolling and not pressing, so the key is taken back.
            onPointerCancel={() => {
              written.get(cell)?.()
              written.delete(cell)
            }}
            onClick={({ detail }) => {
              if (cell === 'NEXT') return onNext()
              // A press by a screen reader comes without a touch, and its `detail` is 0.
              if (!(written.delete(cell) && detail > 0)) onKey(cell)
            }}
          >
            {cell === 'NEXT' ? say(record.next) : cell === 'DELETE' ? <Delete /> : shownOf(cell)}
          </button>
        )
      })}
    </div>
  )
}

const Delete = () => (
  <svg class="pad-delete" viewBox="0 0 24 18" aria-hidden="true">
    <path d="M8 1h15v16H8L1 9Zm3.5 4.5 7 7m0-7-7 7" />
  </svg>
)

function shownOf(key: PadKey): string {
  if (key === '-') return '−'
  return key === '.' ? point(locale()) : key
}
