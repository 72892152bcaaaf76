/** A chip that chooses a year since a player's first match. */
import { kept } from '../../api/cache.ts'
import { session } from '../../api/session.ts'
import { YearChip } from './year-chip.tsx'

interface FirstYearChipProps {
  year: number | undefined
  choose: (year: number | undefined) => void
  /** The id of a canonical player; if absent, the reader. */
  of?: string
  /** False until the list is loaded: people wait for the list, so the first match is read after it. */
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
