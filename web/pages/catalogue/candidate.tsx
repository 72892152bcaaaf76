/** A candidate: what the catalogue says beside what its rulebooks say, and the decision. */
import { useEffect, useMemo } from 'preact/hooks'
import { kept } from '../../api/cache.ts'
import { may, session } from '../../api/session.ts'
import type { CandidateVersion } from '../../drafts/kept-candidates.ts'
import type { PageProps } from '../../page-props.ts'
import { useConflict } from '../../parts/dialogs/conflict.tsx'
import { UUID } from '../../parts/fields/filter.ts'
import { Absent } from '../../parts/page/fault.tsx'
import { Shown } from '../../parts/page/shown.tsx'
import { t } from '../../texts/catalogue.ts'
import { say } from '../../texts/text.ts'
import { Activity } from './activity.tsx'
import { BaseGame } from './base-game.tsx'
import { Compared, type Evidence } from './compared.tsx'
import { Decision, useDecision } from './decision.tsx'
import { Edits } from './edits.ts'
import { type Values, fieldText } from './fields.ts'
import { wordOf } from './names.ts'
import { Sources } from './sources.tsx'
import { Unsaved } from './unsaved.tsx'

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
          <Review
            key={id}
            read={{ body: candidate, etag: read.etag }}
            evidence={evidence?.values ?? []}
            query={query}
          />
        ),
      })}
    />
  )
}

interface ReviewProps {
  read: CandidateVersion
  evidence: Evidence
  query: PageProps['query']
}

function Review({ read, evidence, query }: ReviewProps) {
  const { id } = read.body
  const conflict = useConflict<Values>(fieldText)
  const edits = useEdits(id, conflict)
  const now = edits.newest(read)
  const decision = useDecision(now, edits, query)
  const { failureReason, status } = now.body
  const mayEdit = status === 'PENDING' && may('candidate-update')
  return (
    <>
      {failureReason !== undefined && <p class="notice">{failureReason}</p>}
      <Compared
        now={now}
        evidence={evidence}
        {...(mayEdit ? { edits } : {})}
        refused={decision.action.refused.value ?? edits.action.refused.value}
        approve={decision.approve}
      />
      <Unsaved edits={edits} />
      {now.body.isExpansion && (
        <BaseGame of={now.body} chosen={decision.approve ? decision.base : undefined} />
      )}
      <Decision now={now} of={decision} mayEdit={mayEdit} />
      <Sources id={id} mayEdit={mayEdit} />
      <Activity id={id} />
      {conflict.dialog}
    </>
  )
}

function useEdits(id: string, { ask, taken }: Pick<ReturnType<typeof useConflict<Values>>, 'ask' | 'taken'>) {
  const edits = useMemo(() => {
    const known = session.peek()
    return new Edits({ userId: known.state === 'in' ? known.user.id : '', id, ask, taken })
  }, [id])
  useEffect(() => {
    void edits.restore()
    return () => edits.end()
  }, [edits])
  return edits
}
