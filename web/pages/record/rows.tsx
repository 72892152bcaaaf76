/** The rows of the score sheet: player, score, total and place. */
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { PlaceMark } from '../../parts/marks/place-mark.tsx'
import { SeatMark } from '../../parts/marks/seat-mark.tsx'
import type { Finish } from '../../../src/resources/results/finish.ts'
import { locale } from '../../texts/messages.ts'
import { record } from '../../texts/record.ts'
import { say } from '../../texts/text.ts'
import { isDesk } from './place.ts'
import { finishesOf } from '../../drafts/places.ts'
import { type ScoreFault, cleaned, readable, sumOf } from '../../drafts/score.ts'
import { type ScoreType, scoreText } from '../../parts/marks/score-text.ts'
import {
  type Seat,
  type Sheet,
  isTapped,
  scoreOfSeat,
  teamOf,
  TEAM,
  withTyped,
  withWinner,
} from '../../drafts/sheet.ts'

interface RowsProps {
  sheet: Sheet
  /** The key of the row into which the pad writes. */
  current: string | undefined
  onCurrent: (key: string) => void
  onNext: () => void
  onMore: (key: string) => void
  place: (key: string, row: HTMLElement | null) => void
  change: (to: (sheet: Sheet) => Sheet) => void
  faultOf: (seat: Seat) => string | undefined
  locked: boolean
  /** In a correction: the score or outcome before, struck out. Undefined if the participant is unchanged. */
  before?: (seat: Seat) => ComponentChildren
}

export function Rows(options: RowsProps) {
  const { sheet } = options
  const finishes = finishesOf(sheet)
  const Row = isTapped(sheet) ? TappedRow : ScoreRow
  return (
    <ol class="score-rows" aria-label={say(record.sheet)}>
      {sheet.seats.map((seat, n) => (
        <Row key={seat.key} {...options} seat={seat} n={n} result={finishes[n]} />
      ))}
    </ol>
  )
}

interface RowProps extends RowsProps {
  seat: Seat
  n: number
  result: Finish | undefined
}

const idOf = (seat: Pick<Seat, 'key'>): string => `score-${seat.key}`

function ScoreRow({ sheet, seat, n, result, current, locked, ...options }: RowProps) {
  const type = sheet.game?.scoreType ?? 'SCORE'
  const { value, fault } = scoreOfSeat(sheet, seat)
  const shown = readable(seat.typed, locale())
  const total = value === undefined ? undefined : scoreText(value, type, locale())
  // True if the text is a sum or an incomplete time. Then its total is shown too.
  const isSum =
    sumOf(seat.typed, locale()) !== undefined || (type === 'TIME' && total !== undefined && total !== shown)
  const { field, remember } = useCaret(shown, type)
  const wrong = fault === undefined ? options.faultOf(seat) : say(faultText(fault, type))
  const id = idOf(seat)
  const isCurrent = current === seat.key
  const before = options.before?.(seat)
  return (
    <li
      class="score-row"
      data-current={isCurrent}
      data-won={result?.place === 1}
      data-changed={before !== undefined}
    >
      <label for={id}>
        <SeatMark seat={n} />
        <SeatName seat={seat} />
        {before}
      </label>
      <input
        id={id}
        ref={(input) => {
          field.current = input
          options.place(seat.key, input)
        }}
        class={isSum ? 'score-typed score-sum' : 'score-typed'}
        size={Math.max(isDesk() ? 6 : 3, shown.length)}
        inputMode={isDesk() ? 'decimal' : 'none'}
        enterkeyhint="next"
        autocomplete="off"
        spellcheck={false}
        readOnly={locked}
        value={shown}
        aria-label={say(labelOf(type), { name: seat.name })}
        aria-invalid={wrong !== undefined}
        aria-describedby={wrong === undefined ? undefined : `${id}-fault`}
        onFocus={() => options.onCurrent(seat.key)}
        onInput={({ currentTarget }) => {
          const typed = cleaned(currentTarget.value, type)
          remember(currentTarget, typed)
          options.change((was) => withTyped(was, seat.key, typed))
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.isComposing) return
          event.preventDefault()
          options.onNext()
        }}
      />
      {isSum && (
        <output for={id} class="score-total">
          {total ?? ''}
        </output>
      )}
      <RowEnd {...{ seat, result, locked, wrong }} onMore={options.onMore} />
    </li>
  )
}

