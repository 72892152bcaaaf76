/** The button that makes and saves the picture of a year. The picture is made in this browser. */
import { useSignal } from '@preact/signals'
import { session } from '../../api/session.ts'
import { giveFile } from '../../parts/changes/give-file.ts'
import { calendar } from '../../parts/marks/numbers.ts'
import { t } from '../../texts/recap.ts'
import { say } from '../../texts/text.ts'
import type { Card, Year } from './cards.ts'
import { CannotDraw, pngOf } from './draw.ts'
import { pictureOf } from './picture.ts'

export function Share({ of: { year, months }, cards }: { of: Year; cards: readonly Card[] }) {
  const state = useSignal<'still' | 'making' | 'made' | 'failed'>('still')
  const me = session.value
  const make = async () => {
    if (me.state !== 'in' || state.peek() === 'making') return
    state.value = 'making'
    try {
      const marks = pictureOf({
        title: say(t.title, { year: String(year) }),
        name: me.user.displayName,
        cards,
        months,
        monthNames: months.map(({ month }) =>
          calendar(`2026-${String(month).padStart(2, '0')}`, { month: 'narrow' }),
        ),
      })
      giveFile(await pngOf(marks), `scorebook-${year}.png`)
      state.value = 'made'
    } catch (error) {
      if (!(error instanceof CannotDraw || error instanceof DOMException)) throw error
      state.value = 'failed'
    }
  }
  const said = { still: undefined, making: t.sharing, made: t.shared, failed: t.shareFailed }[state.value]
  return (
    <section class="part share">
      <p class="actions start">
        <button type="button" onClick={() => void make()} aria-disabled={state.value === 'making'}>
          {say(t.share)}
        </button>
      </p>
      <p class="hint">{say(t.shareWhy)}</p>
      <p role="status">{said && say(said)}</p>
    </section>
  )
}
