/** The chips above the list of matches: whose matches it shows, and filters. */
import { kept } from '../../api/cache.ts'
import { Chip } from '../../parts/fields/chip.tsx'
import { ChosenChip, FindChips, type FoundBy } from '../../parts/fields/find-chips.tsx'
import { FirstYearChip } from '../../parts/fields/first-year-chip.tsx'
import { t } from '../../texts/matches.ts'
import { say } from '../../texts/text.ts'
import { type Chosen, WHOSE, type Whose } from './filter.ts'

interface ChipsProps {
  chosen: Chosen
  choose: (chosen: Chosen) => void
  /** False until the list has loaded. The list comes first, so the chips send no request before. */
  isListed: boolean
}

const WHOSE_TEXTS = { played: t.played, recorded: t.recorded, all: t.all }

export function Chips({ chosen, choose, isListed }: ChipsProps) {
  const { whose, year, drafts, disputed, person, standIn } = chosen
  const withOne = (name: FoundBy | 'person' | 'year', value: string | number | undefined) => {
    const { [name]: _before, ...others } = chosen
    choose(value === undefined ? others : { ...others, [name]: value })
  }
  // True if another operation lists the matches: for drafts, and for the matches of one person.
  const isOwnList = standIn !== undefined || person !== undefined || drafts
  return (
    <div class="filters" role="group" aria-label={say(t.filters)}>
      {!isOwnList && (
        <select
          class="chip"
          aria-label={say(t.whose)}
          value={whose}
          onChange={({ currentTarget }) => choose({ ...chosen, whose: currentTarget.value as Whose })}
        >
          {WHOSE.map((one) => (
            <option key={one} value={one}>
              {say(WHOSE_TEXTS[one])}
            </option>
          ))}
        </select>
      )}
      {person === undefined ? (
        <FindChips names={['game', 'standIn', 'community']} chosen={chosen} choose={withOne} />
      ) : (
        <>
          <FindChips names={['game']} chosen={chosen} choose={withOne} />
          <PersonChip id={person} remove={() => withOne('person', undefined)} />
          <FindChips names={['community']} chosen={chosen} choose={withOne} />
        </>
      )}
      <FirstYearChip year={year} choose={(other) => withOne('year', other)} mayAsk={isListed} />
      <Chip pressed={drafts} onClick={() => choose({ ...chosen, drafts: !drafts, disputed: false })}>
        {say(t.drafts)}
      </Chip>
      {!drafts && (
        <Chip pressed={disputed} onClick={() => choose({ ...chosen, disputed: !disputed })}>
          {say(t.disputed)}
        </Chip>
      )}
    </div>
  )
}

function PersonChip({ id, remove }: { id: string; remove: () => void }) {
  const name = kept('getCanonicalPlayer', { params: { canonicalPlayerId: id } }).value.value?.displayName
  return <ChosenChip name={name ?? say(t.somebody)} remove={remove} />
}
