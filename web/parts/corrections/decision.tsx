/** What a correction or dispute would change in a match, what follows from it, and the buttons for the decision. */
import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { may } from '../../api/session.ts'
import { t } from '../../texts/inbox.ts'
import { say } from '../../texts/text.ts'
import { useAction } from '../changes/action.ts'
import { ChangeRows, valueText } from './change-rows.tsx'
import { type Edit, type MatchBody, changesOf, participantsWith } from './changes.ts'
import { Choices, SlipButtons } from './choices.tsx'
import { consequenceOf } from './consequence.ts'
import { changedSince, correctScore, decideEdit } from './decide.ts'
import { type Decided, type InboxItem, askerOf, endOf } from './items.ts'
import { resultOf } from '../marks/result-of.ts'
import { scoreIn } from './score-in.ts'

interface DecisionProps {
  item: InboxItem
  match: MatchBody
  done: (decided: Decided) => void
}

export function EditDecision({ item, match, edit, done }: DecisionProps & { edit: Edit }) {
  const action = useAction()
  const changed = useSignal<MatchBody | undefined>(undefined)
  const name = askerOf(item)
  const approve = async () => {
    const now = changed.peek() ? undefined : await changedSince(item, edit)
    if (now) return endedOr(() => (changed.value = now), item, done)
    done(await decideEdit(item, 'APPROVED', [say(t.approved), sentenceOf(item, edit, 'DONE')].join(' ')))
  }
  return (
    <>
      <Proposed item={item} edit={edit} changed={changed.value} />
      <SlipButtons refused={action.refused}>
        {may('match-edit-decide') && (
          <Choices
            yes={say(changed.value ? t.approveAnyway : t.approve)}
            press={() => void action.run(approve)}
            action={action}
            {...(changed.value
              ? { other: <Other href={`/matches/${match.id}`}>{say(t.seeSheet)}</Other> }
              : {
                  no: say(t.reject),
                  refuse: {
                    title: say(t.rejectTitle, { name }),
                    why: say(t.rejectWhy, { name }),
                    send: say(t.reject),
                    run: async () => done(await decideEdit(item, 'REJECTED', '')),
                  },
                })}
          />
        )}
      </SlipButtons>
    </>
  )
}

type Dispute = NonNullable<InboxItem['dispute']>

/** A dispute cannot be refused. Either the match is corrected, or the disputer withdraws the dispute. */
export function DisputeDecision({ item, match, dispute, done }: DecisionProps & { dispute: Dispute }) {
  const action = useAction()
  const changed = useSignal<MatchBody | undefined>(undefined)
  const mayCorrect = may('match-edit-create') && may('match-edit-decide')
  const seat = match.participants.find(({ id }) => id === dispute.matchParticipantId)
  const scoreType = scoreTypeOf(item)
  const score = useMemo(
    () =>
      match.editRequestsEnabled && mayCorrect ? scoreIn(dispute.reason, scoreType, seat?.score) : undefined,
    [dispute.reason, scoreType],
  )
  const takesBack = say(t.takesBack, { name: askerOf(item) })
  const form = `/matches/${match.id}/propose`
  if (score === undefined)
    return (
      <>
        <p class="slip-then soft">{takesBack}</p>
        <SlipButtons refused={action.refused}>
          {mayCorrect && (
            <a class="button slip-yes" href={form}>
              {say(t.correctIt)}
              <kbd aria-hidden="true">A</kbd>
            </a>
          )}
        </SlipButtons>
      </>
    )
  const edit = scoreEdit(dispute.matchParticipantId, score)
  const correct = async () => {
    const now = changed.peek() ? undefined : await changedSince(item, edit)
    if (now) return endedOr(() => (changed.value = now), item, done)
    done(await correctScore(item, score, [say(t.corrected), sentenceOf(item, edit, 'DONE')].join(' ')))
  }
  return (
    <>
      <Proposed item={item} edit={edit} changed={changed.value} more={takesBack} />
      <SlipButtons refused={action.refused}>
        <Choices
          yes={say(changed.value ? t.approveAnyway : t.correctSo)}
          press={() => void action.run(correct)}
          action={action}
          other={<Other href={form}>{say(t.correctOtherwise)}</Other>}
        />
      </SlipButtons>
    </>
  )
}

/** Says so if the item was decided elsewhere. Otherwise, the reader decides again, on what the match has become. */
async function endedOr(show: () => void, item: InboxItem, done: DecisionProps['done']): Promise<void> {
  const said = await endOf(item)
  if (said === undefined) show()
  else done({ said })
}

const Other = ({ href, children }: { href: string; children: string }) => (
  <a class="button second slip-no" href={href}>
    {children}
    <kbd aria-hidden="true">R</kbd>
  </a>
)

interface ProposedProps {
  item: InboxItem
  edit: Edit
  /** The present match, if it has changed since the reader saw the proposal. */
  changed?: MatchBody | undefined
  more?: string
}

export function Proposed({ item, edit, changed, more }: ProposedProps) {
  const { match } = item
  const scoreType = scoreTypeOf(item)
  if (!match) return null
  const changes = changesOf(edit, match)
  const now = changed && changesOf(edit, changed).map((one) => valueText(one, one.from, scoreType))
  const then = sentenceOf(changed ? { ...item, match: changed } : item, edit, 'THEN')
  return (
    <>
      {changed && (
        <p class="slip-then" role="status">
          {say(t.changedMeanwhile)}
        </p>
      )}
      <ChangeRows changes={changes} scoreType={scoreType} now={now} />
      <p class="slip-then">
        {changes.length === 0 ? say(t.changesNothing) : then} {more && <span class="soft">{more}</span>}
      </p>
    </>
  )
}

const scoreTypeOf = ({ game }: InboxItem) => game?.scoreType ?? 'SCORE'

const scoreEdit = (matchParticipantId: string, score: number): Edit => ({
  participantChanges: [{ matchParticipantId, score, scoreSet: true, rankSet: false, outcomeSet: false }],
  loadoutChanges: [],
})

function sentenceOf({ match, game, ownParticipantIds = [] }: InboxItem, edit: Edit, when: 'THEN' | 'DONE') {
  if (!match || !game) return ''
  const participants = participantsWith(match, edit)
  const then = { participants, result: resultOf(participants, game) }
  const about = edit.participantChanges.map(({ matchParticipantId }) => matchParticipantId)
  const reader = { scoreType: game.scoreType, own: ownParticipantIds, about, when }
  return consequenceOf(resultOf(match.participants, game), then, reader) ?? ''
}
