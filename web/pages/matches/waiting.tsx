/** What waits in the timeline of a match: a correction or a dispute, with the buttons for whoever decides or withdraws it. */
import { useRef } from 'preact/hooks'
import type { Body } from '../../api/call.ts'
import { may, session } from '../../api/session.ts'
import { useAction } from '../../parts/changes/action.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { SendButton } from '../../parts/changes/send-button.tsx'
import { DisputeDecision, EditDecision, Proposed } from '../../parts/corrections/decision.tsx'
import { withdraw } from '../../parts/corrections/decide.ts'
import type { Decided, InboxItem } from '../../parts/corrections/items.ts'
import { named } from '../../parts/marks/names.ts'
import { useGoingOn } from '../../parts/page/go-on.ts'
import { t as inbox } from '../../texts/inbox.ts'
import { t } from '../../texts/matches.ts'
import { say } from '../../texts/text.ts'
import type { Happened } from './happened.ts'
import type { MatchBody } from './seats.tsx'

interface WaitingProps {
  one: Happened
  match: MatchBody
  etag: string | undefined
  game: Body<'getGame'>
  own: readonly string[]
  done: (decided: Decided) => void
}

export function Waiting({ one, match, etag, game, own, done }: WaitingProps) {
  const slip = useRef<HTMLDivElement>(null)
  useGoingOn(slip, '.timeline-slip button')
  const me = session.value
  const userId = me.state === 'in' ? me.user.id : ''
  const isRecorder = match.recorder.id === userId
  const item: Shared = {
    since: one.at,
    direction: isRecorder ? 'IN' : 'OUT',
    // An edit does not change while it waits, and one that was decided meanwhile is refused in any case.
    etag: '*',
    game,
    match,
    ...(etag !== undefined && { matchEtag: etag }),
    ownParticipantIds: [...own],
  }
  if (one.kind === 'proposed') {
    const of: InboxItem = {
      ...item,
      id: one.edit.id,
      kind: 'MATCH_EDIT',
      path: `/matches/${match.id}/edits/${one.edit.id}`,
      matchEdit: one.edit,
    }
    const isOwn = one.edit.proposedBy.id === userId
    return (
      <div class="timeline-slip" ref={slip}>
        {isRecorder ? (
          <EditDecision key={one.edit.id} item={of} match={match} edit={one.edit} done={done} />
        ) : (
          <Proposed item={of} edit={one.edit} />
        )}
        {!isRecorder && <p class="soft">{say(t.waits, { name: named(match.recorder.displayName) })}</p>}
        {isOwn && may('match-edit-withdraw') && <Withdraw item={of} done={done} />}
      </div>
    )
  }
  if (one.kind !== 'disputed' || !isRecorder || !one.by) return null
  const dispute = { matchParticipantId: one.participantId, reason: one.reason, disputedBy: one.by }
  const of: InboxItem = {
    ...item,
    id: one.participantId,
    kind: 'DISPUTE',
    path: `/matches/${match.id}/participants/${one.participantId}/dispute`,
    dispute,
  }
  return (
    <div class="timeline-slip" ref={slip}>
      <DisputeDecision key={`${of.id} ${one.at}`} item={of} match={match} dispute={dispute} done={done} />
    </div>
  )
}

type Shared = Omit<InboxItem, 'id' | 'kind' | 'path'>

function Withdraw({ item, done }: { item: InboxItem; done: (decided: Decided) => void }) {
  const action = useAction()
  return (
    <div class="slip-buttons">
      <Refused of={action.refused} />
      <SendButton
        label={say(inbox.withdraw)}
        class="second"
        busy={action.busy.value}
        press={() => void action.run(async () => done(await withdraw(item)))}
      />
    </div>
  )
}
