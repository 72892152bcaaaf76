/** The actions on a match: buttons, dialogs, and what a refusal says. */
import { useSignal } from '@preact/signals'
import { useLocation } from '../../location.tsx'
import { call } from '../../api/call.ts'
import { kept } from '../../api/cache.ts'
import { may, session } from '../../api/session.ts'
import { isStale, useAction } from '../../parts/changes/action.ts'
import { refreshAll } from '../../parts/corrections/propose.ts'
import { exactly, oneOf } from '../../parts/fields/filter.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { SendButton } from '../../parts/changes/send-button.tsx'
import { t } from '../../texts/matches.ts'
import { say } from '../../texts/text.ts'
import { type Actions as Allowed, type People, actionsFor, withoutResult } from './may.ts'
import { listOfNames, named } from '../../parts/marks/names.ts'
import type { Scoring } from '../../../src/resources/results/finish.ts'
import { PictureButton } from '../../parts/pictures/button.tsx'
import { playAgainAt } from '../../parts/matches/play-again.ts'
import { ClaimDialog, DisputeDialog, EditDialog, FinishDialog, RemoveDialog } from './dialogs.tsx'
import type { MatchBody, Seat } from './seats.tsx'

interface Props {
  match: MatchBody
  etag: string | undefined
  people: People
  game: Scoring | undefined
}

export function Actions({ match, etag, people, game }: Props) {
  const me = session.value
  const asking = useSignal<'edit' | 'finish' | 'remove' | 'dispute' | Seat | undefined>(undefined)
  const said = useSignal<string | undefined>(undefined)
  const action = useAction()
  const { route } = useLocation()
  if (me.state !== 'in') return null
  const reader = { userId: me.user.id, canonicalPlayerId: me.canonicalPlayerId, may }
  const allowed = actionsFor(match, people, answerableFor(match, me.user.id), reader)
  const asSeen = { params: { matchId: match.id }, ...(etag === undefined ? {} : { ifMatch: etag }) }
  const close = () => (asking.value = undefined)
  const done = (text?: string) => {
    close()
    said.value = text
    refreshAll()
  }
  /** If the match has changed since the reader saw it, the service refuses. */
  const ifUnchanged = (change: () => Promise<unknown>) => async () => {
    try {
      await change()
    } catch (error) {
      if (!isStale(error)) throw error
      done(say(t.changedMeanwhile))
    }
  }
  const finish = ifUnchanged(async () => {
    await call('finalizeMatch', asSeen)
    done(say(t.finished))
  })
  const withdraw = (matchParticipantId: string) =>
    ifUnchanged(async () => {
      await call('withdrawDispute', { ...asSeen, params: { matchId: match.id, matchParticipantId } })
      done()
    })
  const askToFinish = () =>
    withoutResult(match).length > 0 ? (asking.value = 'finish') : void action.run(finish)
  const asked = asking.value
  const disputed = match.participants.find(({ id }) => id === allowed.dispute)
  const dialog = { match, etag, close, done, ifUnchanged }
  return (
    <section class="match-actions" aria-busy={action.busy.value}>
      <Main allowed={allowed} match={match} finish={askToFinish} busy={action.busy.value} />
      <div class="match-actions-more">
        <Picture match={match} game={game} people={people} />
        {allowed.editDetails && <Other press={() => (asking.value = 'edit')}>{say(t.edit)}</Other>}
        {allowed.remove && <Other press={() => (asking.value = 'remove')}>{say(t.remove)}</Other>}
        {allowed.dispute !== undefined && (
          <Other press={() => (asking.value = 'dispute')}>
            {say(disputed?.disputedAt === undefined ? t.dispute : t.disputeAgain)}
          </Other>
        )}
        {allowed.withdraw !== undefined && (
          <Other press={() => void action.run(withdraw(allowed.withdraw ?? ''))}>{say(t.withdraw)}</Other>
        )}
      </div>
      {allowed.claim.length > 0 && (
        <Claims
          match={match}
          ids={allowed.claim}
          choose={(one) => (asking.value = one)}
          withdraw={(requests) =>
            void action.run(async () => {
              await withdrawClaims(requests)
              done(say(t.claimWithdrawn))
            })
          }
        />
      )}
      <Refused of={action.refused} />
      <p role="status" class={said.value === undefined ? 'unseen' : 'notice'}>
        {said.value}
      </p>
      {asked === 'edit' && <EditDialog {...dialog} />}
      {asked === 'finish' && <FinishDialog names={withoutResult(match)} finish={finish} close={close} />}
      {asked === 'remove' && <RemoveDialog {...dialog} gone={() => route('/matches?drafts', true)} />}
      {asked === 'dispute' && disputed && <DisputeDialog {...dialog} seat={disputed} />}
      {typeof asked === 'object' && <ClaimDialog {...dialog} seat={asked} />}
    </section>
  )
}

