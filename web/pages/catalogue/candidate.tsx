/** A candidate: what the catalogue says beside what its rulebooks say, and the decision. */
import { useSignal } from '@preact/signals'
import { kept, pages, refetch } from '../../api/cache.ts'
import { type Body, call } from '../../api/call.ts'
import { may } from '../../api/session.ts'
import { useLocation } from '../../location.tsx'
import type { PageProps } from '../../page-props.ts'
import { useAction } from '../../parts/changes/action.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { SendButton } from '../../parts/changes/send-button.tsx'
import { Confirm } from '../../parts/dialogs/confirm.tsx'
import { UUID } from '../../parts/fields/filter.ts'
import { Absent } from '../../parts/page/fault.tsx'
import { Shown } from '../../parts/page/shown.tsx'
import { t } from '../../texts/catalogue.ts'
import { say } from '../../texts/text.ts'
import { Compared } from './compared.tsx'
import { queueOf, searchOf, soughtIn } from './filter.ts'
import { useKeys } from './keys.ts'
import { nextOf } from './next.ts'
import { wordOf } from './names.ts'
import { Sources } from './sources.tsx'

const gone = () => ({
  title: say(t.missing),
  lead: say(t.missingWhy),
  href: '/catalogue/candidates',
  action: say(t.showAll),
})

export default function CandidatePage({ params: { id = '' }, query }: PageProps) {
  if (!UUID.test(id)) return <Absent of={gone()} />
  const params = { candidateId: id }
  const read = kept('getCandidate', { params }).value
  const evidence = kept('getCandidateEvidence', { params }).value.value
  return (
    <Shown
      of={evidence || read.error ? read : {}}
      loading={say(t.candidate)}
      gone={gone()}
      view={(candidate) => ({
        title: candidate.displayName,
        lead: [
          candidate.isExpansion ? say(t.expansion) : say(t.game),
          wordOf(candidate.status),
          wordOf(candidate.stage),
          wordOf(candidate.reliability),
        ].join(' · '),
        children: (
          <>
            {candidate.failureReason !== undefined && <p class="notice">{candidate.failureReason}</p>}
            <Compared candidate={candidate} evidence={evidence?.values ?? []} />
            <Decision candidate={candidate} etag={read.etag} query={query} />
            <Sources id={id} />
          </>
        ),
      })}
    />
  )
}

interface DecisionProps {
  candidate: Body<'getCandidate'>
  etag: string | undefined
  query: PageProps['query']
}

/** True if the rules failed, or the engine refused a candidate. An expansion without a game waits for its base game instead. */
const isRetryable = ({ status, stage, failureReason, isExpansion, gameId }: Body<'getCandidate'>): boolean =>
  status === 'PENDING'
    ? stage === 'FAILED'
    : status === 'APPROVED' && failureReason !== undefined && (!isExpansion || gameId !== undefined)

function Decision({ candidate, etag, query }: DecisionProps) {
  const { id, displayName, status } = candidate
  const { route } = useLocation()
  const action = useAction()
  const isRejecting = useSignal(false)
  const sought = soughtIn(query)
  const queue = pages('listCandidates', queueOf(sought))
  // What nobody shows is not read, and is dropped after a change.
  void queue.items.value
  /** Makes a decision, then opens the candidate that follows in the queue. Without one, the queue. */
  const andGoOn = async (send: () => Promise<unknown>) => {
    // The decision can take this candidate out of the queue.
    const next = await nextOf(queue, id)
    await send()
    refetch(/^\/(candidates|pipeline)/)
    route(`/catalogue/candidates${next === undefined ? '' : `/${next}`}${searchOf(sought)}`)
  }
  const given = { params: { candidateId: id }, ...(etag === undefined ? {} : { ifMatch: etag }) }
  const decide = (send: () => Promise<unknown>) => () => action.run(() => andGoOn(send))
  const approve = decide(() => call('approveCandidate', { ...given, body: {} }))
  const retry = decide(() => call('retryCandidate', { ...given, body: {} }))
  const isOpen = status === 'PENDING'
  const mayApprove = isOpen && may('candidate-approve')
  const mayReject = isOpen && may('candidate-reject')
  const mayRetry = isRetryable(candidate) && may('candidate-retry')
  useKeys({
    ...(mayApprove ? { a: () => void approve() } : {}),
    ...(mayReject ? { r: () => void (isRejecting.value = true) } : {}),
    ...(mayRetry ? { t: () => void retry() } : {}),
  })
  if (!mayApprove && !mayReject && !mayRetry) return null
  const busy = action.busy.value
  return (
    <>
      <Refused of={action.refused} />
      <p class="hint">{say(t.keysHint)}</p>
      <div class="actions start">
        {mayApprove && <SendButton label={say(t.approve)} busy={busy} press={() => void approve()} />}
        {mayRetry && (
          <SendButton class="second" label={say(t.retry)} busy={busy} press={() => void retry()} />
        )}
        {mayReject && (
          <button type="button" class="second" onClick={() => (isRejecting.value = true)}>
            {say(t.reject)}
          </button>
        )}
      </div>
      {isRejecting.value && (
        <Confirm
          title={say(t.rejectTitle, { name: displayName })}
          label={say(t.reject)}
          close={() => (isRejecting.value = false)}
          change={() => andGoOn(() => call('rejectCandidate', given))}
        >
          <p>{say(t.rejectWhy)}</p>
        </Confirm>
      )}
    </>
  )
}
