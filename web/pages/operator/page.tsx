/** The state of the service: what needs an operator, with the next step beside it, and the figures. */
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { areHere, kept, pages, refetch } from '../../api/cache.ts'
import { type Body, call } from '../../api/call.ts'
import { may } from '../../api/session.ts'
import { useAction } from '../../parts/changes/action.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { SendButton } from '../../parts/changes/send-button.tsx'
import { Figures } from '../../parts/marks/figures.tsx'
import { named } from '../../parts/marks/names.ts'
import { number } from '../../parts/marks/numbers.ts'
import { whenOf } from '../../parts/marks/when.tsx'
import { Shown } from '../../parts/page/shown.tsx'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import { t } from '../../texts/operator.ts'
import { say } from '../../texts/text.ts'
import { type Finding, type Webhook, findingsOf, stepName } from './findings.ts'

type Status = Body<'getSystemStatus'>

/** More webhooks than this have no line of their own here. */
const MOST_WEBHOOKS = 50

const webhooks = () => pages('listWebhooks', { query: { limit: MOST_WEBHOOKS } })

export default function State() {
  const said = useSignal<string | undefined>(undefined)
  const hooks = may('webhook-read') ? webhooks() : undefined
  const status = kept('getSystemStatus').value
  // The findings come before everything else, so the page waits for all of them.
  const isWaiting = hooks !== undefined && !areHere([hooks])
  return (
    <Shown
      of={status}
      loading={{ title: say(t.title), lead: say(t.lead), class: 'settings', children: <Skeleton rows={8} /> }}
      gone={{ title: say(t.title), lead: say(t.gone), href: '/', action: say(t.back) }}
      view={(value) => ({
        title: say(t.title),
        lead: say(t.lead),
        class: 'settings',
        aside: may('account-read') && (
          <a class="quiet" href="/operator/people">
            {say(t.people)}
          </a>
        ),
        children: isWaiting ? (
          <Skeleton rows={8} />
        ) : (
          <>
            <p role="status" class={said.value === undefined ? 'unseen' : 'notice'}>
              {said.value}
            </p>
            <NeedsYou
              findings={findingsOf(value, hooks?.items.value ?? [])}
              notify={(text) => (said.value = text)}
            />
            <InFigures of={value} />
            <Pipeline of={value} notify={(text) => (said.value = text)} />
            <Processes of={value} />
          </>
        ),
      })}
    />
  )
}

type Notify = (text: string) => void

const NeedsYou = ({ findings, notify }: { findings: readonly Finding[]; notify: Notify }) => (
  <section class="part">
    <h2>{say(t.needsYou)}</h2>
    {findings.length === 0 ? (
      <p class="soft">{say(t.needsNothing)}</p>
    ) : (
      <ul class="lines" aria-label={say(t.needsYou)}>
        {findings.map((finding) => (
          <li key={finding.key}>
            <div class="line-main">
              <strong>{finding.what}</strong>
              <p class="detail">{finding.why}</p>
            </div>
            <NextStep of={finding} notify={notify} />
          </li>
        ))}
      </ul>
    )}
  </section>
)

function NextStep({ of: { step, webhook, href }, notify }: { of: Finding; notify: Notify }) {
  if (step !== undefined) return may('pipeline-control') ? <Resume step={step} notify={notify} /> : null
  if (webhook !== undefined) return may('webhook-update') ? <Mend of={webhook} notify={notify} /> : null
  return href === undefined ? null : (
    <a class="button second" href={href}>
      {say(t.oneAdministratorGo)}
    </a>
  )
}

interface ChangeProps {
  label: string
  called: string
  done: string
  change: () => Promise<unknown>
  notify: Notify
}

/** A button that changes something on this page, and says what came of it. */
function Change({ label, called, done, change, notify }: ChangeProps) {
  const action = useAction()
  const run = async () => {
    try {
      await change()
      notify(done)
    } finally {
      refetch(/^\/(system|webhooks|pipeline)/)
    }
  }
  return (
    <div>
      <SendButton
        class="second"
        label={label}
        called={called}
        busy={action.busy.value}
        press={() => void action.run(run)}
      />
      <Refused of={action.refused} />
    </div>
  )
}

