/** Finds a page, a game or a person by a part of its name, and goes there. `Ctrl+K` opens it on every page. */
import { kept } from './api/cache.ts'
import { may, session } from './api/session.ts'
import { useLocation } from './location.tsx'
import type { Choice } from './parts/fields/combobox.tsx'
import { containing } from './parts/fields/filter.ts'
import { Picker } from './parts/fields/picker.tsx'
import { t } from './texts/find.ts'
import { frame } from './texts/frame.ts'
import { say } from './texts/text.ts'

/** At most this many games, people and stand-ins are offered. */
const MOST = 6

export interface Place {
  path: string
  text: Parameters<typeof say>[0]
}

/** Pages that are not in the bar. */
const OTHERS: readonly Place[] = [
  { path: '/record', text: frame.record },
  { path: '/stand-ins', text: frame.standIns },
  { path: '/settings', text: t.settings },
  { path: '/settings/import', text: t.imports },
  { path: '/', text: t.home },
]

interface FindProps {
  /** The links of the bar. */
  places: readonly Place[]
  /** True if the page exists and the person may see it. */
  reachable: (path: string) => boolean
  close: () => void
}

export function Find({ places, reachable, close }: FindProps) {
  const { route } = useLocation()
  const pages = [...places, ...OTHERS].filter(({ path }) => reachable(path))
  const choose = ({ id: path }: Choice) => {
    close()
    route(path)
  }
  return (
    <Picker
      title={say(frame.find)}
      label={say(t.label)}
      find={(typed) => found(typed, pages)}
      choose={choose}
      close={close}
      below={<Keys />}
      picksFirst
    />
  )
}

/** Undefined while something loads. It reads signals, so call it while rendering. */
function found(typed: string, places: readonly Place[]): readonly Choice[] | undefined {
  const pages = pagesWith(typed, places)
  if (typed === '') return pages
  const others = [gamesWith(typed), peopleWith(typed), standInsWith(typed)]
  if (others.includes(undefined)) return undefined
  return [...pages, ...others.flatMap((some) => some ?? [])]
}

function pagesWith(typed: string, places: readonly Place[]): Choice[] {
  const me = session.value
  const year = String(new Date().getFullYear())
  const pages: Choice[] = [
    ...places.map(({ path, text }) => ({ id: path, label: say(text) })),
    // The service makes this page, not the app.
    { id: '/account', label: say(t.account) },
    ...(me.state === 'in' && may('statistics-read')
      ? [
          { id: `/people/${me.canonicalPlayerId}`, label: me.user.displayName },
          { id: `/recap/${year}`, label: say(t.year, { year }) },
        ]
      : []),
  ]
  const sought = typed.toLocaleLowerCase()
  const startsWith = ({ label }: Choice) => label.toLocaleLowerCase().startsWith(sought)
  return pages
    .filter(({ label }) => label.toLocaleLowerCase().includes(sought))
    .toSorted((a, b) => Number(startsWith(b)) - Number(startsWith(a)))
}

interface Named {
  id: string
  displayName: string
}

/** `kind` says what it is, because a game and a person can have the same name. */
const choicesOf = (items: readonly Named[] | undefined, base: string, kind: string) =>
  items?.map(({ id, displayName }): Choice => ({
    id: `${base}/${id}`,
    label: displayName,
    shown: (
      <>
        <bdi>{displayName}</bdi> <span class="soft">{kind}</span>
      </>
    ),
  }))

/** Each of these is undefined while it loads. They read signals, so call them while rendering. */
function gamesWith(typed: string): Choice[] | undefined {
  if (!may('game-read')) return []
  const { value, state } = kept('listGames', {
    query: { filter: `name==${containing(typed)}`, limit: MOST },
  }).value
  return choicesOf(value?.items, '/games', say(t.game)) ?? (state === 'loading' ? undefined : [])
}

function peopleWith(typed: string): Choice[] | undefined {
  if (!may('canonical-player-read')) return []
  const query = { filter: `name==${containing(typed)}`, limit: MOST }
  const { value, state } = kept('listCanonicalPlayers', { query }).value
  const me = session.value
  // The reader is among the pages.
  const others = value?.items.filter(({ id }) => me.state !== 'in' || id !== me.canonicalPlayerId)
  return choicesOf(others, '/people', say(t.person)) ?? (state === 'loading' ? undefined : [])
}

function standInsWith(typed: string): Choice[] | undefined {
  if (!may('ghost-player-read')) return []
  const query = { filter: `name==${containing(typed)};isSelf==false`, limit: MOST }
  const { value, state } = kept('listMyGhostPlayers', { query }).value
  return choicesOf(value?.items, '/stand-ins', say(t.standIn)) ?? (state === 'loading' ? undefined : [])
}

/** Keys of a single letter work only on the pages that name them. */
const KEYS = [
  ['Ctrl K', t.keyFind],
  ['Enter', t.keyNext],
  ['Ctrl Enter', t.keyFinish],
  ['A R J', t.keyInbox],
  ['A R T', t.keyCatalogue],
  ['Esc', t.keyClose],
] as const

const Keys = () => (
  <details>
    <summary>{say(t.keys)}</summary>
    <dl class="facts">
      {KEYS.map(([key, text]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{say(text)}</dd>
        </div>
      ))}
    </dl>
  </details>
)
