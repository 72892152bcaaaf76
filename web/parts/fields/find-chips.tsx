/** Chips that narrow a list to one game, player or community. A tap opens a dialog that finds it by name. */
import { useSignal } from '@preact/signals'
import { kept } from '../../api/cache.ts'
import { session } from '../../api/session.ts'
import { t } from '../../texts/matches.ts'
import { say } from '../../texts/text.ts'
import { named } from '../marks/names.ts'
import { Chip } from './chip.tsx'
import type { Choice } from './combobox.tsx'
import { allOf, containing, exactly } from './filter.ts'
import { Picker } from './picker.tsx'

export type FoundBy = 'game' | 'standIn' | 'community'

interface FindChipsProps {
  names: readonly FoundBy[]
  chosen: Partial<Record<FoundBy, string>>
  choose: (name: FoundBy, id: string | undefined) => void
}

export function FindChips({ names, chosen, choose }: FindChipsProps) {
  const picking = useSignal<FoundBy | undefined>(undefined)
  const close = () => (picking.value = undefined)
  const open = picking.value && THINGS[picking.value]
  return (
    <>
      {names.map((name) => {
        const id = chosen[name]
        return id === undefined ? (
          <Chip key={name} empty opens="dialog" onClick={() => (picking.value = name)}>
            {say(THINGS[name].name)}
          </Chip>
        ) : (
          <ChosenChip
            key={name}
            name={THINGS[name].useName(id) ?? say(THINGS[name].unread)}
            remove={() => choose(name, undefined)}
          />
        )
      })}
      {open && (
        <Picker
          title={say(open.title)}
          label={say(open.label)}
          find={open.find}
          close={close}
          choose={({ id }) => {
            const name = picking.value
            close()
            if (name) choose(name, id)
          }}
        />
      )}
    </>
  )
}

export const ChosenChip = ({ name, remove }: { name: string; remove: () => void }) => (
  <Chip pressed onClick={remove} label={say(t.without, { name: named(name) })}>
    <bdi>{name}</bdi> <span aria-hidden="true">×</span>
  </Chip>
)

const AT_ONCE = 20

const choicesOf = (items: readonly { id: string; displayName: string }[] | undefined): Choice[] | undefined =>
  items?.map(({ id, displayName }) => ({ id, label: displayName, shown: <bdi>{displayName}</bdi> }))

const suggested = () => kept('getSuggestions').value.value

const byName = (text: string) => ({ sort: 'name:ASC', limit: AT_ONCE, filter: `name==${containing(text)}` })

/** What can be chosen. If no text is typed, things that were used recently are suggested. */
const THINGS: Record<
  FoundBy,
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
