/** List and count what is in the caller's inbox, and say up to where its answers were seen. */
import { change, count, list, noEvents } from '../../http/operation/define.ts'
import { result } from '../../http/operation/responds.ts'
import { InboxItem, InboxSeen } from './schema.ts'
import { markSeen } from './seen.ts'
import * as store from './store.ts'

export const listInbox = list({
  id: 'listInbox',
  route: 'GET /users/me/inbox',
  summary:
    'What waits for the caller’s decision, what the caller waits for, and what was answered; the oldest first',
  description:
    'IN: pending edits and disputes of matches that the caller recorded, pending claim requests for the caller’s ghost players, pending membership requests for communities that the caller administers, invitations of the caller that somebody accepted or declined, until the caller acknowledges the answer, and questions whether the caller is somebody’s ghost player. OUT: the caller’s own edits, disputes, requests and questions that wait for others. ANSWERED: in the last 14 days, what others decided about the caller’s own edits and requests, which edit settled a dispute of the caller, and who made the caller a trusted editor or ended that. Each item has the path and the ETag with which to decide, acknowledge or withdraw it.',
  scope: 'svc-engine:inbox-read',
  item: InboxItem,
  of: store.inbox,
})

export const countInbox = count({
  id: 'countInbox',
  route: 'GET /users/me/inbox/count',
  summary: 'How many items the inbox of the caller has',
  scope: 'svc-engine:inbox-read',
  of: store.inbox,
})

export const markInboxSeen = change({
  id: 'markInboxSeen',
  route: 'PUT /users/me/inbox/seen',
  summary: 'Say up to which time the caller has seen the answers in the inbox',
  description:
    'Send the `since` of the newest answer that was shown. The time never goes back: an earlier one changes nothing, and a time in the future counts as now. The answers up to this time have `seen: true`.',
  scope: 'svc-engine:inbox-update',
  body: InboxSeen,
  responds: result(InboxSeen),
  changes: noEvents,
  run: ({ db, caller, body }) => markSeen(db, caller, body.until),
})
