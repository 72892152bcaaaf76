/** The pipeline: its steps, with what each has done last and why it stands, and the ids that somebody asked for. */
import { type Signal, useSignal } from '@preact/signals'
import { kept, refetch } from '../../api/cache.ts'
import { type Body, call } from '../../api/call.ts'
import { may } from '../../api/session.ts'
import { useAction } from '../../parts/changes/action.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { SendButton } from '../../parts/changes/send-button.tsx'
import { number } from '../../parts/marks/numbers.ts'
import { momentOf } from '../../parts/marks/when.tsx'
import { Shown } from '../../parts/page/shown.tsx'
import { t } from '../../texts/catalogue.ts'
import { say } from '../../texts/text.ts'
import { Requested } from './requested.tsx'

type Step = Body<'getPipelineSteps'>['steps'][number]

export default function Pipeline() {
  const said = useSignal<string | undefined>(undefined)
  return (
    <Shown
      of={kept('getPipelineSteps').value}
      loading={say(t.pipeline)}
      gone={{
        title: say(t.pipeline),
        lead: say(t.missingWhy),
        href: '/catalogue/candidates',
        action: say(t.showAll),
      }}
      view={({ steps }) => ({
        title: say(t.pipeline),
        lead: say(t.pipelineLead),
        aside: may('ranking-read') && (
          <a class="quiet" href="/catalogue/rankings">
            {say(t.rankings)}
          </a>
        ),
        children: (
          <>
            <p role="status" class={said.value === undefined ? 'unseen' : 'notice'}>
              {said.value}
            </p>
            <ul class="lines" aria-label={say(t.steps)}>
              {steps.map((step) => (
                <Row key={step.step} of={step} said={said} />
              ))}
            </ul>
            <Requested said={said} />
          </>
        ),
      })}
    />
  )
}

const nameOf = ({ step }: Step) => say(t.stepName, { step })

function stateOf({ running, paused, suspendedUntil, suspendReason }: Step): string {
  if (running) return say(t.stepRuns)
  if (paused) return say(t.stepPaused)
  const until =
    suspendedUntil === undefined ? say(t.stepSuspended) : say(t.stepUntil, { when: momentOf(suspendedUntil) })
  return suspendReason === undefined ? until : say(t.stepReason, { until, reason: suspendReason })
}

const Row = ({ of, said }: { of: Step; said: Signal<string | undefined> }) => (
  <li>
    <div class="line-main">
      <strong>{nameOf(of)}</strong>
      <p>{stateOf(of)}</p>
      <p class="line-below">
        {[
          say(t.stepCounts, {
            waiting: number(of.waiting),
            working: number(of.inWork),
            calls: number(of.callsToday),
          }),
          of.lastSuccessAt === undefined
            ? undefined
            : say(t.lastSuccess, { when: momentOf(of.lastSuccessAt) }),
          of.lastFailureAt === undefined
            ? undefined
            : say(t.lastFailure, { when: momentOf(of.lastFailureAt), reason: of.lastFailure ?? '' }),
        ]
          .filter((part) => part !== undefined)
          .join(' · ')}
      </p>
      {may('pipeline-control') && <Control of={of} said={said} />}
    </div>
  </li>
)

/** Resuming ends a pause and a suspension. A step that waits can be paused too. */
function Control({ of, said }: { of: Step; said: Signal<string | undefined> }) {
  const action = useAction()
  const body = { step: of.step }
  const change = (send: () => Promise<unknown>, done: string) =>
    action.run(async () => {
      await send()
      said.value = done
      refetch(/^\/(pipeline|system)/)
    })
  const step = nameOf(of)
  return (
    <div class="actions start">
      {(of.paused || of.suspendedUntil !== undefined) && (
        <SendButton
          class="second"
          label={say(t.resume)}
          called={say(t.resumeThis, { step })}
          busy={action.busy.value}
          press={() => void change(() => call('resumePipeline', { body }), say(t.resumed, { step }))}
        />
      )}
      {!of.paused && (
        <SendButton
          class="quiet"
          label={say(t.pause)}
          called={say(t.pauseThis, { step })}
          busy={action.busy.value}
          press={() => void change(() => call('pausePipeline', { body }), say(t.paused, { step }))}
        />
      )}
      <Refused of={action.refused} />
    </div>
  )
}
