/** Operations on the caller's devices: list, register and remove them. */
import { spend } from '../../identity/accounts/throttle.ts'
import { anybody, change, count, list, noEvents } from '../../http/operation/define.ts'
import { noContent } from '../../http/operation/responds.ts'
import { Problem, conflict } from '../../http/problem.ts'
import { browserNamed } from '../../pages/browser-name.ts'
import { CreateNotificationDevice, MOST_DEVICES, NotificationDevice } from './schema.ts'
import { mustEndSomeDay } from './rules.ts'
import * as store from './store.ts'

export const listNotificationDevices = list({
  id: 'listNotificationDevices',
  route: 'GET /users/me/notifications/devices',
  summary: 'The browsers that get push messages about the caller’s inbox',
  scope: 'svc-engine:notification-read',
  item: NotificationDevice,
  of: store.devices,
})

export const countNotificationDevices = count({
  id: 'countNotificationDevices',
  route: 'GET /users/me/notifications/devices/count',
  summary: 'How many browsers get push messages about the caller’s inbox',
  scope: 'svc-engine:notification-read',
  of: store.devices,
})

export const createNotificationDevice = change({
  id: 'createNotificationDevice',
  route: 'POST /users/me/notifications/devices',
  summary: 'Send push messages about the caller’s inbox to a browser',
  description: `The browser must have subscribed with the \`pushKey\` of the caller’s notifications. Messages say only how many things of each kind wait. A browser is one device: the same endpoint changes the device, and an endpoint that somebody else has registered moves to the caller. A device ends with the session, the personal token or the app’s access with which it was registered. If it was registered with an access token of an outside issuer, it ends after ${store.TOKEN_DAYS} days. A person has at most ${MOST_DEVICES} devices (409).`,
  scope: 'svc-engine:notification-update',
  body: CreateNotificationDevice,
  references: ({ caller }) => store.lockUser(caller),
  responds: { status: 201, schema: NotificationDevice, etag: false, location: false },
  changes: noEvents,
  async run({ db, caller, body, references, from }) {
    const publicKey = references?.publicKey ?? undefined
    if (publicKey === undefined)
      throw conflict(
        'This service sends no push messages at the moment. Its operator can set SCOREBOOK_PUSH.',
      )
    mustEndSomeDay(caller)
    const { endpoint, keys, name = browserNamed(from?.userAgent ?? '') } = body
    const [isLeft, shown] = await Promise.all([
      spend(db, [{ of: 'push', whose: caller.userId }]),
      store.insert(db, caller, { endpoint, keys, name, publicKey }),
    ])
    if (!isLeft) throw new Problem(429, 'rate-limited', 'Too many devices were registered. Wait ten minutes.')
    if (!shown)
      throw conflict(
        `You have ${MOST_DEVICES} devices, and nobody may have more; remove one that you don’t use.`,
      )
    return shown
  },
})

export const deleteNotificationDevice = change({
  id: 'deleteNotificationDevice',
  route: 'DELETE /users/me/notifications/devices/{deviceId}',
  noun: 'device',
  summary: 'Send no more push messages to a browser',
  scope: 'svc-engine:notification-update',
  target: ({ caller, params }) => store.lock(params.deviceId, caller),
  allow: anybody,
  responds: noContent,
  changes: noEvents,
  run: ({ db, target }) => db.many(store.remove(target.id)).then(() => undefined),
})
