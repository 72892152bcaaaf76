/** The chips above the history: whose matches, and what narrows them. */
import { useSignal } from '@preact/signals'
import { kept } from '../../api/cache.ts'
import { session } from '../../api/session.ts'
import { Chip } from '../../parts/fields/chip.tsx'
import type { Choice } from '../../parts/fields/combobox.tsx'
import { containing, exactly, allOf } from '../../parts/fields/filter.ts'
import { Picker } from '../../parts/fields/picker.tsx'
import { YearChip } from '../../parts/fields/year-chip.tsx'
import { t } from '../../texts/matches.ts'
import { say } from '../../texts/text.ts'
import { type Chosen, WHOSE, type Whose } from './filter.ts'
import { named } from './names.ts'

interface ChipsProps {
  chosen: Chosen
  choose: (chosen: Chosen) => void
  /** False while the list is read, which is what the reader waits for. */
  isListed: boolean
}

type Picked = 'game' | 'standIn' | 'community'

const WHOSE_TEXTS = { played: t.played, recorded: t.recorded, all: t.all }

export function Chips({ chosen, choose, isListed }: ChipsProps) {
  const picking = useSignal<Picked | undefined>(undefined)
  const { whose, year, drafts, disputed, person, ...rest } = chosen
  const without = (name: Picked | 'person') => {
    const { [name]: _gone, ...others } = chosen
    choose(others)
  }
  // One person's matches are a list of their own, and so are drafts.
  const isOwnList = rest.standIn !== undefined || person !== undefined || drafts
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
      {(['game', 'standIn', 'community'] as const).map((name) => {
        if (name === 'standIn' && person !== undefined)
          return <PersonChip key={name} id={person} remove={() => without('person')} />
        const id = rest[name]
        return id === undefined ? (
          <Chip key={name} empty opens="dialog" onClick={() => (picking.value = name)}>
            {say(CHIPS[name].name)}
          </Chip>
        ) : (
          <Filled
            key={name}
            name={CHIPS[name].useName(id) ?? say(CHIPS[name].unread)}
            remove={() => without(name)}
          />
        )
      })}
      <Year year={year} choose={(other) => choose(withYear(chosen, other))} mayAsk={isListed} />
      <Chip pressed={drafts} onClick={() => choose({ ...chosen, drafts: !drafts, disputed: false })}>
        {say(t.drafts)}
      </Chip>
      {!drafts && (
        <Chip pressed={disputed} onClick={() => choose({ ...chosen, disputed: !disputed })}>
          {say(t.disputed)}
        </Chip>
      )}
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

export const Filled = ({ name, remove }: { name: string; remove: () => void }) => (
  <Chip pressed onClick={remove} label={say(t.without, { name: named(name) })}>
    <bdi>{name}</bdi> <span aria-hidden="true">×</span>
  </Chip>
)

function PersonChip({ id, remove }: { id: string; remove: () => void }) {
  const name = kept('getCanonicalPlayer', { params: { canonicalPlayerId: id } }).value.value?.displayName
  return <Filled name={name ?? say(t.somebody)} remove={remove} />
}

const withYear = ({ year: _year, ...chosen }: Chosen, year: number | undefined): Chosen =>
  year === undefined ? chosen : { ...chosen, year }

/** From the first match of one's own on, or of another player's. */
export function Year({ year, choose, of, mayAsk }: YearProps) {
  const me = session.value
  const oldest = kept('listHistory', {
    params: { canonicalPlayerId: of ?? (me.state === 'in' ? me.canonicalPlayerId : '') },
    query: { sort: 'playedAt:ASC', limit: 1 },
  })
  const first = mayAsk ? oldest.value.value?.items[0] : undefined
  return <YearChip year={year} first={first?.playedAt} choose={choose} />
}

interface YearProps {
  year: number | undefined
  choose: (year: number | undefined) => void
  /** A canonical player. */
  of?: string
  /** When that match was is asked for once the list is here, as the list is what people wait for. */
  mayAsk: boolean
}

const AT_ONCE = 20

const choicesOf = (items: readonly { id: string; displayName: string }[] | undefined): Choice[] | undefined =>
  items?.map(({ id, displayName }) => ({ id, label: displayName, shown: <bdi>{displayName}</bdi> }))

const suggested = () => kept('getSuggestions').value.value

const byName = (text: string) => ({ sort: 'name:ASC', limit: AT_ONCE, filter: `name==${containing(text)}` })

/** Without a text what was used lately; then what has the text in its name. */
export const CHIPS: Record<
  Picked,
  {
    name: typeof t.title
    title: typeof t.title
    label: typeof t.title
    unread: typeof t.title
    find: (text: string) => Choice[] | undefined
    useName: (id: string) => string | undefined
  }
> = {
  game: {
    name: t.game,
    title: t.chooseGame,
    label: t.searchGames,
    unread: t.thisGame,
    find: (text) =>
      choicesOf(
        text === '' ? suggested()?.games : kept('listGames', { query: byName(text) }).value.value?.items,
      ),
    useName: (id) => kept('getGame', { params: { gameId: id } }).value.value?.displayName,
  },
  standIn: {
    name: t.person,
    title: t.choosePerson,
    label: t.searchPeople,
    unread: t.somebody,
    find: (text) => {
      const me = session.value
      const own = me.state === 'in' && `ownerId==${exactly(me.user.id)}`
      const filter = allOf(own, `name==${containing(text)}`) ?? ''
      return choicesOf(
        text === ''
          ? suggested()?.ghostPlayers
          : kept('listGhostPlayers', { query: { ...byName(text), filter } }).value.value?.items,
      )
    },
    useName: (id) => kept('getGhostPlayer', { params: { ghostPlayerId: id } }).value.value?.displayName,
  },
  community: {
    name: t.community,
    title: t.chooseCommunity,
    label: t.searchCommunities,
    unread: t.thisCommunity,
    find: (text) =>
      choicesOf(
        text === ''
          ? suggested()?.communities
          : kept('listCommunities', { query: byName(text) }).value.value?.items,
      ),
    useName: (id) => kept('getCommunity', { params: { communityId: id } }).value.value?.displayName,
  },
}
