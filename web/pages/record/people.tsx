/** Chooses the players: a whole recent table with one tap, single people, or somebody new. */
import { computed } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Body } from '../../api/call.ts'
import { kept, pages } from '../../api/cache.ts'
import { session } from '../../api/session.ts'
import { newKey } from '../../../client/src/keys.ts'
import { Chip } from '../../parts/fields/chip.tsx'
import { later } from '../../parts/page/later.tsx'
import { allOf, containing, exactly, searchFor } from '../../parts/fields/filter.ts'
import { daysBetween } from '../../parts/marks/days.ts'
import { listOfNames } from '../../parts/marks/names.ts'
import { frame } from '../../texts/frame.ts'
import { locale } from '../../texts/messages.ts'
import { record } from '../../texts/record.ts'
import { say } from '../../texts/text.ts'
import type { FromCommunityProps } from './from-community.tsx'
import { drafts } from '../../drafts/shown.ts'
import type { GameFacts, Seat, Sheet } from '../../drafts/sheet.ts'
import { type Person, seated, seatedNew } from '../../drafts/sheet-changes.ts'

const FromCommunity = later(async () => (await import('./from-community.tsx')).FromCommunity)

interface PeopleProps {
  sheet: Sheet
  game: GameFacts
  change: (to: (sheet: Sheet) => Sheet) => void
  onTable: () => void
  /** Further chips, behind those for people. */
  children: ComponentChildren
}

const AT_HAND = 6
/** If there are fewer stand-ins than this, the members of the community are offered at once. */
const FEW = 3

export function People({ sheet, game, change, onTable, children }: PeopleProps) {
  const [isNew, setNew] = useState(false)
  const [all, setAll] = useState(false)
  const chips = useRef<HTMLDivElement>(null)
  const suggestions = kept('getSuggestions', { query: { gameId: game.id } }).value.value
  const usual = kept('getSuggestions').value.value
  const { ghostPlayers = [], tables = [] } = suggestions ?? usual ?? {}
  const free = ghostPlayers.filter(({ id }) => !sheet.seats.some(({ ghostPlayerId }) => ghostPlayerId === id))
  const newcomers = newcomersOfAll.value.filter(({ key }) => !sheet.seats.some((own) => own.key === key))
  const shown = all ? free : free.slice(0, AT_HAND)
  /** Adds a player. The tapped chip disappears, so the focus moves to the next one. */
  const addAt = (n: number, to: (sheet: Sheet) => Sheet) => {
    change(to)
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return
      const left = chips.current?.querySelectorAll<HTMLElement>('.chip') ?? []
      left[Math.min(n, left.length - 1)]?.focus()
    })
  }
  return (
    <div class="people">
      <div class="chips" role="group" aria-label={say(record.whoPlays)} ref={chips}>
        {sheet.seats.length === 0 && (
          <Tables
            of={tables}
            people={ghostPlayers}
            choose={(people) => {
              change((was) => seated(was, people))
              onTable()
            }}
          />
        )}
        {shown.map((person, n) => (
          <Chip key={person.id} onClick={() => addAt(n, (was) => seated(was, [person]))}>
            {say(record.plus, { name: nameOf(person) })}
          </Chip>
        ))}
        {newcomers.map(({ key, name }, n) => (
          <Chip key={key} onClick={() => addAt(shown.length + n, (was) => seatedNew(was, key, name))}>
            {say(record.plus, { name })}
          </Chip>
        ))}
        {free.length > shown.length && (
          <Chip empty onClick={() => setAll(true)}>
            {say(record.others)}
          </Chip>
        )}
        {!isNew && (
          <Chip empty onClick={() => setNew(true)}>
            {say(record.newStandIn)}
          </Chip>
        )}
        {children}
      </div>
      {sheet.community && (suggestions ?? usual) && (
        <CommunityPeople
          key={sheet.community.id}
          community={sheet.community}
          sheet={sheet}
          known={ghostPlayers}
          shown={shown}
          change={change}
        />
      )}
      {isNew && (
        <NewStandIn
          sheet={sheet}
          known={ghostPlayers}
          onElsewhere={() => setNew(false)}
          onClose={() => {
            setNew(false)
            focusOnLast(chips.current)
          }}
          change={change}
        />
      )}
    </div>
  )
}

/** Focuses the last chip that opens something, when it is here. */
const focusOnLast = (chips: HTMLElement | null) =>
  requestAnimationFrame(() =>
    [...(chips?.querySelectorAll<HTMLElement>('.chip.empty') ?? [])].at(-1)?.focus(),
  )

function CommunityPeople(props: FromCommunityProps) {
  const { community, known } = props
  const [isAsked, setAsked] = useState(known.filter(({ isSelf }) => !isSelf).length < FEW)
  if (isAsked) return <FromCommunity {...props} />
  return (
    <div class="chips">
      <Chip empty onClick={() => setAsked(true)}>
        {say(record.fromCommunity, { name: community.displayName })}
      </Chip>
    </div>
  )
}

interface TablesProps {
  of: Body<'getSuggestions'>['tables']
  people: readonly Person[]
  choose: (people: readonly Person[]) => void
}

