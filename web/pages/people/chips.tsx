/** The chips above the numbers of people: the game, the community and the year of the matches that count. */
import { useSignal } from '@preact/signals'
import { kept } from '../../api/kept.ts'
import { Chip } from '../../parts/chip.tsx'
import { Picker } from '../../parts/picker.tsx'
import { YearChip } from '../../parts/year-chip.tsx'
import { t } from '../../texts/people.ts'
import { say } from '../../texts/text.ts'
import { CHIPS, Filled } from '../matches/chips.tsx'
import type { Chosen } from './filter.ts'

interface ChipsProps {
  chosen: Chosen
  choose: (chosen: Chosen) => void
  /** The first match of all, where it is known; else that of the player `of` is asked for. */
  first: string | undefined
  of: string
  names?: readonly ('game' | 'community')[]
  /** False while the numbers are read, which is what the reader waits for. */
  isRead: boolean
}

export function Chips({ chosen, choose, names = ['game', 'community'], ...years }: ChipsProps) {
  const picking = useSignal<'game' | 'community' | undefined>(undefined)
  const without = (name: keyof Chosen): Chosen => {
    const { [name]: _gone, ...others } = chosen
    return others
  }
  return (
    <div class="filters" role="group" aria-label={say(t.filters)}>
      {names.map((name) => {
        const id = chosen[name]
        return id === undefined ? (
          <Chip key={name} empty opens="dialog" onClick={() => (picking.value = name)}>
            {say(CHIPS[name].name)}
          </Chip>
        ) : (
          <Filled
            key={name}
            name={CHIPS[name].useName(id) ?? say(CHIPS[name].unread)}
            remove={() => choose(without(name))}
          />
        )
      })}
      <Years
        {...years}
        year={chosen.year}
        choose={(year) => choose(year === undefined ? without('year') : { ...chosen, year })}
      />
      {picking.value && (
        <Picker
          title={say(CHIPS[picking.value].title)}
          label={say(CHIPS[picking.value].label)}
          find={CHIPS[picking.value].find}
          close={() => (picking.value = undefined)}
          choose={({ id }) => {
            const name = picking.value
            picking.value = undefined
            if (name) choose({ ...chosen, [name]: id })
          }}
        />
      )}
    </div>
  )
}

interface YearsProps extends Pick<ChipsProps, 'first' | 'of' | 'isRead'> {
  year: number | undefined
  choose: (year: number | undefined) => void
}

function Years({ first, of, isRead, year, choose }: YearsProps) {
  const oldest = kept('listHistory', {
    params: { canonicalPlayerId: of },
    query: { sort: 'playedAt:ASC', limit: 1 },
  })
  const asked = first === undefined && isRead ? oldest.value.value?.items[0]?.playedAt : undefined
  return <YearChip year={year} first={first ?? asked} choose={choose} />
}
