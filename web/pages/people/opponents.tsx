/** A person's most frequent opponents, and who was ahead. */
import { useSignal } from '@preact/signals'
import type { Pages } from '../../api/cache.ts'
import { Balances, balanceTable } from '../../parts/plots/balances.tsx'
import { type Opponent, playerOf, rowsOf } from '../../parts/plots/opponent-row.tsx'
import { Figure } from '../../parts/plots/figure.tsx'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import { frame } from '../../texts/frame.ts'
import { t } from '../../texts/people.ts'
import { say } from '../../texts/text.ts'

/** Each press of the button adds this many rows. */
const AT_ONCE = 8

interface OpponentsProps {
  of: string
  isStandIn: boolean
  list: Pages<Opponent>
  isNarrowed: boolean
}

export function Opponents({ of, isStandIn, list, isNarrowed }: OpponentsProps) {
  const most = useSignal(AT_ONCE)
  const items = list.items.value
  if (list.state.value === 'loading')
    return (
      <section class="part">
        <h2>{say(t.across)}</h2>
        <Skeleton rows={5} />
      </section>
    )
  if (items.length === 0) return null
  const base = isStandIn ? '/stand-ins' : '/people'
  const rows = rowsOf(items.slice(0, most.value), (one) => `${base}/${of}/with/${playerOf(one).id}`)
  const hasMore = items.length > most.value || list.hasMore.value
  const more = async () => {
    if (items.length < most.value + AT_ONCE) await list.more()
    most.value += AT_ONCE
  }
  return (
    <Figure
      title={say(t.across)}
      how={
        <>
          <p>{say(t.acrossHow)}</p>
          {isNarrowed && <p>{say(t.acrossAll)}</p>}
        </>
      }
      table={() => balanceTable(rows)}
    >
      <Balances of={rows} label={say(t.across)} />
      {hasMore && (
        <button
          type="button"
          class="quiet"
          aria-disabled={list.loadingMore.value}
          onClick={() => void more()}
        >
          {say(list.loadingMore.value ? frame.loadingMore : frame.more)}
        </button>
      )}
    </Figure>
  )
}
