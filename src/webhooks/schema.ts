/** The schema of webhooks and of their deliveries. */
import * as z from 'zod'
import { EVENT_KINDS } from '../events/schema.ts'
import { Ref, fault, int32, list, text, timestamp, uuid } from '../http/schema/schema.ts'
import { OVERLAP_HOURS } from './schedule.ts'

export const DISABLED_REASONS = ['ADMINISTRATOR', 'MAKER', 'GONE', 'FAILING', 'SECRET_LOST'] as const
export type DisabledReason = (typeof DISABLED_REASONS)[number]

export const STATES = ['WAITING', 'SENT', 'FAILED'] as const

/** The kinds of deliveries: all kinds of events, and two that are not events of the log. */
export const DELIVERY_KINDS = ['ping', 'reset', ...EVENT_KINDS]

export const LONGEST_URL = 500
const LONGEST_DESCRIPTION = 200

const url = () =>
  text({ max: LONGEST_URL })
    .superRefine((value, context) => {
      if (!URL.canParse(value) || /[\s#]/.test(value))
        fault(context, 'INVALID_FORMAT', 'must be an absolute URL without a fragment or white space')
    })
    .meta({
      format: 'uri',
      maxLength: LONGEST_URL,
      description: 'Where events are sent: https, at a public address, without a user name',
    })

const kinds = () =>
  list(z.enum(EVENT_KINDS), { max: EVENT_KINDS.length, unique: true }).meta({
    description: 'The kinds of events that are sent; empty for all',
  })

const description = () => text({ max: LONGEST_DESCRIPTION }).meta({ description: 'What the webhook is for' })

const example = {
  url: 'https://hooks.example.org/scorebook',
  description: 'Announces new games in the club’s chat',
  kinds: ['game.created', 'game.updated'],
}

export const Webhook = z
  .strictObject({
    id: uuid(),
    maker: Ref.meta({
      description:
        'The account whose events are sent. If the account loses its rights, the webhook is disabled',
    }),
    url: z.string(),
    description: z.string(),
    kinds: z.array(z.enum(EVENT_KINDS)).meta({ description: 'Empty for all kinds' }),
    enabled: z.boolean(),
    disabledAt: timestamp().optional(),
    disabledReason: z.enum(DISABLED_REASONS).optional().meta({
      description:
        'ADMINISTRATOR: somebody disabled it. MAKER: its maker was disabled or is no longer an administrator. GONE: the endpoint answered 410. FAILING: the endpoint failed for three days. SECRET_LOST: the service can no longer read the secret, so it must be renewed',
    }),
    waiting: int32(0).meta({ description: 'How many deliveries wait to be sent' }),
    lastSuccessAt: timestamp().optional(),
    lastFailureAt: timestamp().optional(),
    lastFailure: z.string().optional().meta({ description: 'What went wrong at the last failed attempt' }),
    formerSecretUntil: timestamp().optional().meta({
      description: 'Until this time, deliveries are signed with the former secret as well as the new one',
      type: 'string',
      format: 'date-time',
    }),
    secret: z.string().optional().meta({
      description: 'Verifies signatures. Present only in the answer to the request that made the secret',
    }),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  })
  .meta({
    id: 'Webhook',
    description: 'An endpoint that gets the events of its maker, as in Standard Webhooks',
    example: {
      id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a40',
      maker: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a90', displayName: 'Alice' },
      ...example,
      enabled: true,
      waiting: 0,
      lastSuccessAt: '2026-01-15T19:30:00Z',
      createdAt: '2026-01-15T19:30:00Z',
      updatedAt: '2026-01-15T19:30:00Z',
    },
  })

export const CreateWebhook = z
  .strictObject({ url: url(), description: description().optional(), kinds: kinds().optional() })
  .meta({ id: 'CreateWebhook', description: 'A new webhook, which is enabled', example })

export const UpdateWebhook = z
  .strictObject({
    url: url().optional(),
    description: description().optional(),
    kinds: kinds().optional(),
    enabled: z.boolean().optional().meta({
      description:
        'False lets all waiting deliveries fail. True sends events again from now on; events from the time in between are not sent',
    }),
  })
  .meta({
    id: 'UpdateWebhook',
    description: 'What to change; an absent field keeps its value',
    example: { kinds: ['game.created'] },
  })

export const WebhookDelivery = z
  .strictObject({
    id: uuid().meta({ description: 'The header `webhook-id` of all attempts' }),
    kind: z.enum(DELIVERY_KINDS).meta({
      description:
        'The kind of the event; `ping` is a test, and `reset` stands for events that were not sent because too many waited, or because the log no longer had the events after the last one that was sent',
    }),
    state: z.enum(STATES),
    attempts: int32(0),
    happenedAt: timestamp().meta({ description: 'When the change was made' }),
    lastAttemptAt: timestamp().optional(),
    lastStatus: int32(0).optional().meta({ description: 'The status that the endpoint answered last' }),
    lastError: z.string().optional().meta({ description: 'What went wrong at the last attempt' }),
    nextAttemptAt: timestamp().optional(),
    endedAt: timestamp().optional(),
    createdAt: timestamp(),
  })
  .meta({
    id: 'WebhookDelivery',
    description: 'An event for a webhook. It does not name the resource: only the endpoint receives its path',
    example: {
      id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a41',
      kind: 'game.updated',
      state: 'WAITING',
      attempts: 1,
      happenedAt: '2026-01-15T19:30:00Z',
      lastAttemptAt: '2026-01-15T19:30:01Z',
      lastStatus: 500,
      lastError: 'It answered 500.',
      nextAttemptAt: '2026-01-15T19:30:06Z',
      createdAt: '2026-01-15T19:30:01Z',
    },
  })

export const ReplayWebhook = z
  .strictObject({
    since: timestamp().meta({ description: 'Deliveries that failed from this time on are sent again' }),
  })
  .meta({
    id: 'ReplayWebhook',
    description: 'Which failed deliveries are sent again',
    example: { since: '2026-01-15T19:30:00Z' },
  })

export const ReplayedWebhook = z
  .strictObject({
    replayed: int32(0).meta({ description: 'How many deliveries are sent again' }),
    left: int32(0).meta({
      description: 'How many deliveries are not sent again yet, because too many wait. Try again later',
    }),
  })
  .meta({
    id: 'ReplayedWebhook',
    description: 'How many deliveries are sent again',
    example: { replayed: 12, left: 0 },
  })

export const SECRET_RENEWAL = `For ${OVERLAP_HOURS} hours, deliveries are signed with both the former and the new secret. A secret that is older than the former one stops at once. Only this answer and the answer to a retry have the new secret.`
