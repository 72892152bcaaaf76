/** Operations of administrators on webhooks and their deliveries. */
import { uuidv7 } from '../db/uuid.ts'
import { anybody, change, count, list, noEvents, read, version } from '../http/operation/define.ts'
import { created, noContent, ok, result } from '../http/operation/responds.ts'
import { conflict } from '../http/problem.ts'
import { actorOf } from '../identity/audit/actor.ts'
import * as deliveries from './deliveries.ts'
import {
  mustBeEnabled,
  mustBeMaker,
  mustBePublic,
  mustHaveAccount,
  mustReadEvents,
  theMaker,
  tooManyWebhooks,
} from './rules.ts'
import { MOST_WAITING, MOST_WEBHOOKS } from './schedule.ts'
import {
  CreateWebhook,
  ReplayWebhook,
  ReplayedWebhook,
  SECRET_RENEWAL,
  UpdateWebhook,
  Webhook,
  WebhookDelivery,
} from './schema.ts'
import { renewedFrom, sealed, secretFrom, withRenewed, withSecret } from './secret.ts'
import * as store from './store.ts'

const READERS =
  'Only the maker of a webhook may see its deliveries, because they show what the maker may see.'

export const listWebhooks = list({
  id: 'listWebhooks',
  route: 'GET /webhooks',
  summary: 'The endpoints to which events are sent',
  scope: 'svc-engine:webhook-read',
  anyone: true,
  item: Webhook,
  of: store.webhooks,
})

export const countWebhooks = count({
  id: 'countWebhooks',
  route: 'GET /webhooks/count',
  summary: 'How many webhooks there are',
  scope: 'svc-engine:webhook-read',
  anyone: true,
  of: store.webhooks,
})

export const createWebhook = change({
  id: 'createWebhook',
  route: 'POST /webhooks',
  summary: 'Send events to an endpoint from now on',
  description: `The endpoint gets the events that the caller would get from \`GET /events\`: they are about resources in which the caller takes part and which the caller may see when the event is sent. Only this answer and the answer to a retry have the secret. The caller’s access token must have the scopes that read what the events are about (403). People of outside issuers cannot have webhooks (403). A service has ${MOST_WEBHOOKS} webhooks at most (409).`,
  scope: 'svc-engine:webhook-create',
  recent: true,
  body: CreateWebhook,
  references: () => store.lockAll,
  responds: created(Webhook),
  reveal: withSecret,
  changes: noEvents,
  async run({ db, caller, body, references, secretOf, from }) {
    const makerId = mustHaveAccount(caller)
    const { url, description = '', kinds = [] } = body
    mustReadEvents(caller, kinds)
    mustBePublic(url, references.loopbackPorts)
    const id = uuidv7()
    const secret = await sealed(db, secretFrom(secretOf), references)
    const [made] = await Promise.all([
      store.insert(db, { id, makerId, url, description, kinds, secret }),
      db.many(store.recorded('WEBHOOK_MADE', { id, makerId }, { by: actorOf(caller), ...from })),
    ])
    if (!made) throw tooManyWebhooks()
    return made
  },
})

export const getWebhook = read({
  id: 'getWebhook',
  route: 'GET /webhooks/{webhookId}',
  summary: 'A webhook, and how its last attempts went',
  scope: 'svc-engine:webhook-read',
  anyone: true,
  responds: ok(Webhook),
  show: ({ params }) => store.show(params.webhookId),
})

export const updateWebhook = change({
  id: 'updateWebhook',
  route: 'PATCH /webhooks/{webhookId}',
  summary: 'Change, disable or enable a webhook',
  description:
    'Only its maker may change or enable a webhook (403); every administrator may disable it. If it is disabled, waiting deliveries fail, and can be replayed later. If the URL is changed, waiting deliveries are sent to the new URL.',
  scope: 'svc-engine:webhook-update',
  recent: true,
  body: UpdateWebhook,
  target: ({ params, caller }) => store.lock(params.webhookId, caller),
  allow: anybody,
  ifMatch: version,
  responds: ok(Webhook),
  changes: noEvents,
  run({ db, caller, body, target, from }) {
    const { enabled, ...settings } = body
    const changed = Object.keys(body)
    if (enabled === true || Object.keys(settings).length > 0) mustBeMaker(target)
    const merged = {
      url: body.url ?? target.url,
      description: body.description ?? target.description,
      kinds: body.kinds ?? target.kinds,
    }
    if (target.isMaker) mustReadEvents(caller, merged.kinds)
    if (body.url !== undefined) mustBePublic(body.url, target.loopbackPorts)
    const source = { by: actorOf(caller), ...from }
    return store.update(db, target, merged, {
      enable: enabled === true,
      statements: [
        ...(enabled === false ? [store.disabling(store.named(target.id), 'ADMINISTRATOR', source)] : []),
        store.recorded('WEBHOOK_CHANGED', target, source, changed),
      ],
    })
  },
})

