/** Operations on users: callers read and rename themselves, and find others. */
import { sql } from '../../db/sql.ts'
import { anybody, change, count, list, read, version } from '../../http/operation/define.ts'
import { ok } from '../../http/operation/responds.ts'
import { Me, UpdateMe, User } from './schema.ts'
import * as store from './store.ts'
import { JUST_NOW, events, wasChanged } from '../events/write.ts'

export const getMe = read({
  id: 'getMe',
  route: 'GET /users/me',
  summary: 'The caller’s own user',
  scope: 'svc-engine:user-read',
  alwaysThere: true,
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
  allow: anybody,
  ifMatch: version,
  responds: ok(Me),
  changes: ({ target: { id } }) =>
    events(
      wasChanged('user', id),
      wasChanged('canonical-player', sql`s.user_id = ${id}`),
      wasChanged('ghost-player', sql`s.owner_id = ${id} and s.is_self and ${JUST_NOW}`),
    ),
  async run({ db, body, target }) {
    const renamed = store.rename(db, target, body.displayName ?? target.display_name)
    const [, me] = await Promise.all([renamed, db.one(store.showMe(target.id))])
    return me
  },
})

export const listUsers = list({
  id: 'listUsers',
  route: 'GET /users',
  summary: 'The users that the caller may see',
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
