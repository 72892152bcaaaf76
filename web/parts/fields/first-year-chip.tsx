/** A chip that chooses a year. The years begin with a player's first match. */
import { kept } from '../../api/cache.ts'
import { session } from '../../api/session.ts'
import { YearChip } from './year-chip.tsx'

interface FirstYearChipProps {
  year: number | undefined
  choose: (year: number | undefined) => void
  /** The id of a canonical player. Without it, the reader. */
  of?: string
  /** True if `of` is a stand-in. */
  isStandIn?: boolean
  /** False until the list has loaded. People wait for the list, so the first match is requested after it. */
  mayAsk: boolean
}

export function FirstYearChip({ year, choose, of, isStandIn = false, mayAsk }: FirstYearChipProps) {
  const me = session.value
  const id = of ?? (me.state === 'in' ? me.canonicalPlayerId : '')
  const query = { sort: 'playedAt:ASC', limit: 1 }
  const oldest = isStandIn
    ? kept('listMatchesOfGhostPlayer', { params: { ghostPlayerId: id }, query })
    : kept('listHistory', { params: { canonicalPlayerId: id }, query })
  const first = mayAsk ? oldest.value.value?.items[0] : undefined
  return <YearChip year={year} first={first?.playedAt} choose={choose} />
}
