/** What a correction changes, what follows from it, who decides it, and the button that sends it. */
import { kept } from '../../api/cache.ts'
import { may, session } from '../../api/session.ts'
import type { Action } from '../../parts/changes/action.ts'
import { online } from '../../parts/changes/online.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { SendButton } from '../../parts/changes/send-button.tsx'
import { ChangeRows } from '../../parts/corrections/change-rows.tsx'
import { allOf, exactly } from '../../parts/fields/filter.ts'
import { named } from '../../parts/marks/names.ts'
import { whenOf } from '../../parts/marks/when.tsx'
import { t } from '../../texts/corrections.ts'
import { say } from '../../texts/text.ts'
import type { CorrectModel } from './correct-model.ts'

interface SummaryProps {
  model: CorrectModel
  isRecorder: boolean
  action: Action
  /** The sentence that is shown if nothing was sent. */
  said: string | undefined
  press: () => void
}

export function Summary({ model, isRecorder, action, said, press }: SummaryProps) {
  const changes = model.changes.value
  const then = model.sentence('THEN')
  const count = changes.length
  return (
    <section class="correct-summary" aria-labelledby="correct-count">
      <div class="correct-count">
        <h2 id="correct-count" aria-live="polite">
          {say(t.count, { count })}
        </h2>
        {count > 0 && (
          <button type="button" class="quiet" onClick={model.undoAll}>
            {say(t.undoAll)}
          </button>
        )}
      </div>
      <p role="status" class={said === undefined ? 'unseen' : 'notice'}>
        {said}
      </p>
      {count === 0 ? (
        <p class="hint">{say(t.nothingYet)}</p>
      ) : (
        <>
          <div class="sheet correct-changes">
            <ChangeRows changes={changes} scoreType={model.facts.scoreType} />
            {then !== undefined && <p aria-live="polite">{then}</p>}
            {model.isByHand.value && <ByHand model={model} />}
          </div>
          <Send model={model} isRecorder={isRecorder} action={action} press={press} />
        </>
      )}
      <Others model={model} />
    </section>
  )
}

const ByHand = ({ model }: { model: CorrectModel }) => (
  <div>
    <p class="hint">{say(t.byHand)}</p>
    <button type="button" class="quiet" onClick={model.placeByScores}>
      {say(t.byScores)}
    </button>
  </div>
)

function Send({ model, isRecorder, action, press }: Omit<SummaryProps, 'said'>) {
  const { recorder } = model.base.value.match
  const name = named(recorder.displayName)
  const isTrusted = !isRecorder && trusts(recorder.id)
  return (
    <form
      class="correct-send"
      onSubmit={(event) => {
        event.preventDefault()
        press()
      }}
    >
      <p>
        {isRecorder ? (
          say(t.yours)
        ) : isTrusted ? (
          say(t.trusted, { name })
        ) : (
          <>
            <strong>{say(t.decides, { name })}</strong> {say(t.untilThen)}
          </>
        )}
      </p>
      <Refused of={action.refused} />
      {online.value ? (
        <SendButton
          label={isRecorder || isTrusted ? say(t.changeIt) : say(t.sendTo, { name })}
          busy={action.busy.value}
        />
      ) : (
        <Later model={model} />
      )}
    </form>
  )
}

/** Without a network, the correction stays on this device. */
function Later({ model: { waits } }: { model: CorrectModel }) {
  return (
    <>
      <p role="status" class="hint">
        {say(waits.value ? t.keptUntil : t.keptHere)}
      </p>
      <button
        type="button"
        class={waits.value ? 'second' : undefined}
        onClick={() => (waits.value = !waits.value)}
      >
        {say(waits.value ? t.notYet : t.whenOnline)}
      </button>
    </>
  )
}

/**
 * Does the recorder trust the reader? Only the words before sending depend on this. The service decides, and its answer says what
 * has happened.
 */
function trusts(recorderId: string): boolean {
  const me = session.value
  if (me.state !== 'in' || !may('trusted-editor-read')) return false
  const filter = allOf(
    `grantorId==${exactly(recorderId)}`,
    `editorId==${exactly(me.user.id)}`,
    'revokedAt=null=true',
  )
  return (
    (kept('listTrustedEditors', { query: { filter: filter ?? '', limit: 1 } }).value.value?.items.length ??
      0) > 0
  )
}

/** How many waiting edits are listed, the oldest first. The page of the match lists all. */
const MOST = 3

function Others({ model }: { model: CorrectModel }) {
  const me = session.value
  const { match } = model.base.value
  if (!may('match-edit-read')) return null
  const waiting = kept('listMatchEdits', {
    params: { matchId: match.id },
    query: { filter: 'status==PENDING', sort: 'createdAt:ASC', limit: MOST },
  }).value.value?.items
  return (
    <>
      {waiting?.map(({ id, proposedBy, createdAt }) => {
        const day = whenOf(new Date(createdAt), { near: true })
        const isOwn = me.state === 'in' && proposedBy.id === me.user.id
        return (
          <p key={id} class="hint">
            <a href={`/matches/${match.id}`}>
              {isOwn
                ? say(t.waitsTooOwn, { day })
                : say(t.waitsToo, { name: named(proposedBy.displayName), day })}
            </a>
          </p>
        )
      })}
    </>
  )
}
