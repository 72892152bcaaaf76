/** Finds an opponent of the reader who has the same name as a stand-in, and so may be the same person. */
import type { Body } from '../../api/call.ts'
import { kept } from '../../api/cache.ts'
import { may, session } from '../../api/session.ts'
import { playerOf } from '../../parts/marks/whose.tsx'
import type { Opponent } from '../../parts/plots/opponent-row.tsx'
import { MOST_MET, type Question } from './same.ts'
import { useQuestion } from './same-parts.ts'

type StandIn = Body<'getStatisticsOfGhostPlayer'>

/** Compares the stand-in with the reader's opponents. If it is claimed, there is no question. */
export function useNamesake(of: StandIn | undefined): Question | 'loading' | undefined {
  const me = session.value
  const player = me.state === 'in' ? me.canonicalPlayerId : ''
  const isAsked = of !== undefined && of.canonicalPlayer === undefined && may('statistics-read')
  const list = isAsked
    ? kept('listOpponents', { params: { canonicalPlayerId: player }, query: MOST_MET }).value
    : undefined
  const items = list?.value?.items ?? []
  const id = of?.ghostPlayer.id ?? ''
  const rows = !of || items.some((one) => playerOf(one).id === id) ? items : [neverMet(of), ...items]
  const question = useQuestion(rows, { id: player, isStandIn: false }, (two) =>
    two.some((one) => playerOf(one).id === id),
  )
  return list?.state === 'loading' ? 'loading' : isAsked ? question : undefined
}

const neverMet = ({ ghostPlayer, owner }: StandIn): Opponent => ({
  ghostPlayer,
  owner,
  met: 0,
  ahead: 0,
  level: 0,
  behind: 0,
  together: 0,
  lastMetAt: '',
})
