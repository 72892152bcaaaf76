/** What a person can do with their own account, and how they find others. */
import { change, count, list, noContent, ok, read, version } from '../../http/operation.ts'
import { erase, lock } from './erase.ts'
import { showExport } from './export.ts'
import { Export, Me, UpdateMe, User } from './schema.ts'
import * as store from './store.ts'

export const getMe = read({
  id: 'getMe',
  route: 'GET /users/me',
  summary: 'The caller as a user',
  scope: 'svc-engine:user-read',
  responds: ok(Me),
  show: ({ caller }) => store.showMe(caller.userId),
})

export const updateMe = change({
  id: 'updateMe',
  route: 'PATCH /users/me',
  summary: 'Change the name that others see',
  scope: 'svc-engine:user-update',
  body: UpdateMe,
  target: ({ caller }) => store.lock(caller.userId),
  ifMatch: version,
  responds: ok(Me),
  async run({ db, body, target }) {
    const renamed = store.rename(db, target, body.displayName ?? target.display_name)
    const [, me] = await Promise.all([renamed, db.one(store.showMe(target.id))])
    return me
  },
})

export const listUsers = list({
  id: 'listUsers',
  route: 'GET /users',
  summary: 'The users whom the caller may see',
  scope: 'svc-engine:user-read',
  item: User,
  of: store.users,
})

export const countUsers = count({
  id: 'countUsers',
  route: 'GET /users/count',
  summary: 'How many users the caller may see',
  scope: 'svc-engine:user-read',
  of: store.users,
})

export const getUser = read({
  id: 'getUser',
  route: 'GET /users/{userId}',
  summary: 'A user',
  scope: 'svc-engine:user-read',
  responds: ok(User),
  show: ({ caller, params }) => store.show(params.userId, caller),
})

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
  ifMatch: version,
  erases: true,
  responds: noContent,
  run: ({ db, caller }) => erase(db, caller),
})
