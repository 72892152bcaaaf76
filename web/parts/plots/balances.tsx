/** Rows with a name, a balance bar and its numbers. */
import { type ComponentChildren, Fragment } from 'preact'
import { number } from '../marks/numbers.ts'
import { t } from '../../texts/plots.ts'
import { say } from '../../texts/text.ts'
import { Field } from './field.tsx'
import type { Numbers } from './number-table.tsx'
import { type Balance, balanceMarks, reachOf } from './marks/balance.ts'

export interface BalanceRow extends Balance {
  key: string
  shown: ComponentChildren
  name: string
  met: number
  together: number
  /** True while the reader is asked a question about the row. */
  isAsked?: boolean
  /** Shown under the row. */
  below?: ComponentChildren
}

export function Balances({ of, label }: { of: readonly BalanceRow[]; label: string }) {
  const reach = reachOf(of)
  return (
    <ul class="balances" aria-label={label}>
      {of.map(({ key, shown, ahead, level, behind, together, isAsked, below }) => (
        <Fragment key={key}>
          <li class={isAsked ? 'asked' : undefined}>
            <span class="bar-name">{shown}</span>
            <Field class="balance" marks={balanceMarks({ ahead, level, behind }, reach)}>
              <line class="middle" x1="50%" x2="50%" y1="-25%" y2="125%" />
            </Field>
            <span class="bar-result">
              <span class="unseen">{say(t.balanceLabel, { ahead, level, behind })}</span>
              <b aria-hidden="true">{`${number(ahead)}–${number(behind)}`}</b>
              <small>
                {level > 0 && <span aria-hidden="true">{say(t.levels, { count: level })}</span>}
                {together > 0 && <span>{say(t.togethers, { count: together })}</span>}
              </small>
            </span>
          </li>
          {below && <li class="below">{below}</li>}
        </Fragment>
      ))}
    </ul>
  )
}

export const balanceTable = (of: readonly BalanceRow[], name: string = say(t.name)): Numbers => ({
  head: [name, say(t.met), say(t.ahead), say(t.level), say(t.behind), say(t.together)],
  rows: of.map(({ name, met, ahead, level, behind, together }) => [
    name,
    met,
    ahead,
    level,
    behind,
    together,
  ]),
})
