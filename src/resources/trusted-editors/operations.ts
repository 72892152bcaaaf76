/** List, read, make and revoke grants of trust. */
import { sql } from '../../db/sql.ts'
import { change, count, list, read, version } from '../../http/operation/define.ts'
import { created, noContent, ok } from '../../http/operation/responds.ts'
import { conflict } from '../../http/problem.ts'
import { mustReferToUser } from '../users/rules.ts'
import * as users from '../users/store.ts'
import { GrantTrust, TrustedEditor } from './schema.ts'
import * as store from './store.ts'
import { events, wasChanged, wasMade } from '../events/write.ts'

export const listTrustedEditors = list({
  id: 'listTrustedEditors',
  route: 'GET /trusted-editors',
  summary: 'The trusted editors of the caller, and the users who trust the caller',
  scope: 'svc-engine:trusted-editor-read',
  item: TrustedEditor,
  of: store.trustedEditors,
})

export const countTrustedEditors = count({
  id: 'countTrustedEditors',
  route: 'GET /trusted-editors/count',
  summary: 'How many trusted editors the list has',
  scope: 'svc-engine:trusted-editor-read',
  of: store.trustedEditors,
})

export const grantTrust = change({
  id: 'grantTrust',
  route: 'POST /trusted-editors',
  summary: 'Make a user a trusted editor of the caller',
  scope: 'svc-engine:trusted-editor-grant',
  body: GrantTrust,
  others: ({ body }) => sql`select ${body.userId}::uuid`,
  references: ({ body }) => users.references(body.userId),
  responds: created(TrustedEditor),
  changes: ({ shown }) => events(wasMade('trusted-editor', shown?.id)),
  run({ db, caller, body, references }) {
    mustReferToUser(references, body.userId)
    if (body.userId === caller.userId) throw conflict('You cannot be your own trusted editor.')
    return store.insert(db, caller, body.userId)
  },
})

export const getTrustedEditor = read({
  id: 'getTrustedEditor',
  route: 'GET /trusted-editors/{trustedEditorId}',
  summary: 'A grant of trust, revoked or not',
  scope: 'svc-engine:trusted-editor-read',
  responds: ok(TrustedEditor),
  show: ({ caller, params }) => store.show(params.trustedEditorId, caller),
})

export const revokeTrust = change({
  id: 'revokeTrust',
  route: 'DELETE /trusted-editors/{trustedEditorId}',
  summary: 'End a grant of trust, as its grantor or its editor; approved edits stay',
  scope: 'svc-engine:trusted-editor-revoke',
  target: ({ params }) => store.lock(params.trustedEditorId),
  allow: {
    may: ({ userId }, trust) => [trust.grantorId, trust.editorId].includes(userId),
    refusal: 'Only the grantor and the editor may end this trust.',
  },
  ifMatch: version,
  responds: noContent,
  changes: ({ target }) => events(wasChanged('trusted-editor', target.id)),
  async run({ db, caller, target }) {
    if (target.revoked) throw conflict('This trust was revoked already.')
    await db.many(store.revocation(sql`id = ${target.id}`, caller.userId))
  },
})
