/** The page that records a match: the game, when and how, who plays, and the scores. */
import { useLocation } from '../../location.tsx'
import { useEffect, useState } from 'preact/hooks'
import { kept } from '../../api/cache.ts'
import { Offline } from '../../api/problem.ts'
import { Fault } from '../../parts/page/fault.tsx'
import { later } from '../../parts/page/later.tsx'
import { UUID } from '../../parts/fields/filter.ts'
import { Page } from '../../parts/page/page.tsx'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import type { PageProps } from '../../page-props.ts'
import { frame } from '../../texts/frame.ts'
import { record } from '../../texts/record.ts'
import { say } from '../../texts/text.ts'
import { keep } from '../../drafts/changes.ts'
import { begin } from '../../drafts/delivery.ts'
import { finished } from '../../drafts/finished.ts'
import { drafts } from '../../drafts/shown.ts'
import type { DraftEntry } from '../../drafts/entry.ts'
import { Discard } from './discard.tsx'
import { Head } from './head.tsx'
import { onlyCommunity } from './only-community.ts'
import { selfIn } from './self-in.ts'
import { Picker } from './picker.tsx'
import { newSheet } from '../../drafts/sheet.ts'
import { withGame } from '../../drafts/sheet-changes.ts'

begin()

/** Loaded when a game is chosen: whoever chooses does not wait for it. */
const SheetPage = later(async () => (await import('./sheet-page.tsx')).SheetPage)

/** Loaded late: it shares most of its code with drafts, and the first visit of somebody who records should be quick. */
const Correct = later(async () => (await import('./correct.tsx')).CorrectPage)

export default function RecordPage({ params: { id }, query }: PageProps) {
  // While the next page loads, this one stays, and the path is already the path of the next page.
  const { path } = useLocation()
  const [corrects] = useState(path.startsWith('/matches/'))
  if (corrects) return <Correct id={id ?? ''} />
  if (id !== undefined) return <Draft id={id} />
  return UUID.test(query['game'] ?? '') ? (
    <PlayAgain query={query} />
  ) : (
    <NewMatch communityId={query['community']} />
  )
}

function NewMatch({ communityId }: { communityId: string | undefined }) {
  const { route } = useLocation()
  const { value: suggestions } = kept('getSuggestions').value
  const begun = drafts.value?.filter(({ value }) => !value.finishing)
  return (
    <main id="main" class="record choosing" tabIndex={-1}>
      <Head title={say(record.whichGame)} />
      {begun !== undefined && begun.length > 0 && (
        <section>
          <h2 class="record-heading">{say(record.goOn)}</h2>
          <ul class="draft-list">
            {begun.toReversed().map((entry) => (
              <li key={entry.id}>
                <a href={`/record/${entry.id}`}>{draftText(entry)}</a>
                <Discard id={entry.id} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {begun === undefined ? (
        <Skeleton />
      ) : (
        <Picker
          onPick={(game, usual) => {
            const communities = suggestions?.communities ?? []
            const community =
              communities.find(({ id }) => id === communityId) ??
              onlyCommunity(
                communities,
                suggestions?.games.find(({ id }) => id === game.id),
              )
            const sheet = withGame(newSheet(new Date()), game, { ...usual, community })
            SheetPage.state()
            void keep(sheet, selfIn(suggestions?.ghostPlayers)).then((id) => route(`/record/${id}`, true))
          }}
        />
      )}
    </main>
  )
}

export const draftText = ({ value: { sheet } }: DraftEntry): string =>
  say(record.draftOf, {
    game: sheet.game?.displayName ?? say(record.noGameYet),
    count: sheet.seats.length,
  })

function PlayAgain({ query }: { query: PageProps['query'] }) {
  const { route } = useLocation()
  const [error, setError] = useState<Error>()
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let left = false
    const begin = async () => {
      setError(undefined)
      try {
        const { sheetAsked } = await import('./play-again.ts')
        const { sheet, selfId } = await sheetAsked(query)
        if (!left) route(`/record/${await keep(sheet, selfId)}`, true)
      } catch (thrown) {
        setError(thrown as Error)
      }
    }
    void begin()
    return () => {
      left = true
    }
  }, [tries])
  if (error) return <Fault error={error} again={() => setTries(tries + 1)} />
  return <Reading />
}

const Reading = () => (
  <Page title={say(frame.loading)}>
    <Skeleton />
  </Page>
)

function Draft({ id }: { id: string }) {
  const { route } = useLocation()
  const entry = drafts.value?.find((one) => one.id === id || one.value.match?.id === id)
  const ended = finished.value.get(id)
  useEffect(() => {
    if (ended !== undefined) route(`/matches/${ended}`, true)
  }, [ended])
  const state = SheetPage.state()
  if (state === 'failed') return <Fault error={new Offline()} again={SheetPage.state} />
  if (entry && state === 'here') return <SheetPage key={entry.id} entry={entry} />
  if (entry || drafts.value === undefined || ended !== undefined) return <Reading />
  return <FromService id={id} />
}

function FromService({ id }: { id: string }) {
  const { route } = useLocation()
  const [error, setError] = useState<Error>()
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const begin = async () => {
      setError(undefined)
      try {
        const { keepFromService } = await import('./from-service.ts')
        if ((await keepFromService(id)) === 'FINISHED') route(`/matches/${id}`, true)
      } catch (thrown) {
        setError(thrown as Error)
      }
    }
    void begin()
  }, [id, tries])
  if (error instanceof Offline) return <Page title={say(frame.offlineTitle)} lead={say(record.draftGone)} />
  if (error) return <Fault error={error} again={() => setTries(tries + 1)} />
  return <Reading />
}