type Step = NonNullable<Finding['step']>

const Resume = ({ step, notify }: { step: Step; notify: Notify }) => (
  <Change
    label={say(t.resume)}
    called={say(t.resumeThis, { step: stepName(step) })}
    done={say(t.resumed, { step: stepName(step) })}
    change={() => call('resumePipeline', { body: { step } })}
    notify={notify}
  />
)

function Mend({ of: { id, enabled, url }, notify }: { of: Webhook; notify: Notify }) {
  const params = { webhookId: id }
  const host = named(new URL(url).host)
  return enabled ? (
    <Change
      label={say(t.hookTest)}
      called={say(t.hookTestThis, { host })}
      done={say(t.hookTested, { host })}
      change={() => call('testWebhook', { params })}
      notify={notify}
    />
  ) : (
    <Change
      label={say(t.hookOn)}
      called={say(t.hookOnThis, { host })}
      done={say(t.hookIsOn, { host })}
      change={() => call('updateWebhook', { params, body: { enabled: true }, ifMatch: '*' })}
      notify={notify}
    />
  )
}

const MEGABYTE = 1_000_000

const InFigures = ({ of: { database, accounts, ...rest } }: { of: Status }) => (
  <section class="part" aria-label={say(t.figures)}>
    <Figures
      of={[
        {
          name: say(t.database),
          value: say(t.databaseSize, { size: number(database.bytes / MEGABYTE) }),
          below: say(t.databaseBelow, {
            version: database.version,
            standbys: database.standbys,
            used: number(database.connections),
            most: number(database.mostConnections),
          }),
        },
        {
          name: say(t.accounts),
          value: number(accounts.total),
          below: say(t.accountsBelow, {
            administrators: accounts.administrators,
            disabled: number(accounts.disabled),
          }),
        },
        {
          name: say(t.sessions),
          value: number(rest.sessions),
          below: say(t.sessionsBelow, { sessions: rest.sessions, tokens: rest.personalTokens }),
        },
        {
          name: say(t.failedSignIns),
          value: number(rest.failedSignIns),
          below: say(t.failedSignInsBelow),
        },
      ]}
    />
  </section>
)

const Pipeline = ({ of: { pipeline, pipelineWorkers }, notify }: { of: Status; notify: Notify }) => (
  <section class="part">
    <h2>{say(t.pipeline)}</h2>
    <p class="hint">{say(t.pipelineWorkers, { count: pipelineWorkers })}</p>
    <ul class="lines" aria-label={say(t.pipeline)}>
      {pipeline.steps.map(({ step, paused, running }) => (
        <Line
          key={step}
          name={stepName(step)}
          detail={say(running ? t.stepRuns : paused ? t.stepIsPaused : t.stepIsSuspended)}
        >
          {!paused && may('pipeline-control') && (
            <Change
              label={say(t.pause)}
              called={say(t.pauseThis, { step: stepName(step) })}
              done={say(t.paused, { step: stepName(step) })}
              change={() => call('pausePipeline', { body: { step } })}
              notify={notify}
            />
          )}
        </Line>
      ))}
    </ul>
  </section>
)

const Processes = ({ of: { instances, version } }: { of: Status }) => (
  <section class="part">
    <h2>{say(t.runningProcesses)}</h2>
    <p class="hint">{say(t.version, { version: named(version) })}</p>
    <ul class="lines short" aria-label={say(t.runningProcesses)}>
      {instances.map(({ name, since }) => (
        <Line
          key={name}
          name={<bdi>{name}</bdi>}
          detail={say(t.since, { when: whenOf(new Date(since), { time: true, near: true }) })}
        />
      ))}
    </ul>
  </section>
)

interface LineProps {
  name: ComponentChildren
  detail: string
  children?: ComponentChildren
}

const Line = ({ name, detail, children }: LineProps) => (
  <li>
    <div class="line-main">
      <strong>{name}</strong>
      <p class="detail">{detail}</p>
    </div>
    {children}
  </li>
)
