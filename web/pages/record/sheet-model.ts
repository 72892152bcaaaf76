/** The model of a draft's page: the current row, the open question, and the way to Finish. */
import { computed, signal } from '@preact/signals'
import { changeSheet, finish } from '../../drafts/changes.ts'
import { drafts } from '../../drafts/shown.ts'
import { type DraftEntry, waits } from '../../drafts/entry.ts'
import { type PadKey, pressed } from '../../drafts/score.ts'
import { type Sheet, faultyIn, isTapped, missingIn, withTyped } from '../../drafts/sheet.ts'
import { online } from '../../parts/changes/online.ts'

export class SheetModel {
  readonly id: string
  readonly entry
  readonly sheet = computed(() => this.entry.value.value.sheet)
  readonly game = computed(() => this.sheet.value.game)
  readonly type = computed(() => this.game.value?.scoreType ?? 'SCORE')
  readonly isTapped = computed(() => isTapped(this.sheet.value))
  readonly isEmpty = computed(() => this.sheet.value.seats.length === 0)
  /** True once the person has finished the match, so nothing can be written any more. */
  readonly isLocked = computed(() => waits(this.entry.value))
  /** True if sending has failed before, or there is no network. */
  readonly isHeldUp = computed(() => this.entry.value.tries > 0 || !online.value)
  readonly isChoosingGame = signal(false)
  /** True while the page asks whether to finish with missing results. */
  readonly asksMissing = signal(false)
  readonly #current = signal<string | undefined>(undefined)
  readonly #opened = signal<string | undefined>(undefined)
  readonly #putOff = signal<DraftEntry['value']['clash']>(undefined)
  /** The field or button of each row, by the key of its seat. */
  readonly #rows = new Map<string, HTMLElement>()
  #last: DraftEntry

  constructor(entry: DraftEntry) {
    this.id = entry.id
    this.#last = entry
    // A draft that has just been deleted is still drawn until the page is left.
    this.entry = computed(() => (this.#last = drafts.value?.find(({ id }) => id === this.id) ?? this.#last))
  }

  /** The row that the pad writes in. */
  readonly seat = computed(() => this.#seatOf(this.#current.value) ?? this.sheet.value.seats[0])
  /** The seat whose dialog is open. */
  readonly opened = computed(() => this.#seatOf(this.#opened.value))
  /** The fields that two devices wrote differently, unless the person wants to choose later. */
  readonly clash = computed(() => this.entry.value.value.clash)
  readonly isPutOff = computed(() => this.clash.value === this.#putOff.value)

  readonly change = (to: (sheet: Sheet) => Sheet): void => void changeSheet(this.id, to)
  readonly setCurrent = (key: string): void => void (this.#current.value = key)
  readonly open = (key: string): void => void (this.#opened.value = key)
  readonly close = (): void => void (this.#opened.value = undefined)
  readonly putOff = (): void => void (this.#putOff.value = this.clash.peek())
  readonly resume = (): void => void (this.#putOff.value = undefined)

  /** For the `ref` of a row. */
  readonly place = (key: string, row: HTMLElement | null): void => {
    if (row) this.#rows.set(key, row)
    else this.#rows.delete(key)
  }

  goTo(key: string | undefined): void {
    if (key === undefined) return
    this.setCurrent(key)
    const row = this.#rows.get(key)
    row?.focus({ preventScroll: true })
    row?.closest('li')?.scrollIntoView({ block: 'nearest' })
  }

  readonly goToFirst = (): void => {
    const [first] = this.sheet.peek().seats
    if (first) this.#rows.get(first.key)?.focus({ preventScroll: true })
  }

  readonly goToNext = (): void => {
    const { seats } = this.sheet.peek()
    const key = this.seat.peek()?.key
    const at = seats.findIndex((seat) => seat.key === key)
    this.goTo(seats[(at + 1) % seats.length]?.key)
  }

  goToMissing(): void {
    this.asksMissing.value = false
    const [first] = missingIn(this.sheet.peek())
    setTimeout(() => this.goTo(first?.key)) // after the dialog has given the focus back
  }

  /** Writes a key of the pad, and returns a function that undoes it. */
  readonly press = (pad: PadKey): (() => void) => {
    const seat = this.seat.peek()
    if (!seat) return () => {}
    const { key, typed } = seat
    const type = this.type.peek()
    const after = pressed(typed, pad, type)
    this.change((was) => withTyped(was, key, pressed(typedIn(was, key), pad, type)))
    return () => this.change((was) => (typedIn(was, key) === after ? withTyped(was, key, typed) : was))
  }

  /** `isSure`: finish even if results are missing. */
  readonly finish = (isSure = false): void => {
    const sheet = this.sheet.peek()
    const { clash, end } = this.entry.peek().value
    if (this.isLocked.peek() || sheet.seats.length === 0 || clash || end !== undefined) return
    const [faulty] = faultyIn(sheet)
    if (faulty) return this.goTo(faulty.key)
    this.asksMissing.value = !isSure && missingIn(sheet).length > 0
    if (!this.asksMissing.peek()) void finish(this.id)
  }

  #seatOf(key: string | undefined) {
    return this.sheet.value.seats.find((seat) => seat.key === key)
  }
}

const typedIn = ({ seats }: Sheet, key: string) => seats.find((seat) => seat.key === key)?.typed ?? ''
