/** The rows of the score sheet: player, score, total and place. */
import { type ComponentChildren, Fragment } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { lineName } from '../../drafts/line-names.ts'
import { withNextPlace } from '../../drafts/placing.ts'
import { onNextSide } from '../../drafts/sides.ts'
import { PlaceMark } from '../../parts/marks/place-mark.tsx'
import { SeatMark } from '../../parts/marks/seat-mark.tsx'
import { TEAM, sideName, sideOf } from '../../parts/marks/side-name.ts'
import type { Finish } from '../../../src/resources/results/finish.ts'
import { locale } from '../../texts/messages.ts'
import { record } from '../../texts/record.ts'
import { say } from '../../texts/text.ts'
import { isDesk } from './place.ts'
import { finishesOf } from '../../drafts/places.ts'
import { type ScoreFault, cleaned, readable, sumOf } from '../../drafts/score.ts'
import { type ScoreType, scoreText } from '../../parts/marks/score-text.ts'
import { type Seat, type Sheet, isTapped, scoreOfSeat } from '../../drafts/sheet.ts'
import { type Line, linesOf } from '../../drafts/lines.ts'
import { withTyped, withWinner } from '../../drafts/sheet-changes.ts'

interface RowsProps {
  sheet: Sheet
  /** The key of the player in whose seat the pad writes. */
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
  /** True if a tap on a row gives the next place. */
  isPlacing?: boolean
}

export function Rows(options: RowsProps) {
  const { sheet, isPlacing = false } = options
  const finishes = finishesOf(sheet)
  const Row = isTapped(sheet) || isPlacing ? TappedRow : ScoreRow
  const numberOf = new Map(sheet.seats.map((seat, n) => [seat, n]))
  return (
    <ol class="score-rows" aria-label={say(record.sheet)}>
      {linesOf(sheet).map((line) => (
        <Fragment key={line.side ?? line.seat.key}>
          <Row
            {...options}
            line={line}
            n={numberOf.get(line.seat) ?? 0}
            result={finishes[numberOf.get(line.seat) ?? 0]}
          />
          {line.side !== undefined &&
            line.seats.map((seat) => (
              <Mate key={seat.key} {...options} seat={seat} n={numberOf.get(seat) ?? 0} />
            ))}
        </Fragment>
      ))}
    </ol>
  )
}

interface RowProps extends RowsProps {
  line: Line
  n: number
  result: Finish | undefined
}

const idOf = (seat: Pick<Seat, 'key'>): string => `score-${seat.key}`

/** A player of a side. A tap seats them on the next side, or gives the side its place. */
function Mate({ seat, n, locked, isPlacing, onMore, change }: RowsProps & { seat: Seat; n: number }) {
  return (
    <li class="score-row score-mate">
      <button
        type="button"
        class="score-who"
        disabled={locked}
        aria-description={isPlacing ? undefined : say(record.toNextSide)}
        onClick={() => change((was) => (isPlacing ? withNextPlace : onNextSide)(was, seat.key))}
      >
        <SeatMark seat={n} />
        <SeatName seat={seat} isMate />
      </button>
      <MoreOf {...{ seat, locked, onMore }} />
    </li>
  )
}

const foundIn = <T,>({ seats }: Line, of: (seat: Seat) => T | undefined): T | undefined =>
  seats.map(of).find((found) => found !== undefined)

function Who({ line, n }: { line: Line; n: number }) {
  return line.side === undefined ? (
    <>
      <SeatMark seat={n} />
      <SeatName seat={line.seat} />
    </>
  ) : (
    <strong class="score-name">{sideName(line.side)}</strong>
  )
}

