/** The state of a draft's page: the current row, the open dialog, and the steps to finish the match. */
import { computed, signal } from '@preact/signals'
import { changeSheet, finish } from '../../drafts/changes.ts'
import { drafts } from '../../drafts/shown.ts'
import { type DraftEntry, waits } from '../../drafts/entry.ts'
import { faultyIn } from '../../drafts/sheet.ts'
import { missingIn } from '../../drafts/lines.ts'
import { online } from '../../parts/changes/online.ts'
import { RowsModel } from './rows-model.ts'

export class SheetModel extends RowsModel {
  readonly id: string
  readonly entry
  readonly isEmpty = computed(() => this.sheet.value.seats.length === 0)
  readonly isWhole = computed(() => missingIn(this.sheet.value).length === 0)
  readonly hasRounds = computed(() => this.sheet.value.hasRounds === true)
  readonly isLocked = computed(() => waits(this.entry.value))
  readonly isHeldUp = computed(() => this.entry.value.tries > 0 || !online.value)
  readonly isChoosingGame = signal(false)
  /** True while taps on the rows give places, in the order in which people finished. */
  readonly isPlacing = signal(false)
  readonly asksMissing = signal(false)
  readonly #putOff = signal<DraftEntry['value']['clash']>(undefined)

  constructor(entry: DraftEntry) {
    const { id } = entry
    // If the draft was just deleted, it is shown until the page is left.
    let last = entry
    const found = computed(() => (last = drafts.value?.find((one) => one.id === id) ?? last))
    super({
      sheet: computed(() => found.value.value.sheet),
      change: (to) => void changeSheet(id, to),
      start: 'FIRST',
    })
    this.id = id
    this.entry = found
  }

  /** The choice that the person must make. Undefined if they have postponed it. */
  readonly clash = computed(() => this.entry.value.value.clash)
  readonly isPutOff = computed(() => this.clash.value === this.#putOff.value)

  readonly putOff = (): void => void (this.#putOff.value = this.clash.peek())
  readonly resume = (): void => void (this.#putOff.value = undefined)

  readonly togglePlacing = (): void => void (this.isPlacing.value = !this.isPlacing.peek())

  goToMissing(): void {
    this.asksMissing.value = false
    const [first] = missingIn(this.sheet.peek())
    setTimeout(() => this.goTo(first?.key)) // after the dialog has given the focus back
  }

  /** Finishes the match. With `isSure`, even if results are missing. */
  readonly finish = (isSure = false): void => {
    const sheet = this.sheet.peek()
    const { clash, end } = this.entry.peek().value
    if (this.isLocked.peek() || sheet.seats.length === 0 || clash || end !== undefined) return
    const [faulty] = faultyIn(sheet)
    if (faulty) return this.goTo(faulty.key)
    this.asksMissing.value = !isSure && missingIn(sheet).length > 0
    if (!this.asksMissing.peek()) void finish(this.id)
  }
}
