/** The home page: who won the last match, this month, the same people again, and what waits. Newcomers see what to do first. */
import { signal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { type Pages, kept } from '../../api/cache.ts'
import { forReader } from '../../api/inbox.ts'
import { may, session } from '../../api/session.ts'
import type { DraftEntry } from '../../drafts/entry.ts'
import { allOf, exactly } from '../../parts/fields/filter.ts'
import { Unread } from '../../parts/lists/unread.tsx'
import { dateFormat, daysBetween } from '../../parts/marks/days.ts'
import { listOfNames, named } from '../../parts/marks/names.ts'
import { number } from '../../parts/marks/numbers.ts'
import { Tile } from '../../parts/marks/tile.tsx'
import { When, whenOf } from '../../parts/marks/when.tsx'
import { type MatchItem, type ResultItem, matchesOf } from '../../parts/matches/matches-of.ts'
import { MatchRow } from '../../parts/matches/row.tsx'
import { later } from '../../parts/page/later.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Seen } from '../../parts/page/seen.tsx'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import { t } from '../../texts/home.ts'
import { locale } from '../../texts/messages.ts'
import { say } from '../../texts/text.ts'
import { Again } from './again.tsx'
import { LastSheet, headline, newsOf, whenAndWhere } from './news.tsx'

const Communities = later(async () => (await import('./communities.tsx')).Communities)
const Month = later(async () => (await import('./month.tsx')).Month)
const First = later(async () => (await import('./first.tsx')).First)

/** Loaded after the page, because it brings much code. */
const recording = signal<Recording | 'unread' | undefined>(undefined)

type Recording = Pick<typeof import('../../drafts/shown.ts'), 'drafts'> &
  Pick<typeof import('../../drafts/entry.ts'), 'needsYou' | 'waits'>

const loadRecording = async (): Promise<Recording> => {
  const [{ drafts }, { needsYou, waits }] = await Promise.all([
    import('../../drafts/shown.ts'),
    import('../../drafts/entry.ts'),
  ])
  return { drafts, needsYou, waits }
}

/** How many matches are requested: enough to find the games that the same people have played. */
const READ = 20
/** How many matches are listed below the last one. */
const SHOWN = 4

export default function Home() {
  const me = session.value
  if (me.state !== 'in') return null
  return <Here userId={me.user.id} canonicalPlayerId={me.canonicalPlayerId} />
}

interface Reader {
  userId: string
  canonicalPlayerId: string
}

function Here({ userId, canonicalPlayerId }: Reader) {
  const params = { canonicalPlayerId }
  const list = useMemo(
    () => matchesOf({ id: 'listHistory', params, filter: 'finalizedAt=null=false' }, READ),
    [canonicalPlayerId],
  )
  // Both are requested at once. The newest results belong to the newest matches.
  const own = kept('listResults', { params, query: { sort: 'playedAt:DESC', limit: READ } }).value
  useEffect(() => {
    void loadRecording().then(
      (loaded) => (recording.value = loaded),
      () => (recording.value = 'unread'),
    )
  }, [])
  const isRead =
    list.state.value !== 'loading' &&
    own.state !== 'loading' &&
    (recording.value === 'unread' || deviceDrafts())
  if (!isRead)
    return (
      <Page title={say(t.title)} class="home">
        <Skeleton rows={SHOWN} />
      </Page>
    )
  const results = new Map(own.value?.items.map((result) => [result.match.id, result]))
  return <Found list={list} results={results} reader={{ userId, canonicalPlayerId }} />
}

function deviceDrafts(): readonly DraftEntry[] | undefined {
  const device = recording.value
  return device === undefined || device === 'unread' ? undefined : device.drafts.value
}

interface FoundProps {
  list: Pages<MatchItem>
  results: ReadonlyMap<string, ResultItem>
  reader: Reader
}

/** The first heading is the news: what waits on this device, what was begun today, or who won the last match. */
function Found({ list, results, reader }: FoundProps) {
  const { waiting, begun } = ownDrafts()
  const today = begun.find(isOfToday)
  const [newest, ...before] = list.items.value
  const news = newest && newsOf(newest, results.get(newest.id))
  const isNewsFirst = waiting.length === 0 && !today
  const view =
    waiting.length > 0
      ? {
          title: say(t.waiting, { count: waiting.length }),
          lead: waiting.every(needsYou) ? undefined : say(t.waitingWhy),
        }
      : today
        ? {
            title: say(t.begunAt, { name: gameOf(today), when: timeOf(today) }),
            lead: listOfNames(today.value.sheet.seats.map(({ name }) => name)),
          }
        : news
          ? { title: headline(news), lead: whenAndWhere(news) }
          : { title: say(t.nobodyYet), lead: say(t.nobodyYetWhy) }
  const others = begun.filter((entry) => entry !== today)
  return (
    <Page {...view} class={isNewsFirst && news ? 'home home-news' : 'home'}>
      <Seen of={{ error: list.error.value, at: list.at.value }} />
      {waiting.length > 0 && (
        <ul class="lines matches part-waiting">
          {waiting.map((entry) => (
            <Draft key={entry.id} entry={entry} mark={say(needsYou(entry) ? t.needsYou : t.notSent)} />
          ))}
        </ul>
      )}
      {today && waiting.length === 0 && (
        <a class="button" href={`/record/${today.id}`}>
          {say(t.goOn)}
        </a>
      )}
      {list.state.value === 'failed' && list.error.value && <Unread error={list.error.value} />}
      {news ? (
        <>
          <div class="page-halves">
            <section class="part">
              {!isNewsFirst && (
                <>
                  <h2>{headline(news)}</h2>
                  <p class="soft">{whenAndWhere(news)}</p>
                </>
              )}
              <LastSheet of={news} />
            </section>
            {may('statistics-read') && (
              <section class="part month">
                <Month canonicalPlayerId={reader.canonicalPlayerId} />
              </section>
            )}
          </div>
          {may('match-create') && (
            <Again matches={list.items.value} results={results} userId={reader.userId} />
          )}
          <div class="page-halves">
            {before.length > 0 && <Before of={before.slice(0, SHOWN)} results={results} />}
            <div>
              <Lines begun={others} userId={reader.userId} />
              {may('membership-read') && <Communities />}
            </div>
          </div>
        </>
      ) : (
        list.state.value === 'here' && (
          <>
            <First isAlone={begun.length === 0 && waiting.length === 0} />
            <Lines begun={others} userId={reader.userId} />
            {may('membership-read') && <Communities />}
          </>
        )
      )}
    </Page>
  )
}

const needsYou = (entry: DraftEntry): boolean => {
  const device = recording.value
  return device !== undefined && device !== 'unread' && device.needsYou(entry)
}

/** The drafts on this device: those that wait to be sent, and those that are not finished. A sheet without people is none. */
function ownDrafts(): { waiting: DraftEntry[]; begun: DraftEntry[] } {
  const device = recording.value
  if (device === undefined || device === 'unread') return { waiting: [], begun: [] }
  const own = device.drafts.value ?? []
  const waiting = own.filter((entry) => device.waits(entry) || needsYou(entry))
  const begun = own.filter((entry) => !waiting.includes(entry) && entry.value.sheet.seats.length > 0)
  return { waiting, begun }
}

const isOfToday = ({ value: { sheet } }: DraftEntry): boolean =>
  daysBetween(new Date(sheet.playedAt), new Date()) === 0

const timeOf = ({ value: { sheet } }: DraftEntry): string =>
  dateFormat(locale(), { hour: 'numeric', minute: '2-digit' }).format(new Date(sheet.playedAt))

const gameOf = ({ value: { sheet } }: DraftEntry): string =>
  sheet.game ? named(sheet.game.displayName) : say(t.unnamed)

interface LinesProps {
  /** The unfinished drafts on this device that are not of today. */
  begun: readonly DraftEntry[]
  userId: string
}

/** What waits for the reader, a line each. */
function Lines({ begun, userId }: LinesProps) {
  const filter = allOf(`recorderId==${exactly(userId)}`, 'finalizedAt=null=true') ?? ''
  const { value } = kept('listMatches', { query: { filter, sort: 'createdAt:DESC', limit: READ } }).value
  const count = forReader.value ?? 0
  // A draft on this device is newer than the service's copy.
  const known = new Set(ownDrafts().begun.map((entry) => entry.value.match?.id))
  const elsewhere = value?.items.filter(({ id }) => !known.has(id)) ?? []
  const days = [
    ...begun.map((entry) => entry.value.sheet.playedAt),
    ...elsewhere.map(({ playedAt }) => playedAt),
  ]
  const newest = days.toSorted().at(-1)
  if (count === 0 && newest === undefined) return null
  return (
    <ul class="lines short">
      {count > 0 && (
        <li>
          <a class="line-link" href="/inbox">
            {say(t.inbox, { count })}
          </a>
        </li>
      )}
      {newest !== undefined && (
        <li>
          <a class="line-link" href="/matches?whose=recorded&drafts">
            {say(t.unfinished, {
              count: number(days.length) + (value?.nextCursor ? '+' : ''),
              when: whenOf(new Date(newest), { near: true }),
            })}
          </a>
        </li>
      )}
    </ul>
  )
}

const Before = ({ of, results }: { of: readonly MatchItem[]; results: FoundProps['results'] }) => (
  <section class="part">
    <header>
      <h2>{say(t.before)}</h2>
      <a class="quiet" href="/matches">
        {say(t.allMatches)}
      </a>
    </header>
    <ul class="lines matches">
      {of.map((match) => (
        <MatchRow key={match.id} match={match} result={results.get(match.id)} dated />
      ))}
    </ul>
  </section>
)

function Draft({ entry, mark }: { entry: DraftEntry; mark: string }) {
  const { game, seats, playedAt } = entry.value.sheet
  const name = game?.displayName ?? say(t.unnamed)
  return (
    <li class="match-line">
      <Tile name={name} size="small" game={game} />
      <div class="line-main">
        <a class="line-link" href={`/record/${entry.id}`}>
          <bdi>{name}</bdi>
        </a>
        <p class="line-below">{listOfNames(seats.map((seat) => seat.name))}</p>
      </div>
      <p class="line-side">
        <When at={playedAt} near />
      </p>
      <div class="line-marks">
        <span class="mark pending">{mark}</span>
      </div>
    </li>
  )
}