const Tables = ({ of, people: known, choose }: TablesProps) => (
  <>
    {of.slice(0, 2).map(({ ghostPlayerIds, lastPlayedAt }) => {
      const people = ghostPlayerIds.flatMap((id) => known.find((one) => one.id === id) ?? [])
      if (people.length !== ghostPlayerIds.length || people.length < 2) return null
      const text = say(record.sameAs, { count: people.length, when: dayOf(lastPlayedAt) })
      return (
        <Chip
          key={ghostPlayerIds.join()}
          label={`${text}: ${listOfNames(people.map(({ displayName }) => displayName))}`}
          onClick={() => choose(people)}
        >
          {text}
        </Chip>
      )
    })}
  </>
)

const nameOf = ({ isSelf, displayName: name }: Person) => (isSelf ? say(record.you, { name }) : name)

/** The people who are new in any draft. As long as they are the same, this is the same array. */
const newcomersOfAll = computed<readonly Pick<Seat, 'key' | 'name'>[]>(() => {
  const seats = (drafts.value ?? []).flatMap(({ value }) => value.sheet.seats)
  const fresh = seats.filter((seat) => seat.ghostPlayerId === undefined)
  const found = [...new Map(fresh.map(({ key, name }) => [key, { key, name }])).values()]
  if (JSON.stringify(found) !== JSON.stringify(newcomers)) newcomers = found
  return newcomers
})

let newcomers: readonly Pick<Seat, 'key' | 'name'>[] = []

interface NewStandInProps {
  sheet: Sheet
  known: readonly Person[]
  change: (to: (sheet: Sheet) => Sheet) => void
  onClose: () => void
  /** Called when the field loses the focus while it is empty. */
  onElsewhere: () => void
}

/** In characters. The service has the same limit. */
const LONGEST_NAME = 100

function NewStandIn({ sheet, known, change, onClose, onElsewhere }: NewStandInProps) {
  const [name, setName] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => field.current?.focus(), [])
  // This waits until the click is over, so that nothing moves under the finger.
  useEffect(() => {
    const clicked = (event: Event) => {
      if (form.current && field.current?.value === '' && !event.composedPath().includes(form.current))
        onElsewhere()
    }
    document.addEventListener('click', clicked)
    return () => document.removeEventListener('click', clicked)
  }, [])
  const person = session.value
  const search = searchFor(name)
  const filter = allOf(
    person.state === 'in' && `ownerId==${exactly(person.user.id)}`,
    search !== '' && `name==${containing(search)}`,
  )
  // Searches all stand-ins, because the suggestions contain only some of them.
  const list = pages('listGhostPlayers', { query: { limit: 5, ...(filter !== undefined && { filter }) } })
  const found = search.length < 2 ? [] : list.items.value
  const isLike = ({ displayName }: Person) =>
    displayName.toLocaleLowerCase().includes(search.toLocaleLowerCase())
  const likely = [...known.filter(isLike), ...found.filter(({ id }) => !known.some((one) => one.id === id))]
  const free = likely.filter(({ id }) => !sheet.seats.some(({ ghostPlayerId }) => ghostPlayerId === id))
  const same = sheet.seats.find((seat) => isSameName(seat.name, search))
  const seat = (to: (sheet: Sheet) => Sheet) => {
    change(to)
    setName('')
    field.current?.focus()
  }
  const add = () => {
    const yours = free.find(({ displayName }) => isSameName(displayName, search))
    // The change is made twice, for what is shown and for what is stored, and the player needs one key in both.
    const key = newKey()
    if (search === '') onClose()
    else seat((was) => (yours ? seated(was, [yours]) : seatedNew(was, key, search)))
  }
  return (
    <form
      class="new-stand-in"
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <div class="field">
        <label for="someone">{say(record.name)}</label>
        <input
          id="someone"
          ref={field}
          autocomplete="off"
          autocapitalize="words"
          spellcheck={false}
          enterkeyhint="done"
          maxLength={LONGEST_NAME}
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
      </div>
      <button type="submit">{say(record.add)}</button>
      {search === '' && <p class="hint">{say(record.standInWhy)}</p>}
      {search !== '' && same && <p class="hint">{say(record.sitsThere, { name: same.name })}</p>}
      {search !== '' && free.length > 0 && (
        <div class="chips" role="group" aria-label={say(record.alreadyYours)}>
          <p class="hint">{say(record.alreadyYours)}</p>
          {free.slice(0, 5).map((one) => (
            <Chip key={one.id} onClick={() => seat((was) => seated(was, [one]))}>
              {say(record.plus, { name: one.displayName })}
            </Chip>
          ))}
        </div>
      )}
    </form>
  )
}

const isSameName = (one: string, other: string) =>
  one.normalize().toLocaleLowerCase() === other.normalize().toLocaleLowerCase()

/** The name of the day of an earlier match. After six days a weekday could be two days. */
function dayOf(playedAt: string): string {
  const at = new Date(playedAt)
  const days = daysBetween(at, new Date())
  if (days === 0) return say(frame.today)
  if (days === 1) return say(frame.yesterday)
  const far = { day: 'numeric', month: 'short' } as const
  return new Intl.DateTimeFormat(locale(), days < 7 ? { weekday: 'long' } : far).format(at)
}
