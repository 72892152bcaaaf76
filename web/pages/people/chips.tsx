/** The chips above the numbers of people: the game, the community and the year of the matches that count. */
import { useSignal } from '@preact/signals'
import { Chip } from '../../parts/fields/chip.tsx'
import { Picker } from '../../parts/fields/picker.tsx'
import { t } from '../../texts/people.ts'
import { say } from '../../texts/text.ts'
import { CHIPS, Filled, Year } from '../matches/chips.tsx'
import type { Chosen } from './filter.ts'

interface ChipsProps {
  chosen: Chosen
  choose: (chosen: Chosen) => void
  /** Whose first match the years begin with. */
  of: string
  names?: readonly ('game' | 'community')[]
  /** False while the numbers are read, which is what the reader waits for. */
  isRead: boolean
}

export function Chips({ chosen, choose, of, names = ['game', 'community'], isRead }: ChipsProps) {
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
      <Year
        year={chosen.year}
        of={of}
        mayAsk={isRead}
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
