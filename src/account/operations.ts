/** Operations on a whole account: export its data, and erase it. */
import { anybody, change, longRead, version } from '../http/operation/define.ts'
import { conflict } from '../http/problem.ts'
import { noContent } from '../http/operation/responds.ts'
import { LAST_ADMINISTRATOR, lockToErase } from '../identity/administration/store.ts'
import { erase, eventsOfErasure, lock } from './erase.ts'
import { beginning, document } from './export.ts'
import { Export } from './schema.ts'

export const exportMe = longRead({
  id: 'exportMe',
  route: 'GET /users/me/export',
  summary: 'All data that the service stores about the caller',
  description:
    'Up to 200 items of each list come from one snapshot. Longer lists follow in parts, each read at its own moment: an item that exists during the whole export appears exactly once. If the connection ends early, because the client reads less than 256 KiB in a minute or the account is erased meanwhile, the document is incomplete; unless the account was erased, send the request again.',
  scope: 'svc-engine:user-read',
  responds: { status: 200, schema: Export, etag: false, location: false },
  begin: ({ caller }) => beginning(caller),
  document,
})

export const eraseMe = change({
  id: 'eraseMe',
  route: 'DELETE /users/me',
  summary: 'Erase the caller’s account permanently',
  description:
    'The user’s name disappears everywhere, claims and trust are revoked, and memberships end; the matches that others recorded stay complete. Tokens issued earlier are refused with 401; signing in again makes a new, empty user. The last administrator who is not disabled gets 409, unless nobody else has an account.',
  scope: 'svc-engine:user-delete',
  recent: true,
  target: ({ caller }) => lock(caller.userId),
  references: ({ caller }) => lockToErase(caller.accountId),
  allow: anybody,
  ifMatch: version,
  erases: true,
  responds: noContent,
  changes: ({ caller }) => eventsOfErasure(caller),
  run({ db, caller, references: account }) {
    if (account?.isLastAdministrator) throw conflict(LAST_ADMINISTRATOR)
    return erase(db, caller, account?.roles ?? [])
  },
})
