/** What needs an operator, found in the state of the service, its checks and its webhooks. */
import type { Body, Item } from '../../api/call.ts'
import { named } from '../../parts/marks/names.ts'
import { number } from '../../parts/marks/numbers.ts'
import { momentOf } from '../../parts/marks/when.tsx'
import { t } from '../../texts/operator.ts'
import { say } from '../../texts/text.ts'

type Status = Body<'getSystemStatus'>
type Checkup = Body<'getCheckup'>
type PipelineStep = Status['pipeline']['steps'][number]
export type Webhook = Item<'listWebhooks'>

export interface Finding {
  key: string
  what: string
  why: string
  /** The step to resume. */
  step?: PipelineStep['step']
  /** The webhook to test or to switch on. */
  webhook?: Webhook
  /** The page with the next step. */
  href?: string
  /** True if a backup is the next step. */
  backUp?: boolean
}

/** If a larger share of the connections is used, the next process may get none. */
const MOST_CONNECTIONS = 0.9

export const stepName = (step: PipelineStep['step']): string => say(t.stepName, { step })

export function findingsOf(
  status: Status,
  webhooks: readonly Webhook[],
  checkup: Checkup | undefined,
): Finding[] {
  const { database, accounts, pipeline, outgoing } = status
  return [
    ...(checkup === undefined ? [] : ofCheckup(checkup, webhooks)),
    ...(outgoing.delayedMails > 0
      ? [
          {
            key: 'mails',
            what: say(t.mailsPutOff, { count: outgoing.delayedMails }),
            why: say(t.mailsPutOffWhy),
          },
        ]
      : []),
    ...(database.waitingForLocks > 0
      ? [
          {
            key: 'locks',
            what: say(t.locksWait, { count: database.waitingForLocks }),
            why: say(t.locksWaitWhy, { seconds: number(database.longestTransaction) }),
          },
        ]
      : []),
    ...(database.connections > MOST_CONNECTIONS * database.mostConnections
      ? [
          {
            key: 'connections',
            what: say(t.fewConnections, {
              used: number(database.connections),
              most: number(database.mostConnections),
            }),
            why: say(t.fewConnectionsWhy),
          },
        ]
      : []),
    ...webhooks.flatMap(ofWebhook),
    ...pipeline.steps.flatMap(ofStep),
    ...(accounts.administrators === 1
      ? [
          {
            key: 'administrator',
            what: say(t.oneAdministrator),
            why: say(t.oneAdministratorWhy),
            href: '/operator/people',
          },
        ]
      : []),
  ]
}

/** The checks as `scorebook doctor` names them. */
const BACKUPS = 'backups'
const WEBHOOKS = 'webhooks'

/** What fails says its next step itself. A webhook that has its own line here is not named twice. */
function ofCheckup({ checks, backups }: Checkup, webhooks: readonly Webhook[]): Finding[] {
  const faults = checks.filter(
    ({ name, state }) =>
      state === 'FAULT' && !(name === WEBHOOKS && webhooks.some((webhook) => ofWebhook(webhook).length > 0)),
  )
  return [
    ...faults.map(({ name, says }): Finding => {
      const backUp = name === BACKUPS && backups?.asked === false
      const what = say(t.checkFails, { name: named(name) })
      return { key: `check ${name}`, what, why: named(says), backUp }
    }),
    ...(backups?.failure === undefined
      ? []
      : [{ key: 'backup', what: say(t.backupFails), why: named(backups.failure), backUp: true } as const]),
  ]
}

function ofStep({ step, paused, running, suspendedUntil, suspendReason }: PipelineStep): Finding[] {
  if (running) return []
  const name = stepName(step)
  if (paused) return [{ key: step, what: say(t.stepPaused, { step: name }), why: say(t.stepPausedWhy), step }]
  if (suspendedUntil === undefined) return []
  const when = momentOf(suspendedUntil)
  return [
    {
      key: step,
      what: say(t.stepSuspended, { step: name, when }),
      why: say(t.stepSuspendedWhy, { reason: suspendReason ?? '' }),
    },
  ]
}

export const isFailing = ({ lastFailureAt, lastSuccessAt }: Webhook): boolean =>
  lastFailureAt !== undefined &&
  (lastSuccessAt === undefined || Date.parse(lastFailureAt) > Date.parse(lastSuccessAt))

function ofWebhook(webhook: Webhook): Finding[] {
  const { id, url, enabled, disabledReason, lastFailure = '' } = webhook
  const host = named(new URL(url).host)
  // Somebody wanted it so, and nothing is wrong.
  if (disabledReason === 'ADMINISTRATOR') return []
  if (!enabled) {
    const why = say(t.hookOffWhy, { reason: disabledReason ?? '' })
    // In the other cases the service would switch it off again.
    const canGoOn = disabledReason === 'GONE' || disabledReason === 'FAILING'
    return [{ key: id, what: say(t.hookOff, { host }), why, ...(canGoOn ? { webhook } : {}) }]
  }
  if (!isFailing(webhook)) return []
  return [
    { key: id, what: say(t.hookFails, { host }), why: say(t.hookFailsWhy, { reason: lastFailure }), webhook },
  ]
}
