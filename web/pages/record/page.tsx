/** Recording a match: the game, when and how, who plays, and the scores, on one screen. */
import { useLocation } from '../../location.tsx'
import { useEffect, useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { kept } from '../../api/cache.ts'
import { Offline, Problem } from '../../api/problem.ts'
import { session } from '../../api/session.ts'
import { Fault } from '../../parts/page/fault.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import type { PageProps } from '../../page-props.ts'
import { frame } from '../../texts/frame.ts'
import { record } from '../../texts/record.ts'
import { say } from '../../texts/text.ts'
import { sheetOf } from '../../drafts/body.ts'
import { keep, keepRead } from '../../drafts/changes.ts'
import { begin } from '../../drafts/delivery.ts'
import { drafts, finished } from '../../drafts/shown.ts'
import type { DraftEntry } from '../../drafts/entry.ts'
import { Discard } from './discard.tsx'
import { Head } from './head.tsx'
import { Picker } from './picker.tsx'
import { isAsked, sheetAsked } from './play-again.ts'
import { SheetPage } from './sheet-page.tsx'
import { factsOf, newSheet, withGame } from '../../drafts/sheet.ts'

// The page needs the drafts, so it starts to read them as soon as the person is known.
begin()

export default function RecordPage({ params: { id }, query }: PageProps) {
  if (id !== undefined) return <Draft id={id} />
  return isAsked(query) ? <PlayAgain query={query} /> : <NewMatch communityId={query['community']} />
}

const selfIn = (people: readonly { id: string; isSelf: boolean }[] | undefined) =>
  people?.find(({ isSelf }) => isSelf)?.id

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
            const community =
              suggestions?.communities.find(({ id }) => id === communityId) ?? usual?.community
            const sheet = withGame(newSheet(new Date()), game, { ...usual, community })
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

/** A new draft with the game and people of a played match. */
function PlayAgain({ query }: { query: PageProps['query'] }) {
  const { route } = useLocation()
  const [error, setError] = useState<Error>()
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let left = false
    const begin = async () => {
      setError(undefined)
      try {
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
  if (entry) return <SheetPage key={entry.id} entry={entry} />
  if (drafts.value === undefined || ended !== undefined) return <Reading />
  return <FromService id={id} />
}

/** A draft that was begun on another device. */
function FromService({ id }: { id: string }) {
  const { route } = useLocation()
  const [error, setError] = useState<Error>()
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const begin = async () => {
      setError(undefined)
      try {
        if ((await read(id)) === 'FINISHED') route(`/matches/${id}`, true)
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

async function read(id: string): Promise<'KEPT' | 'FINISHED'> {
  const [{ body: match, etag = '' }, suggestions] = await Promise.all([
    call('getMatch', { params: { matchId: id } }),
    suggested(),
  ])
  const person = session.peek()
  const isOwn = person.state === 'in' && match.recorder.id === person.user.id
  if (match.status !== 'DRAFT' || !isOwn) return 'FINISHED'
  const game =
    suggestions?.games.find((one) => one.id === match.game.id) ??
    (await call('getGame', { params: { gameId: match.game.id } })).body
  const selfId = selfIn(suggestions?.ghostPlayers)
  const sheet = sheetOf(match, factsOf(game), selfId)
  await keepRead({ sheet, match: { id, etag, sheet }, ...(selfId !== undefined && { selfId }) })
  return 'KEPT'
}

/** The suggestions include the reader's own stand-in and recent games. The draft is shown without them too. */
const suggested = () =>
  call('getSuggestions').then(
    ({ body }) => body,
    (error: unknown) => {
      if (error instanceof Problem || error instanceof Offline) return undefined
      throw error
    },
  )
