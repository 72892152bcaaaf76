/** List and count what waits in the caller's inbox. */
import { count, list } from '../../http/operation/define.ts'
import { InboxItem } from './schema.ts'
import * as store from './store.ts'

export const listInbox = list({
  id: 'listInbox',
  route: 'GET /users/me/inbox',
  summary:
    'What waits for the caller’s decision, what the caller waits for, and what was answered; the oldest first',
  description:
    'IN: pending edits and disputes of matches that the caller recorded, pending claim requests for the caller’s ghost players, pending membership requests for communities that the caller administers, and invitations of the caller that somebody accepted or declined, until the caller acknowledges the answer. OUT: the caller’s own edits, disputes and requests that wait for others. ANSWERED: what others decided about the caller’s own edits and requests in the last 14 days; a dispute has no answer of its own. Each item has the path and the ETag with which to decide, acknowledge or withdraw it.',
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