function TappedRow({ seat, n, result, locked, ...options }: RowProps) {
  const wrong = options.faultOf(seat)
  const id = idOf(seat)
  const won = seat.outcome === 'WIN'
  const before = options.before?.(seat)
  return (
    <li class="score-row score-tapped" data-won={won} data-changed={before !== undefined}>
      <button
        type="button"
        id={id}
        ref={(button) => options.place(seat.key, button)}
        class="score-who"
        disabled={locked}
        aria-pressed={won}
        aria-description={say(record.wonBy, { name: seat.name })}
        aria-describedby={wrong === undefined ? undefined : `${id}-fault`}
        onClick={() => options.change((was) => withWinner(was, seat.key))}
      >
        <SeatMark seat={n} />
        <SeatName seat={seat} />
        {before}
        <span class="score-outcome">
          {seat.outcome === undefined ? '' : say(won ? record.won : record.lost)}
        </span>
      </button>
      <RowEnd {...{ seat, result, locked, wrong }} onMore={options.onMore} />
    </li>
  )
}

function SeatName({ seat }: { seat: Seat }) {
  const team = teamOf(seat)
  const more = [
    ...(team === undefined ? [] : [say(record.team, { team: String(seat.loadout?.[TEAM]) })]),
    ...Object.entries(seat.loadout ?? {}).flatMap(([name, value]) =>
      name !== TEAM && (typeof value === 'string' || typeof value === 'number') ? [String(value)] : [],
    ),
    ...(seat.ghostPlayerId === undefined ? [say(record.newHere)] : []),
  ]
  return (
    <span class="score-name">
      {seat.isSelf ? say(record.you, { name: seat.name }) : seat.name}
      {more.length > 0 && <small>{more.join(' · ')}</small>}
    </span>
  )
}

interface RowEndProps {
  seat: Seat
  result: Finish | undefined
  locked: boolean
  wrong: string | undefined
  onMore: (key: string) => void
}

/** The end of a row: the place, which opens a dialog about the seat, and the fault of the row. */
function RowEnd({ seat, result, locked, wrong, onMore }: RowEndProps) {
  const { place, tied = false, won = false } = result ?? {}
  const has = place !== undefined || won
  return (
    <>
      <button
        type="button"
        class={seat.rank === undefined ? 'score-more' : 'score-more score-by-hand'}
        aria-haspopup="dialog"
        disabled={locked}
        onClick={() => onMore(seat.key)}
      >
        <span class="unseen">{say(record.moreOf, { name: seat.name })}</span>
        {has ? (
          <PlaceMark place={place} tied={tied} won={won} draws />
        ) : (
          <span class="score-dots" aria-hidden="true" />
        )}
      </button>
      {wrong !== undefined && (
        <p class="fault" id={`${idOf(seat)}-fault`}>
          {wrong}
        </p>
      )}
    </>
  )
}

const labelOf = (type: ScoreType) =>
  type === 'TIME' ? record.timeOf : type === 'TURNS' ? record.turnsOf : record.scoreOf

function faultText(fault: ScoreFault, type: ScoreType) {
  if (fault === 'FORM') return type === 'TIME' ? record.faultTime : record.faultForm
  return { DECIMALS: record.faultDecimals, SECONDS: record.faultSeconds, RANGE: record.faultRange }[fault]
}

/** The field shows spaces around signs. This hook keeps the caret beside the same character. */
function useCaret(shown: string, type: ScoreType) {
  const field = useRef<HTMLInputElement>(null)
  const kept = useRef<number | undefined>(undefined)
  useLayoutEffect(() => {
    const input = field.current
    const before = kept.current
    kept.current = undefined
    if (!input || before === undefined || document.activeElement !== input) return
    // If the cleaned value has not changed, Preact renders nothing. So the input is reset here.
    if (input.value !== shown) input.value = shown
    let at = 0
    for (let left = before; at < shown.length && left > 0; at++) if (shown[at] !== ' ') left--
    if (before > 0 && shown.slice(at).trim() === '') at = shown.length
    input.setSelectionRange(at, at)
  })
  const remember = (input: HTMLInputElement, typed: string) => {
    const caret = input.selectionStart ?? input.value.length
    kept.current = Math.min(cleaned(input.value.slice(0, caret), type).length, typed.length)
  }
  return { field, remember }
}
