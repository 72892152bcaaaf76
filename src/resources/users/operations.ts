/** What a person can do with their own account. */
import { change, ok, read, version } from '../../http/operation.ts'
import { Me, UpdateMe } from './schema.ts'
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
