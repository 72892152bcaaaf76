/** Lists what happened to a match, from its recording on. Proposals that wait are decided or withdrawn here. */
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { pages } from '../../api/cache.ts'
import type { Body } from '../../api/call.ts'
import { session } from '../../api/session.ts'
import { online } from '../../parts/changes/online.ts'
import type { Change } from '../../parts/corrections/changes.ts'
import { Struck, valueText } from '../../parts/corrections/change-rows.tsx'
import { OFFLINE_ID } from '../../parts/corrections/choices.tsx'
import { named } from '../../parts/marks/names.ts'
import type { ScoreType } from '../../parts/marks/score-text.ts'
import { When } from '../../parts/marks/when.tsx'
import { t as inbox } from '../../texts/inbox.ts'
import { t } from '../../texts/matches.ts'
import { say } from '../../texts/text.ts'
import { type Happened, isPending, timelineOf } from './happened.ts'
import type { MatchBody } from './seats.tsx'
import { Waiting } from './waiting.tsx'

interface TimelineProps {
  match: MatchBody
  etag: string | undefined
  game: Body<'getGame'> | undefined
  /** The ids of the participants (ghost players in this match) that belong to the reader. */
  own: readonly string[]
}

export const editsOf = (matchId: string) =>
  pages('listMatchEdits', { params: { matchId }, query: { limit: 20 } })

export function Timeline({ match, etag, game, own }: TimelineProps) {
  const edits = editsOf(match.id)
  const said = useSignal<string | undefined>(undefined)
  const items = edits.items.value
  useWithdrawn(items, (name) => (said.value = say(inbox.tookBack, { name })))
  const happened = timelineOf(match, items)
  return (
    <section class="part">
      <h2>{say(t.history)}</h2>
      <p role="status" class={said.value === undefined ? 'unseen' : 'notice'}>
        {said.value}
      </p>
      {!online.value && happened.some(isPending) && (
        <p class="hint" id={OFFLINE_ID}>
          {say(inbox.offline)}
        </p>
      )}
      <ol class="match-timeline">
        {happened.map((one) => (
          <li key={`${one.kind} ${one.at} ${one.by?.id}`} class={isPending(one) ? 'pending' : undefined}>
            <When at={one.at} time />
            <div>
              <p>{sentence(one)}</p>
              {one.kind === 'disputed' && <q dir="auto">{one.reason}</q>}
              {isPending(one) && game ? (
                <Waiting
                  {...{ one, match, etag, game, own }}
                  done={(decided) => (said.value = decided.said)}
                />
              ) : (
                'changes' in one && <Changes of={one} scoreType={game?.scoreType} />
              )}
            </div>
          </li>
        ))}
      </ol>
      {edits.hasMore.value && (
        <button type="button" class="quiet" onClick={() => void edits.more()}>
          {say(t.moreEdits)}
        </button>
      )}
    </section>
  )
}

type Edit = Body<'getMatchEdit'>

/** Calls `gone` if somebody else withdraws an edit while the reader looks at it. */
function useWithdrawn(edits: readonly Edit[], gone: (name: string) => void): void {
  const before = useRef<readonly Edit[]>([])
  useEffect(() => {
    const me = session.peek()
    const left = before.current.find(
      ({ id, status, proposedBy }) =>
        status === 'PENDING' &&
        !edits.some((one) => one.id === id) &&
        !(me.state === 'in' && proposedBy.id === me.user.id),
    )
    // While the list is read again, it is empty.
    if (left && edits.length >= before.current.length - 1) gone(named(left.proposedBy.displayName))
    before.current = edits
  }, [edits])
}

interface ChangesProps {
  of: { changes: readonly Change[]; isKnown: boolean }
  scoreType: ScoreType | undefined
}

/** The changes of a decided edit. */
const Changes = ({ of: { changes, isKnown }, scoreType = 'SCORE' }: ChangesProps) =>
  changes.length === 0 ? null : (
    <ul class="match-changes">
      {changes.map((change) => (
        <li key={`${change.of} ${'participant' in change ? change.participant.id : ''}`}>
          {labelOf(change)}
          {isKnown && (
            <>
              {': '}
              <Struck>{valueText(change, change.from, scoreType)}</Struck>{' '}
              <bdi>{valueText(change, change.to, scoreType)}</bdi>
            </>
          )}
          {!isKnown && change.of !== 'loadout' && (
            <>
              {': '}
              <bdi>{valueText(change, change.to, scoreType)}</bdi>
            </>
          )}
        </li>
      ))}
    </ul>
  )

function sentence(one: Happened): string {
  const name = named(one.by?.displayName ?? say(t.somebody))
  switch (one.kind) {
    case 'recorded':
      return say(t.happenedRecorded, { name })
    case 'finished':
      return say(t.happenedFinished, { name })
    case 'changed':
      return say(t.happenedChanged, { name })
    case 'proposed':
      return say(isPending(one) ? t.happenedProposed : t.happenedProposedThen, { name })
    case 'approved':
      return say(t.happenedApproved, { name })
    case 'rejected':
      return say(t.happenedRejected, { name })
    case 'corrected':
      return say(t.happenedCorrected, { name })
    case 'applied':
      return say(t.happenedApplied, { name })
    default:
      return say(t.happenedDisputed, { name, player: named(one.participant.displayName) })
  }
}

const labelOf = (change: Change): string =>
  'participant' in change
    ? say(OF_PLAYER[change.of], { player: named(change.participant.displayName) })
    : say(OF[change.of])

const OF = { playset: t.changePlayset, expansions: t.changeExpansions }
const OF_PLAYER = {
  score: t.changeScore,
  rank: t.changeRank,
  outcome: t.changeOutcome,
  loadout: t.changeLoadout,
}
