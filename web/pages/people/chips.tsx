/** The chips above the numbers of people: the game, the community and the year of the matches that count. */
import { FindChips } from '../../parts/fields/find-chips.tsx'
import { FirstYearChip } from '../../parts/fields/first-year-chip.tsx'
import { t } from '../../texts/people.ts'
import { say } from '../../texts/text.ts'
import type { Chosen } from './filter.ts'

interface ChipsProps {
  chosen: Chosen
  choose: (chosen: Chosen) => void
  /** The player whose first match starts the list of years. */
  of: string
  names?: readonly ('game' | 'community')[]
  /** False until the numbers are loaded, as the reader waits for them. */
  isRead: boolean
}

export function Chips({ chosen, choose, of, names = ['game', 'community'], isRead }: ChipsProps) {
  const withOne = (name: string, value: string | number | undefined) => {
    const { [name as keyof Chosen]: _before, ...others } = chosen
    choose(value === undefined ? others : { ...others, [name]: value })
  }
  return (
    <div class="filters" role="group" aria-label={say(t.filters)}>
      <FindChips names={names} chosen={chosen} choose={withOne} />
      <FirstYearChip year={chosen.year} of={of} mayAsk={isRead} choose={(year) => withOne('year', year)} />
    </div>
  )
}
