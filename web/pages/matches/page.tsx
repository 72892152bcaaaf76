/** The page of a match: its sheet, its facts, what happened to it, and what the reader may do. */
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Body } from '../../api/call.ts'
import { kept } from '../../api/cache.ts'
import { Problem } from '../../api/problem.ts'
import { may, session } from '../../api/session.ts'
import { corrected } from '../../drafts/corrected.ts'
import { finished } from '../../drafts/finished.ts'
import { Absent, type Absence } from '../../parts/page/fault.tsx'
import { exactly, UUID } from '../../parts/fields/filter.ts'
import { later } from '../../parts/page/later.tsx'
import { factsIn } from '../../parts/matches/loadout-facts.ts'
import { Shown } from '../../parts/page/shown.tsx'
import { Ref } from '../../parts/marks/ref.tsx'
import { Tile } from '../../parts/marks/tile.tsx'
import { When } from '../../parts/marks/when.tsx'
import type { PageProps } from '../../page-props.ts'
import { t } from '../../texts/matches.ts'
import { say } from '../../texts/text.ts'
import { Actions } from './actions.tsx'
import { listOfNames, named } from '../../parts/marks/names.ts'
import { type MatchBody, Seats } from './seats.tsx'
import { Timeline, editsOf } from './timeline.tsx'

/** Loaded late, because only the recorder sees it. */
const StandInCodes = later(
  async () => (await import('../../parts/invitations/stand-in-codes.tsx')).StandInCodes,
)
const AskOnce = later(async () => (await import('../../parts/privacy/ask-once.tsx')).AskOnce)

export default function MatchPage({ params: { id = '' } }: PageProps) {
  return UUID.test(id) ? <Match id={id} /> : <Absent of={gone()} />
}

function Match({ id }: { id: string }) {
  const read = kept('getMatch', { params: { matchId: id } }).value
  const people = kept('getMatchPeople', { params: { matchId: id } }).value
  const { value: match, etag, error } = read
  const outline = error instanceof Problem && error.status === 403 ? outlineOf(id) : undefined
  return (
    <Shown<SheetProps | OutlineProps>
      of={
        outline ?? {
          ...read,
          value: match && people.state !== 'loading' ? { match, etag, people: people.value } : undefined,
        }
      }
      loading={say(t.title)}
      gone={gone()}
      hidden={{ ...gone(), title: say(t.hiddenTitle), lead: say(t.hiddenWhy) }}
      view={(props) => ({
        title: props.match.game.displayName,
        class: 'match',
        aside: <Tile name={props.match.game.displayName} game={props.match.game} />,
        lead: (
          <>
            <When at={props.match.playedAt} time />
            {props.match.status === 'DRAFT' && <span class="mark">{say(t.draft)}</span>}
          </>
        ),
        children: 'people' in props ? <Sheet {...props} /> : <Outline {...props} />,
      })}
    />
  )
}

/** If details are hidden, the service refuses the match, but a list still has the visible fields. */
function outlineOf(id: string): { value?: OutlineProps } | undefined {
  const { value, state } = kept('listMatches', { query: { filter: `id==${exactly(id)}` } }).value
  const match = value?.items[0]
  if (match) return { value: { match } }
  return state === 'loading' ? {} : undefined
}

const gone = (): Absence => ({
  title: say(t.missing),
  lead: say(t.missingWhy),
  href: '/matches',
  action: say(t.find),
})

interface OutlineProps {
  match: MatchBody
}

interface SheetProps extends OutlineProps {
  etag: string | undefined
  people: Body<'getMatchPeople'> | undefined
}

function Sheet({ match, etag, people }: SheetProps) {
  const me = session.value
  const { value: game, state: ofGame } = kept('getGame', { params: { gameId: match.game.id } }).value
  if (me.state !== 'in') return null
  const who = new Map(
    people?.map(({ matchParticipantId, canonicalPlayer }) => [matchParticipantId, canonicalPlayer]),
  )
  const isMine = match.recorder.id === me.user.id
  const own = match.participants
    .filter(({ id }) => who.get(id)?.id === me.canonicalPlayerId)
    .map(({ id }) => id)
  return (
    <>
      {match.status === 'DRAFT' && (
        <p class="notice">
          {isMine ? say(t.draftNow) : say(t.draftOfOther, { name: named(match.recorder.displayName) })}
        </p>
      )}
      <Seats
        match={match}
        game={game}
        people={who}
        canonicalPlayerId={me.canonicalPlayerId}
        isDraft={match.status === 'DRAFT'}
        isOrdered={game !== undefined || ofGame !== 'loading'}
        withResults
      />
      <Corrected match={match} />
      <Actions match={match} etag={etag} people={people ?? []} game={game} />
      <Offers
        standIns={
          isMine && match.status === 'FINALIZED' ? withoutAccount(match, me.canonicalPlayerId, who) : []
        }
      >
        {isMine && [...finished.value.values()].includes(match.id) && <AskOnce />}
        <Facts match={match} />
        <Timeline match={match} etag={etag} game={game} own={own} />
      </Offers>
    </>
  )
}

