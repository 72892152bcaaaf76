/** The state of the system, which an operator looks at first. */
import * as z from 'zod'
import packageFile from '../../package.json' with { type: 'json' }
import { timestamp } from '../http/schema/schema.ts'
import { PipelineStatus } from '../pipeline/control/schema.ts'

const Count = () => z.int().min(0).meta({ format: 'int64' })

export const SystemStatus = z
  .strictObject({
    version: z.string().meta({ description: 'The version of the service that answers' }),
    instances: z
      .array(z.strictObject({ name: z.string(), since: timestamp() }))
      .meta({ description: 'The services on this database, each named by its process and machine' }),
    database: z.strictObject({
      version: z.string(),
      bytes: Count().meta({ description: 'The size of the database on disk' }),
      connections: Count().meta({ description: 'How many connections all programs have' }),
      mostConnections: Count().meta({ description: 'The most connections that the server allows' }),
      longestTransaction: z
        .number()
        .min(0)
        .meta({ description: 'How long the oldest open transaction has been open, in seconds' }),
      waitingForLocks: Count().meta({ description: 'How many connections wait for a lock' }),
      standbys: Count().meta({ description: 'Standbys that copy this server' }),
    }),
    accounts: z.strictObject({
      total: Count(),
      disabled: Count(),
      administrators: Count().meta({ description: 'How many administrators are not disabled' }),
    }),
    sessions: Count().meta({ description: 'How many browsers are signed in' }),
    personalTokens: Count(),
    failedSignIns: Count().meta({ description: 'Failed attempts to sign in during the last 24 hours' }),
    events: z.strictObject({
      lastAt: timestamp().meta({ description: 'When the last event of the log was written' }),
      waiting: Count().meta({ description: 'Events that have no place in the log yet' }),
    }),
    outgoing: z
      .strictObject({
        mails: Count().meta({ description: 'Mails that wait: links, and news about inboxes' }),
        delayedMails: Count().meta({ description: 'Those that the mail server has put off' }),
        pushMessages: Count().meta({ description: 'Push messages that wait' }),
        delayedPushMessages: Count().meta({ description: 'Those that a push service has put off' }),
        deliveries: Count().meta({ description: 'Deliveries to webhooks that wait' }),
        failedDeliveries: Count().meta({
          description: 'Deliveries to webhooks that have failed within a week',
        }),
        oldestDeliveryAt: timestamp().optional().meta({
          description: 'When the oldest delivery that waits was made',
          type: 'string',
          format: 'date-time',
        }),
      })
      .meta({ description: 'What the service still has to send' }),
    pipeline: PipelineStatus,
    pipelineWorkers: Count().meta({ description: 'How many instances work in the pipeline' }),
  })
  .meta({
    id: 'SystemStatus',
    description: 'The current state of the service',
    example: {
      version: packageFile.version,
      instances: [{ name: '4711@alpha', since: '2026-01-15T19:30:00Z' }],
      database: {
        version: '18.4',
        bytes: 48_123_904,
        connections: 14,
        mostConnections: 100,
        longestTransaction: 0.01,
        waitingForLocks: 0,
        standbys: 0,
      },
      accounts: { total: 12, disabled: 1, administrators: 2 },
      sessions: 19,
      personalTokens: 3,
      failedSignIns: 0,
      events: { lastAt: '2026-01-15T19:30:00Z', waiting: 0 },
      outgoing: {
        mails: 1,
        delayedMails: 0,
        pushMessages: 0,
        delayedPushMessages: 0,
        deliveries: 2,
        failedDeliveries: 0,
        oldestDeliveryAt: '2026-01-15T19:30:00Z',
      },
      pipeline: PipelineStatus.meta()?.example,
      pipelineWorkers: 1,
    },
  })
