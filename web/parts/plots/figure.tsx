/** The frame of a plot: its title, how to read it, and its numbers as a table. */
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { t } from '../../texts/plots.ts'
import { say } from '../../texts/text.ts'
import { NumberTable, type Numbers } from './number-table.tsx'

interface FigureProps {
  title: string
  how: ComponentChildren
  table: () => Numbers
  class?: string
  children: ComponentChildren
}

export function Figure({ title, how, table, class: own = '', children }: FigureProps) {
  const asTable = useSignal(false)
  const id = useId()
  return (
    <figure class={`plot ${own}`} aria-labelledby={id}>
      <figcaption>
        <h2 id={id}>{title}</h2>
        <button
          type="button"
          class="quiet"
          aria-label={say(asTable.value ? t.plotOf : t.tableOf, { title })}
          onClick={() => (asTable.value = !asTable.value)}
        >
          {say(asTable.value ? t.plot : t.table)}
        </button>
        <div class="plot-how">{how}</div>
      </figcaption>
      {asTable.value ? <NumberTable of={table()} label={title} /> : children}
    </figure>
  )
}
