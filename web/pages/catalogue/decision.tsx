/** The decision about a candidate: approved with what was typed, rejected, or tried again. Then the next candidate opens. */
import { type Signal, useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { pages, refetch } from '../../api/cache.ts'
import { type Body, call } from '../../api/call.ts'
import { may } from '../../api/session.ts'
import { newKey } from '../../../client/src/keys.ts'
import type { CandidateVersion } from '../../drafts/kept-candidates.ts'
import { useLocation } from '../../location.tsx'
import type { PageProps } from '../../page-props.ts'
import { type Action, isStale, useAction } from '../../parts/changes/action.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { SendButton } from '../../parts/changes/send-button.tsx'
import { Confirm } from '../../parts/dialogs/confirm.tsx'
import { t } from '../../texts/catalogue.ts'
import { say } from '../../texts/text.ts'
import type { ChosenGame } from './base-game.tsx'
import type { Edits } from './edits.ts'
import { asSent, isField, labelOf } from './fields.ts'
import { queueOf, searchOf, soughtIn } from './filter.ts'
import { useKeys } from './keys.ts'
import { nextOf } from './next.ts'

interface Deciding {
  action: Action
  isRejecting: Signal<boolean>
  /** The game here to which an approved expansion will belong. */
  base: Signal<ChosenGame | undefined>
  approve?: (() => void) | undefined
  retry?: (() => void) | undefined
  reject?: (() => Promise<void>) | undefined
}

/** True if the rules failed, or the engine refused a candidate. An expansion without a game waits for its base game instead. */
const isRetryable = ({ status, stage, failureReason, isExpansion, gameId }: Body<'getCandidate'>): boolean =>
  status === 'PENDING'
    ? stage === 'FAILED'
    : status === 'APPROVED' && failureReason !== undefined && (!isExpansion || gameId !== undefined)

export function useDecision(now: CandidateVersion, edits: Edits, query: PageProps['query']): Deciding {
  const { id, status } = now.body
  const { route } = useLocation()
  const action = useAction()
  const isRejecting = useSignal(false)
  const base = useSignal<ChosenGame | undefined>(undefined)
  const keyOf = useStableKey()
  const sought = soughtIn(query)
  const queue = pages('listCandidates', queueOf(sought))
  // What nobody shows is not read, and is dropped after a change.
  void queue.items.value
  /** Makes a decision, then opens the candidate that follows in the queue. Without one, the queue. */
  const andGoOn = async (send: () => Promise<unknown>) => {
    // The decision can take this candidate out of the queue.
    const next = await nextOf(queue, id)
    await send()
    edits.drop()
    refetch(/^\/(candidates|pipeline)/)
    route(`/catalogue/candidates${next === undefined ? '' : `/${next}`}${searchOf(sought)}`)
  }
  const given = ({ etag }: CandidateVersion) => ({
    params: { candidateId: id },
    ...(etag === undefined ? {} : { ifMatch: etag }),
  })
  const approve = async () => {
    await edits.settled()
    const changed = edits.changed()
    const version = changed?.base ?? edits.newest(now)
    const game = base.peek()
    const body = { ...asSent(changed?.body ?? {}), ...(game ? { gameId: game.id } : {}) }
    try {
      const key = keyOf(JSON.stringify([version.etag, body]))
      await call('approveCandidate', { ...given(version), body, key })
    } catch (error) {
      if (!isStale(error)) throw error
      // Somebody must look at the new values first, so what was typed is only saved.
      refetch(/^\/candidates/)
      await edits.save()
      throw error
    }
  }
  const decide = (send: () => Promise<unknown>) => () => void action.run(() => andGoOn(send))
  const isOpen = status === 'PENDING'
  return {
    action,
    isRejecting,
    base,
    approve: isOpen && may('candidate-approve') ? decide(approve) : undefined,
    retry:
      isRetryable(now.body) && may('candidate-retry')
        ? decide(() => call('retryCandidate', { ...given(now), body: {} }))
        : undefined,
    reject:
      isOpen && may('candidate-reject')
        ? () =>
            andGoOn(() =>
              call('rejectCandidate', { ...given(now), key: keyOf(JSON.stringify([now.etag, 'reject'])) }),
            )
        : undefined,
  }
}

/** If an answer was lost, the same request is sent with the same Idempotency-Key, so it is done once. */
function useStableKey(): (request: string) => string {
  const last = useRef({ request: '', key: '' })
  return (request) => {
    if (last.current.request !== request) last.current = { request, key: newKey() }
    return last.current.key
  }
}

interface DecisionProps {
  now: CandidateVersion
  of: Deciding
  mayEdit: boolean
}

export function Decision({
  now,
  of: { action, isRejecting, approve, retry, reject },
  mayEdit,
}: DecisionProps) {
  const ask = () => void (isRejecting.value = true)
  useKeys({
    ...(mayEdit ? { e: editFirst, s: addSource } : {}),
    ...(approve ? { a: approve } : {}),
    ...(reject ? { r: ask } : {}),
    ...(retry ? { t: retry } : {}),
  })
  if (!approve && !reject && !retry) return null
  const busy = action.busy.value
  return (
    <>
      <Refused
        of={action.refused}
        idOf={(name) => (isField(name) && mayEdit ? `candidate-${name}` : undefined)}
        labelOf={(name) => (isField(name) ? labelOf(name) : undefined)}
      />
      <p class="hint">{say(mayEdit ? t.editHint : t.keysHint)}</p>
      <div class="actions start">
        {approve && <SendButton label={say(t.approve)} busy={busy} press={approve} />}
        {retry && <SendButton class="second" label={say(t.retry)} busy={busy} press={retry} />}
        {reject && (
          <button type="button" class="second" onClick={ask}>
            {say(t.reject)}
          </button>
        )}
      </div>
      {reject && isRejecting.value && (
        <Confirm
          title={say(t.rejectTitle, { name: now.body.displayName })}
          label={say(t.reject)}
          close={() => (isRejecting.value = false)}
          change={reject}
        >
          <p>{say(t.rejectWhy)}</p>
        </Confirm>
      )}
    </>
  )
}

const editFirst = () => document.querySelector<HTMLElement>('.compared :is(input, select, textarea)')?.focus()

const addSource = () => document.querySelector<HTMLElement>('#source-url')?.focus()
