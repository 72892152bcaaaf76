/** The home page: matches that wait to be sent, unfinished drafts, and the latest matches. Newcomers see what to do first. */
import { signal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { type Pages, kept } from '../../api/cache.ts'
import { forReader } from '../../api/inbox.ts'
import { may, session } from '../../api/session.ts'
import { allOf, exactly } from '../../parts/fields/filter.ts'
import { later } from '../../parts/page/later.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Seen } from '../../parts/page/seen.tsx'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import { Tile } from '../../parts/marks/tile.tsx'
import { Unread } from '../../parts/lists/unread.tsx'
import { When } from '../../parts/marks/when.tsx'
import { t } from '../../texts/home.ts'
import { t as matches } from '../../texts/matches.ts'
import { say } from '../../texts/text.ts'
import { type MatchItem, type ResultItem, matchesOf, resultsIn } from '../../parts/matches/matches-of.ts'
import { listOfNames } from '../../parts/marks/names.ts'
import { MatchRow } from '../../parts/matches/row.tsx'

import type { DraftEntry } from '../../drafts/entry.ts'

const SHOWN = 5

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

export default function Home() {
  const me = session.value
  if (me.state !== 'in') return null
  return (
    <Page title={say(t.title, { name: me.user.displayName })} class="home" lead={<Inbox />}>
      <Here userId={me.user.id} canonicalPlayerId={me.canonicalPlayerId} />
    </Page>
  )
}

/** The link has its full height before the number is known. */
function Inbox() {
  const count = forReader.value ?? 0
  return count === 0 ? <>{'\u00a0'}</> : <a href="/inbox">{say(t.inbox, { count })}</a>
}

function Here({ userId, canonicalPlayerId }: { userId: string; canonicalPlayerId: string }) {
  const { last, results } = useMemo(() => {
    const params = { canonicalPlayerId }
    const last = matchesOf({ id: 'listHistory', params, filter: 'finalizedAt=null=false' }, SHOWN)
    return { last, results: resultsIn(last.items, canonicalPlayerId) }
  }, [canonicalPlayerId])
  const begun = kept('listMatches', {
    query: {
      filter: allOf(`recorderId==${exactly(userId)}`, 'finalizedAt=null=true') ?? '',
      sort: 'createdAt:DESC',
      limit: SHOWN,
    },
  }).value
  useEffect(() => {
    void loadRecording().then(
      (loaded) => (recording.value = loaded),
      () => (recording.value = 'unread'),
    )
  }, [])
  const device = recording.value === 'unread' ? undefined : recording.value
  const own = device?.drafts.value ?? []
  const needsYou = (entry: DraftEntry) => device?.needsYou(entry) === true
  const waiting = own.filter((entry) => device?.waits(entry) || needsYou(entry))
  const here = own.filter((entry) => !waiting.includes(entry))
  // A draft on this device is newer than the service's copy.
  const known = new Set(own.map(({ value }) => value.match?.id))
  const elsewhere = begun.value?.items.filter(({ id }) => !known.has(id)) ?? []
  const isNew = last.state.value === 'here' && last.items.value.length === 0
  // The other parts wait for the drafts, because drafts appear above them.
  const isRead = begun.state !== 'loading' && (recording.value === 'unread' || device?.drafts.value)
  if (!isRead) return <Skeleton rows={SHOWN} />
  return (
    <>
      {waiting.length > 0 && <Waiting of={waiting} needsYou={needsYou} />}
      {(here.length > 0 || elsewhere.length > 0) && (
        <Unfinished
          here={here}
          elsewhere={elsewhere}
          hasMore={begun.value?.nextCursor !== null && elsewhere.length > 0}
        />
      )}
      {isNew ? (
        <First isAlone={own.length === 0 && elsewhere.length === 0} />
      ) : (
        <Last list={last} results={results.value} canonicalPlayerId={canonicalPlayerId} />
      )}
      {/* Requested after the matches, which matter more. */}
      {last.state.value !== 'loading' && may('membership-read') && <Communities />}
    </>
  )
}

interface WaitingProps {
  of: readonly DraftEntry[]
  needsYou: (entry: DraftEntry) => boolean
}

const Waiting = ({ of, needsYou }: WaitingProps) => (
  <section class="part part-waiting">
    <h2>{say(t.waiting, { count: of.length })}</h2>
    {of.some((entry) => !needsYou(entry)) && <p class="hint">{say(t.waitingWhy)}</p>}
    <ul class="lines">
      {of.map((entry) => (
        <Draft key={entry.id} entry={entry} mark={say(needsYou(entry) ? t.needsYou : t.notSent)} />
      ))}
    </ul>
  </section>
)

interface UnfinishedProps {
  /** `here` are the drafts on this device, `elsewhere` those that only the service has. */
  here: readonly DraftEntry[]
  elsewhere: readonly MatchItem[]
  hasMore: boolean
}

const Unfinished = ({ here, elsewhere, hasMore }: UnfinishedProps) => (
  <section class="part">
    <h2>{say(t.drafts)}</h2>
    <ul class="lines matches">
      {here.map((entry) => (
        <Draft key={entry.id} entry={entry} />
      ))}
      {elsewhere.map((match) => (
        <MatchRow key={match.id} match={match} result={undefined} dated />
      ))}
    </ul>
    {hasMore && (
      <a class="quiet" href="/matches?drafts">
        {say(t.allDrafts)}
      </a>
    )}
  </section>
)

interface LastProps {
  list: Pages<MatchItem>
  results: ReadonlyMap<string, ResultItem>
  canonicalPlayerId: string
}

function Last({ list, results, canonicalPlayerId }: LastProps) {
  const error = list.error.value
  const items = list.items.value
  return (
    <section class="part">
      <header>
        <h2>{say(t.last)}</h2>
        <a class="quiet" href="/matches">
          {say(t.allMatches)}
        </a>
      </header>
      <Seen of={{ error, at: list.at.value }} />
      {list.state.value === 'loading' && <Skeleton rows={SHOWN} />}
      {list.state.value === 'failed' && error && <Unread error={error} />}
      {items.length > 0 && (
        <ul class="lines matches">
          {items.map((match) => (
            <MatchRow key={match.id} match={match} result={results.get(match.id)} dated />
          ))}
        </ul>
      )}
      {may('statistics-read') && items.length > 0 && (
        <p class="month-line">
          <Month canonicalPlayerId={canonicalPlayerId} />
        </p>
      )}
    </section>
  )
}

function Draft({ entry, mark }: { entry: DraftEntry; mark?: string }) {
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
        <span class={mark === undefined ? 'mark' : 'mark pending'}>{mark ?? say(matches.draft)}</span>
      </div>
    </li>
  )
}
