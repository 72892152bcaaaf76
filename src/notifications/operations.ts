/** Operations on the caller's notifications: read and change them, and verify an address. */
import { anybody, change, noEvents, read, version } from '../http/operation/define.ts'
import { ok } from '../http/operation/responds.ts'
import { mustHaveBudget, mustHaveSecret, mustSend } from './rules.ts'
import { Notifications, UpdateNotifications, VerifyAddress } from './schema.ts'
import * as store from './store.ts'

export const getNotifications = read({
  id: 'getNotifications',
  route: 'GET /users/me/notifications',
  summary: 'Where the caller gets mail and push messages, about what, and how often',
  scope: 'svc-engine:notification-read',
  alwaysThere: true,
  responds: ok(Notifications),
  show: ({ caller }) => store.show(caller),
})

export const updateNotifications = change({
  id: 'updateNotifications',
  route: 'PATCH /users/me/notifications',
  summary: 'Choose where to get mail and push messages, about what, and how often',
  description:
    'The service mails a link to a new address, which works for a day. Until the caller opens this link, all other mail goes to the previous address. Sending the same address again mails another link. Mails and push messages say only how many things of each kind wait. If the service sends no mail, the caller cannot choose an address or mail; if it also sends no push messages, they cannot choose kinds either (409).',
  scope: 'svc-engine:notification-update',
  body: UpdateNotifications,
  target: ({ caller }) => store.lock(caller),
  allow: anybody,
  ifMatch: version,
  responds: ok(Notifications),
  changes: noEvents,
  async run({ db, caller, body, target }) {
    mustSend(target, body)
    const isNew = typeof body.address === 'string' && body.address !== target.address
    if (isNew) await mustHaveBudget(db, caller, body.address ?? '')
    return store.update(db, caller, {
      address: body.address === null ? null : target.address,
      toVerify: isNew ? body.address : body.address === undefined ? undefined : null,
      mail: body.mail ?? target.mail,
      kinds: body.kinds ?? target.kinds,
      pace: body.pace ?? target.pace,
      locale: body.locale ?? target.locale,
      timeZone: body.timeZone ?? target.timeZone,
    })
  },
})

export const verifyAddress = change({
  id: 'verifyAddress',
  route: 'POST /users/me/notifications/verify',
  noun: 'address',
  summary: 'Verify the new address with the secret from the link that was sent there',
  description: 'Only the user who entered the address can verify it.',
  scope: 'svc-engine:notification-update',
  body: VerifyAddress,
  target: ({ caller }) => store.lock(caller),
  allow: anybody,
  responds: ok(Notifications),
  changes: noEvents,
  run({ db, caller, body, target }) {
    mustHaveSecret(target, body.secret)
    return store.verify(db, caller, body.secret)
  },
})
