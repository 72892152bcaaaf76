/** Finds a page, a game or a person by a part of its name, and goes there. `Ctrl+K` opens it on every page. */
import { kept } from './api/cache.ts'
import { may, session } from './api/session.ts'
import { useLocation } from './location.tsx'
import type { Choice } from './parts/fields/combobox.tsx'
import { containing } from './parts/fields/filter.ts'
import { Picker } from './parts/fields/picker.tsx'
import { routeOf } from './routes.ts'
import { t } from './texts/find.ts'
import { frame } from './texts/frame.ts'
import { say } from './texts/text.ts'

/** At most this many games, people and stand-ins are offered. */
const MOST = 6

const PAGES: readonly [path: string, text: Parameters<typeof say>[0]][] = [
  ['/record', frame.record],
  ['/matches', frame.matches],
  ['/people', frame.people],
  ['/stand-ins', frame.standIns],
  ['/games', frame.games],
  ['/communities', frame.communities],
  ['/inbox', frame.inbox],
  ['/catalogue/candidates', frame.candidates],
  ['/translations', frame.translations],
  ['/operator', frame.operator],
  ['/settings', t.settings],
  ['/imports', t.imports],
  ['/account', t.account],
  ['/', t.home],
]

export function Find({ close }: { close: () => void }) {
  const { route } = useLocation()
  const choose = ({ id: path }: Choice) => {
    close()
    route(path)
  }
  return (
    <Picker
      title={say(frame.find)}
      label={say(t.label)}
      find={find}
      choose={choose}
      close={close}
      below={<Keys />}
      picksFirst
    />
  )
}

/** Undefined while something loads. It reads signals, so call it while rendering. */
const find = (typed: string): readonly Choice[] | undefined => {
  const pages = pagesWith(typed)
  if (typed === '') return pages
  const found = [gamesWith(typed), peopleWith(typed), standInsWith(typed)]
  if (found.includes(undefined)) return undefined
  return [...pages, ...found.flatMap((some) => some ?? [])]
}

function pagesWith(typed: string): Choice[] {
  const me = session.value
  const year = String(new Date().getFullYear())
  const own: Choice[] =
    me.state === 'in' && may('statistics-read')
      ? [
          { id: `/people/${me.canonicalPlayerId}`, label: me.user.displayName },
          { id: `/recap/${year}`, label: say(t.year, { year }) },
        ]
      : []
  const pages = PAGES.filter(([path]) => {
    const row = routeOf(path)?.row
    return row === undefined ? path === '/account' : row.scope === undefined || may(row.scope)
  }).map(([path, text]): Choice => ({ id: path, label: say(text) }))
  const sought = typed.toLocaleLowerCase()
  const startsWith = ({ label }: Choice) => label.toLocaleLowerCase().startsWith(sought)
  return [...pages, ...own]
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
  return choicesOf(value?.items, '/people', say(t.person)) ?? (state === 'loading' ? undefined : [])
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
