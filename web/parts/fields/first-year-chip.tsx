/** A chip that chooses a year, from a player's first match on. */
import { kept } from '../../api/cache.ts'
import { session } from '../../api/session.ts'
import { YearChip } from './year-chip.tsx'

interface FirstYearChipProps {
  year: number | undefined
  choose: (year: number | undefined) => void
  /** A canonical player; the reader's own without one. */
  of?: string
  /** False until the list is here: people wait for the list, and the first match is asked for after it. */
  mayAsk: boolean
}

export function FirstYearChip({ year, choose, of, mayAsk }: FirstYearChipProps) {
  const me = session.value
  const oldest = kept('listHistory', {
    params: { canonicalPlayerId: of ?? (me.state === 'in' ? me.canonicalPlayerId : '') },
    query: { sort: 'playedAt:ASC', limit: 1 },
  })
  const first = mayAsk ? oldest.value.value?.items[0] : undefined
  return <YearChip year={year} first={first?.playedAt} choose={choose} />
}
