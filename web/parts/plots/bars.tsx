/** Rows with a name, a bar and its number. */
import type { ComponentChildren } from 'preact'
import { number } from '../marks/numbers.ts'
import { Field } from './field.tsx'
import type { Numbers } from './number-table.tsx'
import { barMarks } from './marks/bars.ts'

export interface BarRow {
  key: string
  shown: ComponentChildren
  name: string
  count: number
  /** How many of them were won. */
  won?: number
  /** A text in place of the count, such as `4 of 12`. */
  text?: string
}

export function Bars({ of, label }: { of: readonly BarRow[]; label: string }) {
  const marks = barMarks(of)
  return (
    <ul class="bars-of" aria-label={label}>
      {of.map(({ key, shown, count, text }, n) => (
        <li key={key}>
          <span class="bar-name">{shown}</span>
          <Field class="bar-of" marks={marks[n] ?? []} />
          <b>{text ?? number(count)}</b>
        </li>
      ))}
    </ul>
  )
}

export const barsTable = (of: readonly BarRow[], head: readonly string[]): Numbers => ({
  head,
  rows: of.map(({ name, count, won }) => [name, count, ...(head.length > 2 ? [won] : [])]),
})