const Picture = ({ match, game, people }: Pick<Props, 'match' | 'game' | 'people'>) =>
  game && match.status === 'FINALIZED' ? (
    <PictureButton
      label={say(t.picture)}
      picture={async () =>
        (await import('../../parts/pictures/of-match.ts')).matchPicture(match, game, people)
      }
    />
  ) : null

/** It reads a signal, so call it while rendering. */
const answerableFor = ({ id, recorder, status }: MatchBody, userId: string) =>
  recorder.id === userId || status === 'DRAFT'
    ? undefined
    : kept('getMatchAnswerable', { params: { matchId: id } }).value.value

async function withdrawClaims(requests: readonly { id: string }[]): Promise<void> {
  // If a claim was decided meanwhile, the service refuses and says so.
  for (const { id } of requests)
    await call('cancelClaimRequest', { params: { claimRequestId: id }, ifMatch: '*' })
}

const Other = ({ press, children }: { press: () => void; children: string }) => (
  <button type="button" class="quiet" onClick={press}>
    {children}
  </button>
)

interface MainProps {
  allowed: Allowed
  match: MatchBody
  finish: () => void
  busy: boolean
}

function Main({ allowed, match, finish, busy }: MainProps) {
  const { goOn, playAgain, correct } = allowed
  if (!goOn && !allowed.finish && !playAgain && !correct) return null
  const isFinished = match.status === 'FINALIZED'
  return (
    <div class="match-actions-first">
      {!isFinished && goOn && (
        <a class="button" href={`/record/${match.id}`}>
          {say(t.goOn)}
        </a>
      )}
      {allowed.finish && <SendButton label={say(t.finish)} busy={busy} press={finish} class="second" />}
      {isFinished && playAgain && (
        <a class="button" href={playAgainAt(match)}>
          {say(t.playAgain)}
        </a>
      )}
      {correct && (
        <a class="button second" href={`/matches/${match.id}/propose`}>
          {say(t.correct)}
        </a>
      )}
    </div>
  )
}

interface ClaimsProps {
  match: MatchBody
  ids: string[]
  choose: (seat: Seat) => void
  withdraw: (requests: readonly { id: string }[]) => void
}

/** A pending claim is shown instead of the buttons. */
function Claims({ match, ids, choose, withdraw }: ClaimsProps) {
  const me = session.value
  const seats = match.participants.filter(({ id }) => ids.includes(id))
  const requests = kept('listClaimRequests', {
    query: {
      filter: `canonicalPlayerId==${exactly(me.state === 'in' ? me.canonicalPlayerId : '')};ghostPlayerId=in=${oneOf(seats.map(({ ghostPlayer }) => ghostPlayer.id))}`,
      sort: 'createdAt:DESC',
      limit: 100,
    },
  }).value.value?.items
  if (!requests) return null
  const latest = ({ ghostPlayer: { id } }: Seat) => requests.find(({ ghostPlayer }) => ghostPlayer.id === id)
  const waiting = seats.filter((seat) => latest(seat)?.status === 'PENDING')
  const refused = seats.filter((seat) => latest(seat)?.status === 'REJECTED')
  if (waiting.length > 0)
    return (
      <>
        <p class="soft" role="status">
          {say(t.claimWaits, {
            name: listOfNames(waiting.map(({ ghostPlayer }) => ghostPlayer.displayName)),
            owner: named(match.recorder.displayName),
          })}
        </p>
        {may('claim-request-cancel') && (
          <p class="match-actions-more">
            <Other press={() => withdraw(waiting.map(latest).filter((one) => one !== undefined))}>
              {say(t.claimWithdraw)}
            </Other>
          </p>
        )}
      </>
    )
  return (
    <div class="match-claims">
      <h2>{say(t.claim)}</h2>
      {refused.length > 0 && (
        <p class="soft">
          {say(t.claimRefused, {
            name: listOfNames(refused.map(({ ghostPlayer }) => ghostPlayer.displayName)),
            owner: named(match.recorder.displayName),
          })}
        </p>
      )}
      <div class="chips">
        {seats.map((seat) => (
          <button
            key={seat.id}
            type="button"
            class="chip"
            aria-label={say(t.claimWhich, { name: named(seat.ghostPlayer.displayName) })}
            onClick={() => choose(seat)}
          >
            <bdi>{seat.ghostPlayer.displayName}</bdi>
          </button>
        ))}
      </div>
    </div>
  )
}
