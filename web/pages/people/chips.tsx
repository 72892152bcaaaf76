/** The chips above a person's figures: a game, a community and a year. */
import { FindChips } from '../../parts/fields/find-chips.tsx'
import { FirstYearChip } from '../../parts/fields/first-year-chip.tsx'
import { t } from '../../texts/people.ts'
import { say } from '../../texts/text.ts'
import type { Chosen } from './filter.ts'

interface ChipsProps {
  chosen: Chosen
  choose: (chosen: Chosen) => void
  /** The id of a player. The years to choose from begin with this player's first match. */
  of: string
  isStandIn?: boolean
  names?: readonly ('game' | 'community')[]
  /** The figures come first: the chips send no request before the figures have arrived. */
  isRead: boolean
}

export function Chips({
  chosen,
  choose,
  of,
  isStandIn = false,
  names = ['game', 'community'],
  isRead,
}: ChipsProps) {
  const withOne = (name: string, value: string | number | undefined) => {
    const { [name as keyof Chosen]: _before, ...others } = chosen
    choose(value === undefined ? others : { ...others, [name]: value })
  }
  return (
    <div class="filters" role="group" aria-label={say(t.filters)}>
      <FindChips names={names} chosen={chosen} choose={withOne} />
      <FirstYearChip
        year={chosen.year}
        of={of}
        isStandIn={isStandIn}
        mayAsk={isRead}
        choose={(year) => withOne('year', year)}
      />
    </div>
  )
}
