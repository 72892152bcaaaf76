/** Operations on the caller's own personal tokens. */
import { uuidv7 } from '../../db/uuid.ts'
import { anybody, change, count, list, noEvents } from '../../http/operation/define.ts'
import { conflict, forbidden } from '../../http/problem.ts'
import { noContent } from '../../http/operation/responds.ts'
import { actorOf } from '../audit/actor.ts'
import { auditRecord } from '../audit/record.ts'
import { mustHold } from '../handing-on.ts'
import { hashOf, tokenOf } from './format.ts'
import { CreatePersonalToken, MOST, NewPersonalToken, PersonalToken } from './schema.ts'
import * as store from './store.ts'

export const listTokens = list({
  id: 'listTokens',
  route: 'GET /users/me/tokens',
  summary: 'The caller’s personal access tokens',
  description: 'People who sign in at an outside issuer have none.',
  scope: 'svc-engine:token-read',
  item: PersonalToken,
  of: store.personalTokens,
})

export const countTokens = count({
  id: 'countTokens',
  route: 'GET /users/me/tokens/count',
  summary: 'How many personal access tokens the caller has',
  scope: 'svc-engine:token-read',
  of: store.personalTokens,
})

export const createToken = change({
  id: 'createToken',
  route: 'POST /users/me/tokens',
  summary: 'Make a personal access token',
  description: `Only this answer, and the answer to a retry, has the token; later nobody can read it. It is used like any other access token. A scope of the token counts only while the roles of the account allow it. A person has at most ${MOST} tokens. A token that an app made ends when the app loses its access. People who sign in at an outside issuer get their tokens there (403).`,
  scope: 'svc-engine:token-create',
  recent: true,
  body: CreatePersonalToken,
  references: ({ caller }) => store.lockAccount(caller.accountId),
  responds: { status: 201, schema: NewPersonalToken, etag: false, location: false },
  reveal: (body, secretOf) => {
    const { id } = JSON.parse(body) as { id: string }
    return `${body.slice(0, -1)}, "token" : "${tokenOf(secretOf(id))}"}`
  },
  changes: noEvents,
  async run({ db, caller, body, references, secretOf, from }) {
    if (!references)
      throw forbidden('Your account is one of an outside issuer; get access tokens for your programs there.')
    mustHold(caller, body.scopes)
    const id = uuidv7()
    const accountId = references.id
    const details = { tokenId: id, scopes: body.scopes }
    const hash = hashOf(tokenOf(secretOf(id)))
    const [shown] = await Promise.all([
      db.maybe(store.insert({ id, accountId, ...body, hash, grantId: caller.grantId }, MOST)),
      db.many(auditRecord({ kind: 'TOKEN_MADE', accountId, by: actorOf(caller), ...from, details })),
    ])
    if (!shown)
      throw conflict(
        `You have ${MOST} personal access tokens, and nobody may have more; delete those that you don't use.`,
      )
    return shown
  },
})

export const deleteToken = change({
  id: 'deleteToken',
  route: 'DELETE /users/me/tokens/{tokenId}',
  summary: 'End a personal access token',
  description: 'Within 5 seconds every instance refuses it.',
  scope: 'svc-engine:token-delete',
  target: ({ caller, params }) => store.lock(params.tokenId, caller.accountId),
  allow: anybody,
  responds: noContent,
  changes: noEvents,
  async run({ db, caller, target, from }) {
    const { id, accountId } = target
    const by = actorOf(caller)
    const changes = [
      ...store.remove(target),
      auditRecord({ kind: 'TOKEN_ENDED', accountId, by, ...from, details: { tokenId: id } }),
    ]
    await Promise.all(changes.map((one) => db.many(one)))
  },
})
