/** The state of the service: what needs an operator, with the next step beside it, and the figures. */
import { useSignal } from '@preact/signals'
import { areHere, kept, pages } from '../../api/cache.ts'
import { type Body, call } from '../../api/call.ts'
import { may } from '../../api/session.ts'
import { Figures } from '../../parts/marks/figures.tsx'
import { named } from '../../parts/marks/names.ts'
import { number } from '../../parts/marks/numbers.ts'
import { momentOf } from '../../parts/marks/when.tsx'
import { Shown } from '../../parts/page/shown.tsx'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import { t as access } from '../../texts/access.ts'
import { t } from '../../texts/operator.ts'
import { say } from '../../texts/text.ts'
import { Change, type Notify } from './change.tsx'
import { BackUpNow, Backups, Checks } from './checkup.tsx'
import { type Finding, type Webhook, findingsOf, stepName } from './findings.ts'
import { Line } from './line.tsx'
import { Outgoing } from './outgoing.tsx'
import { Trends } from './trends.tsx'

type Status = Body<'getSystemStatus'>

/** More webhooks than this have no line of their own here. */
const MOST_WEBHOOKS = 50

const webhooks = () => pages('listWebhooks', { query: { limit: MOST_WEBHOOKS } })

export default function State() {
  const said = useSignal<string | undefined>(undefined)
  const hooks = may('webhook-read') ? webhooks() : undefined
  const status = kept('getSystemStatus').value
  // The findings come before everything else, so the page waits for their two calls. A third call brings what the checks found.
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
        aside: <Places />,
        children: isWaiting ? (
          <Skeleton rows={8} />
        ) : (
          <>
            <p role="status" class={said.value === undefined ? 'unseen' : 'notice'}>
              {said.value}
            </p>
            <NeedsYou
              status={value}
              webhooks={hooks?.items.value ?? []}
              notify={(text) => (said.value = text)}
            />
            <InFigures of={value} />
            <Outgoing of={value} />
            <Pipeline of={value} notify={(text) => (said.value = text)} />
            <Processes of={value} />
            <Checked notify={(text) => (said.value = text)} />
            <Trends />
          </>
        ),
      })}
    />
  )
}

const PLACES = [
  ['/operator/people', 'account-read', t.goAccounts],
  ['/operator/invitations', 'account-link-read', access.goInvitations],
  ['/operator/clients', 'client-read', access.goClients],
  ['/operator/webhooks', 'webhook-read', t.goWebhooks],
  ['/operator/audit', 'audit-read', t.goAudit],
] as const

const Places = () => (
  <p class="actions start">
    {PLACES.filter(([, scope]) => may(scope)).map(([href, , text]) => (
      <a key={href} class="quiet" href={href}>
        {say(text)}
      </a>
    ))}
  </p>
)

interface NeedsYouProps {
  status: Status
  webhooks: readonly Webhook[]
  notify: Notify
}

function NeedsYou({ status, webhooks: hooks, notify }: NeedsYouProps) {
  const checkup = kept('getCheckup').value
  const findings = findingsOf(status, hooks, checkup.value)
  return (
    <section class="part">
      <h2>{say(t.needsYou)}</h2>
      {findings.length === 0 ? (
        <p class="soft">{checkup.state === 'loading' ? '\u00a0' : say(t.needsNothing)}</p>
      ) : (
        <ul class="lines" aria-label={say(t.needsYou)}>
          {findings.map((finding) => (
            <Line key={finding.key} name={finding.what} detail={finding.why}>
              <NextStep of={finding} notify={notify} />
            </Line>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The last parts of the page, so that nothing moves when they come. */
function Checked({ notify }: { notify: Notify }) {
  const { value } = kept('getCheckup').value
  return (
    value && (
      <>
        <Checks of={value} notify={notify} />
        <Backups of={value} notify={notify} />
      </>
    )
  )
}

function NextStep({ of: { step, webhook, href, backUp }, notify }: { of: Finding; notify: Notify }) {
  if (backUp) return may('backup-create') ? <BackUpNow notify={notify} /> : null
  if (step !== undefined) return may('pipeline-control') ? <Resume step={step} notify={notify} /> : null
  if (webhook !== undefined) return may('webhook-update') ? <Mend of={webhook} notify={notify} /> : null
  return href === undefined ? null : (
    <a class="button second" href={href}>
      {say(t.oneAdministratorGo)}
    </a>
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
        <Line key={name} name={<bdi>{name}</bdi>} detail={say(t.since, { when: momentOf(since) })} />
      ))}
    </ul>
  </section>
)