function ScoreRow({ sheet, line, n, result, current, locked, ...options }: RowProps) {
  const { seat } = line
  const type = sheet.game?.scoreType ?? 'SCORE'
  const { value, fault } = scoreOfSeat(sheet, seat)
  const shown = readable(seat.typed, locale())
  const total = value === undefined ? undefined : scoreText(value, type, locale())
  // True if the text is a sum or an incomplete time. Then its total is shown too.
  const isSum =
    sumOf(seat.typed, locale()) !== undefined || (type === 'TIME' && total !== undefined && total !== shown)
  const { field, remember } = useCaret(shown, type)
  const wrong = fault === undefined ? foundIn(line, options.faultOf) : say(faultText(fault, type))
  const id = idOf(seat)
  const isCurrent = line.seats.some(({ key }) => key === current)
  const before = options.before && foundIn(line, options.before)
  return (
    <li
      class="score-row"
      data-current={isCurrent}
      data-won={result?.place === 1}
      data-changed={before !== undefined}
    >
      <label for={id}>
        <Who line={line} n={n} />
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
        aria-label={say(labelOf(type), { name: lineName(line) })}
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
      <RowEnd {...{ line, result, locked, wrong }} onMore={options.onMore} />
    </li>
  )
}

function TappedRow({ line, n, result, locked, isPlacing, ...options }: RowProps) {
  const { seat } = line
  const wrong = foundIn(line, options.faultOf)
  const id = idOf(seat)
  const won = seat.outcome === 'WIN'
  const before = options.before && foundIn(line, options.before)
  return (
    <li
      class="score-row score-tapped"
      data-won={isPlacing ? result?.won : won}
      data-changed={before !== undefined}
    >
      <button
        type="button"
        id={id}
        ref={(button) => options.place(seat.key, button)}
        class="score-who"
        disabled={locked}
        aria-pressed={isPlacing ? seat.rank !== undefined : won}
        aria-description={isPlacing ? undefined : say(record.wonBy, { name: lineName(line) })}
        aria-describedby={wrong === undefined ? undefined : `${id}-fault`}
        onClick={() =>
          options.change((was) => (isPlacing ? withNextPlace(was, seat.key) : withWinner(was, seat.key)))
        }
      >
        <Who line={line} n={n} />
        {before}
        {!isPlacing && (
          <span class="score-outcome">
            {seat.outcome === undefined ? '' : say(won ? record.won : record.lost)}
          </span>
        )}
      </button>
      <RowEnd {...{ line, result, locked, wrong }} onMore={options.onMore} />
    </li>
  )
}

function SeatName({ seat, isMate = false }: { seat: Seat; isMate?: boolean }) {
  const side = sideOf(seat.loadout)
  const more = [
    ...(isMate || side === undefined ? [] : [sideName(side)]),
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
  line: Line
  result: Finish | undefined
  locked: boolean
  wrong: string | undefined
  onMore: (key: string) => void
}

/** The end of a row: the place and the fault of the row. The place of a player opens a dialog about them. */
function RowEnd({ line: { seat, side }, result, locked, wrong, onMore }: RowEndProps) {
  const { place, tied = false, won = false } = result ?? {}
  const mark = (place !== undefined || won) && <PlaceMark place={place} tied={tied} won={won} draws />
  return (
    <>
      {side === undefined ? (
        <MoreOf {...{ seat, locked, onMore }}>{mark}</MoreOf>
      ) : (
        <span class="score-more">{mark}</span>
      )}
      {wrong !== undefined && (
        <p class="fault" id={`${idOf(seat)}-fault`}>
          {wrong}
        </p>
      )}
    </>
  )
}

interface MoreProps extends Pick<RowEndProps, 'locked' | 'onMore'> {
  seat: Seat
  children?: ComponentChildren
}

const MoreOf = ({ seat, locked, onMore, children }: MoreProps) => (
  <button
    type="button"
    class={seat.rank === undefined ? 'score-more' : 'score-more score-by-hand'}
    aria-haspopup="dialog"
    disabled={locked}
    onClick={() => onMore(seat.key)}
  >
    <span class="unseen">{say(record.moreOf, { name: seat.name })}</span>
    {children || <span class="score-dots" aria-hidden="true" />}
  </button>
)

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
