/** What people can do with all that is theirs at once: take it along, or have it erased. */
import { anybody, change, read, version } from '../http/define.ts'
import { noContent } from '../http/responds.ts'
import { erase, lock } from './erase.ts'
import { showExport } from './export.ts'
import { Export } from './schema.ts'

export const exportMe = read({
  id: 'exportMe',
  route: 'GET /users/me/export',
  summary: 'All that the service holds about the caller',
  scope: 'svc-engine:user-read',
  responds: { status: 200, schema: Export, etag: false, location: false },
  show: ({ caller }) => showExport(caller),
})

export const eraseMe = change({
  id: 'eraseMe',
  route: 'DELETE /users/me',
  summary: 'Erase the caller’s account, for good',
  description:
    'The name of the user is gone everywhere, claims and trust are revoked, memberships end; the matches of others stay whole. Tokens that were issued before are refused with 401; signing in anew makes a new, empty user.',
  scope: 'svc-engine:user-delete',
  target: ({ caller }) => lock(caller.userId),
  allow: anybody,
  ifMatch: version,
  erases: true,
  responds: noContent,
  run: ({ db, caller }) => erase(db, caller),
})
