/**
 * A person's most frequent opponents, and who was ahead how often. If two of them may be the same person, the question is asked
 * below them.
 */
import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { Pages } from '../../api/cache.ts'
import { session } from '../../api/session.ts'
import { folded, playerOf } from '../../parts/marks/whose.tsx'
import { type BalanceRow, Balances, balanceTable } from '../../parts/plots/balances.tsx'
import { type Opponent, rowsOf } from '../../parts/plots/opponent-row.tsx'
import { Figure } from '../../parts/plots/figure.tsx'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import { frame } from '../../texts/frame.ts'
import { t } from '../../texts/people.ts'
import { say } from '../../texts/text.ts'
import type { Answered, Two } from './same.ts'
import { SameAnswer, SameQuestion, useQuestion } from './same-parts.ts'

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
  const answer = useSignal<Answered | undefined>(undefined)
  const items = list.items.value
  const asked = useQuestion(items, { id: of, isStandIn })
  const isRead = useRef(false)
  isRead.current ||= list.state.value !== 'loading' && asked !== 'loading'
  // The question appears with the list or not at all: later, it would move what is below.
  if (!isRead.current)
    return (
      <section class="part">
        <h2>{say(t.across)}</h2>
        <Skeleton rows={5} />
      </section>
    )
  if (items.length === 0) return null
  const me = session.value
  const isWithMe = !isStandIn && me.state === 'in' && me.canonicalPlayerId === of
  const base = isStandIn ? '/stand-ins' : '/people'
  const said = answer.value
  const open = said === undefined && asked !== 'loading' ? asked : undefined
  const shown = beside(items, most.value, open?.two ?? said?.two)
  const rows = rowsOf(shown, (one) => `${base}/${of}/with/${playerOf(one).id}`, items).map(
    (row): BalanceRow => {
      if (open && isOf(open.two, row.key)) {
        const isLast = row.key === playerOf(open.two[1]).id
        const question = (
          <SameQuestion {...open} isWithMe={isWithMe} answered={(one) => (answer.value = one)} />
        )
        return Object.assign(row, { isAsked: true, below: isLast && question })
      }
      if (said && row.key === rowOf(shown, said))
        row.below = <SameAnswer of={said} undone={() => (answer.value = undefined)} />
      return row
    },
  )
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

const isOf = (two: Two, id: string): boolean => two.some((one) => playerOf(one).id === id)

/**
 * The first `most` opponents. If two of them may be one person, they are put next to each other, so that the question is clearly
 * about both.
 */
function beside(items: readonly Opponent[], most: number, two: Two | undefined): readonly Opponent[] {
  const shown = items.slice(0, most)
  if (!two) return shown
  const [one, other] = two.map(({ canonicalPlayer, ghostPlayer }) => (canonicalPlayer ?? ghostPlayer)?.id)
  const second = items.find((item) => playerOf(item).id === other)
  if (!second || !shown.some((item) => playerOf(item).id === one)) return shown
  return shown
    .filter((item) => item !== second)
    .flatMap((item) => (playerOf(item).id === one ? [item, second] : [item]))
}

/** The row below which an answer is shown: the second of two people, or the row of the one person. */
function rowOf(shown: readonly Opponent[], { isSame, two }: Answered): string | undefined {
  const left = shown.filter((one) => isOf(two, playerOf(one).id))
  const name = folded(playerOf(two[0]).displayName)
  const found =
    (isSame ? left[0] : left.at(-1)) ?? shown.find((one) => folded(playerOf(one).displayName) === name)
  return found && playerOf(found).id
}