export const renewWebhookSecret = change({
  id: 'renewWebhookSecret',
  route: 'POST /webhooks/{webhookId}/secret',
  summary: 'Give a webhook a new secret',
  description: `${SECRET_RENEWAL} Only the maker may renew it (403).`,
  scope: 'svc-engine:webhook-update',
  recent: true,
  target: ({ params, caller }) => store.lock(params.webhookId, caller),
  allow: theMaker,
  responds: ok(Webhook),
  reveal: withRenewed,
  changes: noEvents,
  async run({ db, caller, target, secretOf, from }) {
    const { id, now } = target
    const secret = await sealed(db, renewedFrom(secretOf, { id, updatedAt: now }), target)
    const source = { by: actorOf(caller), ...from }
    return store.renewSecret(db, id, secret, [store.recorded('WEBHOOK_SECRET_MADE', target, source)])
  },
})

export const deleteWebhook = change({
  id: 'deleteWebhook',
  route: 'DELETE /webhooks/{webhookId}',
  summary: 'Delete a webhook with its deliveries',
  description: 'Every administrator may delete it. Deliveries that still wait are not sent.',
  scope: 'svc-engine:webhook-delete',
  anyone: true,
  target: ({ params, caller }) => store.lock(params.webhookId, caller),
  allow: anybody,
  ifMatch: version,
  responds: noContent,
  changes: noEvents,
  async run({ db, caller, target, from }) {
    await Promise.all([
      db.many(store.removal(target.id)),
      db.many(store.recorded('WEBHOOK_DELETED', target, { by: actorOf(caller), ...from })),
    ])
  },
})

export const testWebhook = change({
  id: 'testWebhook',
  route: 'POST /webhooks/{webhookId}/test',
  summary: 'Send a ping to the endpoint',
  description:
    'A ping is signed, tried again and listed like an event. The deliveries of the webhook show how it went. Only the maker may send it (403).',
  scope: 'svc-engine:webhook-update',
  target: ({ params, caller }) => store.lock(params.webhookId, caller),
  allow: theMaker,
  responds: { status: 201, schema: WebhookDelivery, etag: false, location: false },
  changes: noEvents,
  async run({ db, target }) {
    mustBeEnabled(target)
    const ping = await deliveries.ping(db, target.id)
    if (!ping) throw conflict(`${MOST_WAITING} deliveries wait for this webhook already.`)
    return ping
  },
})

export const replayWebhook = change({
  id: 'replayWebhook',
  route: 'POST /webhooks/{webhookId}/replay',
  summary: 'Send again everything that has failed since a time',
  description: `The oldest deliveries come first. At most ${MOST_WAITING} can wait at the same time, so some may be left over. Only the maker may replay (403).`,
  scope: 'svc-engine:webhook-update',
  body: ReplayWebhook,
  target: ({ params, caller }) => store.lock(params.webhookId, caller),
  allow: theMaker,
  responds: result(ReplayedWebhook),
  changes: noEvents,
  run({ db, target, body }) {
    mustBeEnabled(target)
    return deliveries.replaySince(db, target.id, body.since)
  },
})

export const listWebhookDeliveries = list({
  id: 'listWebhookDeliveries',
  route: 'GET /webhooks/{webhookId}/deliveries',
  summary: 'The deliveries of a webhook that wait or have ended within a week',
  refusal: READERS,
  scope: 'svc-engine:webhook-read',
  item: WebhookDelivery,
  of: deliveries.deliveries,
})

export const countWebhookDeliveries = count({
  id: 'countWebhookDeliveries',
  route: 'GET /webhooks/{webhookId}/deliveries/count',
  summary: 'How many deliveries a webhook has',
  refusal: READERS,
  scope: 'svc-engine:webhook-read',
  of: deliveries.deliveries,
})

export const replayWebhookDelivery = change({
  id: 'replayWebhookDelivery',
  route: 'POST /webhooks/{webhookId}/deliveries/{deliveryId}/replay',
  summary: 'Send a delivery again, whether it was sent or has failed',
  description:
    'The delivery keeps its `webhook-id`. If the maker may no longer see what the event is about, the delivery is deleted and not sent. Only the maker may replay (403).',
  scope: 'svc-engine:webhook-update',
  target: ({ params, caller }) => deliveries.lockDelivery(params.webhookId, params.deliveryId, caller),
  allow: theMaker,
  responds: result(WebhookDelivery),
  changes: noEvents,
  async run({ db, target }) {
    mustBeEnabled(target)
    return deliveries.replay(db, target)
  },
})