interface OffersProps {
  standIns: ReturnType<typeof withoutAccount>
  children: ComponentChildren
}

/** The codes for those without an account. What is below them waits until they are here, so that nothing moves. */
function Offers({ standIns, children }: OffersProps) {
  if (standIns.length === 0 || !may('invitation-create')) return <>{children}</>
  const state = StandInCodes.state()
  if (state === 'loading') return null
  return state === 'failed' ? (
    <>{children}</>
  ) : (
    <StandInCodes standIns={standIns} isMatch>
      {children}
    </StandInCodes>
  )
}

/** What became of a correction that the reader has just sent, while it is true, and until they leave the page. */
function Corrected({ match }: OutlineProps) {
  const sent = corrected.value?.matchId === match.id ? corrected.value : undefined
  const edit = editsOf(match.id).items.value.find(({ id }) => id === sent?.editId)
  const wasRead = useRef(false)
  wasRead.current ||= edit !== undefined
  const isTrue = sent && (sent.isDone ? !isOlder(edit?.decidedAt, match.lastEditedAt) : isOpen(edit))
  const said = isTrue || !wasRead.current ? sent?.said : undefined
  useEffect(() => () => void (corrected.value = undefined), [])
  return (
    <p role="status" class={said === undefined ? 'unseen' : 'notice'}>
      {said}
    </p>
  )
}

const isOpen = (edit: { status: string } | undefined): boolean => edit?.status === 'PENDING'

const isOlder = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && Date.parse(one) < Date.parse(other)

/** Leaves out the recorder's own seat. The claims say later which others have an account. */
const withoutAccount = (
  { participants }: MatchBody,
  canonicalPlayerId: string,
  who: ReadonlyMap<string, { id: string }>,
): { id: string; displayName: string }[] =>
  participants.filter(({ id }) => who.get(id)?.id !== canonicalPlayerId).map(({ ghostPlayer }) => ghostPlayer)

function Outline({ match }: OutlineProps) {
  const me = session.value
  if (me.state !== 'in') return null
  return (
    <>
      <div class="notice">
        <p>{say(t.hiddenDetails, { name: named(match.recorder.displayName) })}</p>
        <p class="soft">{say(t.hiddenAsk)}</p>
      </div>
      <Seats
        match={match}
        game={undefined}
        people={new Map()}
        canonicalPlayerId={me.canonicalPlayerId}
        withResults={false}
      />
      <Facts match={match} />
    </>
  )
}

/** A match without `expansions` has hidden details, so these facts are left out. */
function Facts({ match }: { match: MatchBody }) {
  const { game, community, playset, expansions, recorder, editRequestsEnabled, participants } = match
  const { comments, minutes } = factsIn(participants)
  return (
    <dl class="match-facts">
      <Fact name={say(t.game)}>
        <Ref to="/games" of={game} />
      </Fact>
      <Fact name={say(t.recorder)}>
        <bdi>{recorder.displayName}</bdi>
      </Fact>
      {community && (
        <Fact name={say(t.community)}>
          <Ref to="/communities" of={community} />
        </Fact>
      )}
      {playset && (
        <Fact name={say(t.playset)}>
          <bdi>{playset.displayName}</bdi>
        </Fact>
      )}
      {expansions && (
        <Fact name={say(t.expansions)}>
          {expansions.length === 0
            ? say(t.none)
            : listOfNames(expansions.map(({ displayName }) => displayName))}
        </Fact>
      )}
      {minutes !== undefined && <Fact name={say(t.duration)}>{say(t.minutes, { minutes })}</Fact>}
      {comments !== undefined && (
        <Fact name={say(t.notes)}>
          <span dir="auto" class="match-notes">
            {comments}
          </span>
        </Fact>
      )}
      {!editRequestsEnabled && <Fact name={say(t.edits)}>{say(t.editsOff)}</Fact>}
    </dl>
  )
}

const Fact = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
