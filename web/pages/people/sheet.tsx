/** The plots of a person or a stand-in, below their numbers. */
import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { pages } from '../../api/cache.ts'
import { FEW } from '../../parts/marks/few.ts'
import { later } from '../../parts/page/later.tsx'
import { Figure } from '../../parts/plots/figure.tsx'
import { Finishes, finishesTable } from '../../parts/plots/finishes.tsx'
import { Form, formTable } from '../../parts/plots/form.tsx'
import { monthsOf } from '../../parts/plots/marks/months.ts'
import { Months, MonthsLegend, monthsTable } from '../../parts/plots/months.tsx'
import { isWide } from '../../parts/plots/wide.ts'
import { t } from '../../texts/people.ts'
import { say } from '../../texts/text.ts'
import { type Chosen, isNarrowed } from './filter.ts'
import { remarksOf } from './in-short.ts'
import type { Statistics } from './numbers.tsx'
import { Opponents } from './opponents.tsx'
import { MOST_MET } from './same.ts'
import { Short } from './short.tsx'

const Games = later(async () => (await import('./games.tsx')).Games)

const SHOWN = { desk: { form: 60, months: 18 }, phone: { form: 36, months: 12 } }

interface SheetProps {
  of: Statistics
  /** The player of the opponents. Undefined if `noOpponents` is shown in their place. */
  opponentsOf?: string
  noOpponents?: ComponentChildren
  isStandIn?: boolean
  numbers: ComponentChildren
  isMe: boolean
  chosen: Chosen
}

export function Sheet({ of, opponentsOf: id, noOpponents, isStandIn = false, ...props }: SheetProps) {
  const { numbers, isMe, chosen } = props
  const shown = isWide.value ? SHOWN.desk : SHOWN.phone
  const opponents = useMemo(
    () =>
      id === undefined
        ? undefined
        : isStandIn
          ? pages('listOpponentsOfGhostPlayer', { params: { ghostPlayerId: id }, query: MOST_MET })
          : pages('listOpponents', { params: { canonicalPlayerId: id }, query: MOST_MET }),
    [id, isStandIn],
  )
  const form = of.form.slice(0, shown.form)
  const months = monthsOf(of.months, shown.months)
  const sizes = of.finishes.filter(({ matches }) => matches >= FEW)
  // Remarks are about all matches, so they are hidden while there is a filter.
  const remarks = remarksOf(of, isNarrowed(chosen) ? [] : (opponents?.items.value ?? []))
  return (
    <>
      {numbers}
      <Figure
        title={say(t.form)}
        how={
          <>
            {say(t.formHow, { count: form.length })}
            {form.some(({ kind }) => kind === 'TOGETHER') && ` ${say(t.formTogether)}`}
          </>
        }
        table={() => formTable(form)}
      >
        <Form of={form} />
      </Figure>
      <div class="page-halves">
        {id !== undefined && opponents ? (
          <Opponents of={id} isStandIn={isStandIn} list={opponents} isNarrowed={isNarrowed(chosen)} />
        ) : (
          noOpponents
        )}
        <Figure title={say(t.months)} how={<MonthsLegend of={months} />} table={() => monthsTable(months)}>
          <Months of={months} />
        </Figure>
        {sizes.length > 0 && (
          <Figure
            title={say(isMe ? t.finishesYou : t.finishesOther)}
            how={say(t.finishesHow)}
            table={() => finishesTable(sizes)}
          >
            <Finishes of={sizes} />
          </Figure>
        )}
        <Short of={remarks} />
      </div>
      <Games of={of.topGames} isMe={isMe} chosen={chosen} />
    </>
  )
}
