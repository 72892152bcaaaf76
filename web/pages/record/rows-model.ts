/** The state of the rows in a score sheet: the row into which the pad writes, and the row whose dialog is open. */
import { type ReadonlySignal, computed, signal } from '@preact/signals'
import { type PadKey, pressed } from '../../drafts/score.ts'
import { lineOf, linesOf } from '../../drafts/lines.ts'
import { type Sheet, isTapped } from '../../drafts/sheet.ts'
import { withTyped } from '../../drafts/sheet-changes.ts'

interface Parts {
  sheet: ReadonlySignal<Sheet>
  change: (to: (sheet: Sheet) => Sheet) => void
  /** FIRST: the pad writes into the first row from the start. NONE: the pad waits until somebody has chosen a row. */
  start: 'FIRST' | 'NONE'
}

export class RowsModel {
  readonly sheet: ReadonlySignal<Sheet>
  readonly change: Parts['change']
  readonly game = computed(() => this.sheet.value.game)
  readonly type = computed(() => this.game.value?.scoreType ?? 'SCORE')
  readonly isTapped = computed(() => isTapped(this.sheet.value))
  readonly #start: Parts['start']
  readonly #current = signal<string | undefined>(undefined)
  readonly #opened = signal<string | undefined>(undefined)
  readonly #rows = new Map<string, HTMLElement>()
  /** The key of a row that was just chosen. The first digit replaces its score. */
  #fresh: string | undefined

  constructor({ sheet, change, start }: Parts) {
    this.sheet = sheet
    this.change = change
    this.#start = start
  }

  readonly seat = computed(
    () =>
      lineOf(this.sheet.value, this.#current.value ?? '')?.seat ??
      (this.#start === 'FIRST' ? linesOf(this.sheet.value)[0]?.seat : undefined),
  )
  readonly opened = computed(() => this.#seatOf(this.#opened.value))

  readonly setCurrent = (key: string): void => {
    this.#current.value = key
    if (this.#start === 'NONE' && !this.sheet.peek().hasRounds) this.#fresh = typedIn(this.sheet.peek(), key)
  }
  readonly open = (key: string): void => void (this.#opened.value = key)
  readonly close = (): void => void (this.#opened.value = undefined)

  readonly place = (key: string, row: HTMLElement | null): void => {
    if (row) this.#rows.set(key, row)
    else this.#rows.delete(key)
  }

  goTo(key: string | undefined): void {
    if (key === undefined) return
    this.setCurrent(key)
    const row = this.#rows.get(lineOf(this.sheet.peek(), key)?.seat.key ?? key)
    row?.focus({ preventScroll: true })
    row?.closest('li')?.scrollIntoView({ block: 'nearest' })
  }

  readonly goToFirst = (): void => {
    const [first] = linesOf(this.sheet.peek())
    if (first) this.#rows.get(first.seat.key)?.focus({ preventScroll: true })
  }

  readonly goToNext = (): void => {
    const lines = linesOf(this.sheet.peek())
    const key = this.seat.peek()?.key
    const at = lines.findIndex(({ seat }) => seat.key === key)
    const next = lines[(at + 1) % lines.length]?.seat
    if (this.sheet.peek().hasRounds && next?.typed) this.#beginRound(next.key)
    this.goTo(next?.key)
  }

  /** A sign at the end of a score counts as nothing until a digit follows. */
  #beginRound(key: string): void {
    this.change((was) => withTyped(was, key, typedIn(was, key).replace(/[+\-.:]*$/, '+')))
  }

  /** Presses a key. Returns a function that takes it back. */
  readonly press = (pad: PadKey): (() => void) => {
    const seat = this.seat.peek()
    if (!seat) return () => {}
    const { key, typed } = seat
    const type = this.type.peek()
    const isFresh = this.#fresh === typed && !['+', '-', 'DELETE'].includes(pad)
    this.#fresh = undefined
    const after = (text: string) => pressed(isFresh ? '' : text, pad, type)
    const written = after(typed)
    this.change((was) => withTyped(was, key, after(typedIn(was, key))))
    return () => this.change((was) => (typedIn(was, key) === written ? withTyped(was, key, typed) : was))
  }

  #seatOf(key: string | undefined) {
    return this.sheet.value.seats.find((seat) => seat.key === key)
  }
}

const typedIn = ({ seats }: Sheet, key: string) => seats.find((seat) => seat.key === key)?.typed ?? ''
