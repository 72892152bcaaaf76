/** Operations of administrators on the sessions and personal tokens of one account, so that they end only what has leaked. */
import { anybody, change, count, list, noEvents } from '../../../http/operation/define.ts'
import { noContent } from '../../../http/operation/responds.ts'
import { actorOf } from '../../audit/actor.ts'
import { auditRecord } from '../../audit/record.ts'
import { PersonalToken } from '../../personal-tokens/schema.ts'
import * as tokens from '../../personal-tokens/store.ts'
import * as sessions from '../../sessions/store.ts'
import { Session } from './schema.ts'
import * as store from './store.ts'

export const listAccountSessions = list({
  id: 'listAccountSessions',
  route: 'GET /accounts/{accountId}/sessions',
  summary: 'The browsers that are signed in to an account',
  scope: 'svc-engine:session-read',
  anyone: true,
  item: Session,
  of: store.sessions,
})

export const countAccountSessions = count({
  id: 'countAccountSessions',
  route: 'GET /accounts/{accountId}/sessions/count',
  summary: 'How many browsers are signed in to an account',
  scope: 'svc-engine:session-read',
  anyone: true,
  of: store.sessions,
})

export const endAccountSession = change({
  id: 'endAccountSession',
  route: 'DELETE /accounts/{accountId}/sessions/{sessionId}',
  summary: 'Sign one browser out',
  description:
    'Within 5 seconds every instance refuses the session. The access that apps got in it ends too; what they hold already ends within 15 minutes.',
  scope: 'svc-engine:session-delete',
  anyone: true,
  target: ({ params }) => store.lockSession(params.accountId, params.sessionId),
  allow: anybody,
  responds: noContent,
  changes: noEvents,
  async run({ db, caller, target: { id, accountId }, from }) {
    const about = { accountId, by: actorOf(caller), ...from, details: { sessionId: id } }
    await Promise.all([
      db.many(sessions.endSession(accountId, id)),
      db.many(auditRecord({ kind: 'SESSION_ENDED', ...about })),
    ])
  },
})

export const listAccountTokens = list({
  id: 'listAccountTokens',
  route: 'GET /accounts/{accountId}/tokens',
  summary: 'The personal access tokens of an account, without the tokens themselves',
  scope: 'svc-engine:account-token-read',
  anyone: true,
  item: PersonalToken,
  of: store.tokens,
})

export const countAccountTokens = count({
  id: 'countAccountTokens',
  route: 'GET /accounts/{accountId}/tokens/count',
  summary: 'How many personal access tokens an account has',
  scope: 'svc-engine:account-token-read',
  anyone: true,
  of: store.tokens,
})

export const endAccountToken = change({
  id: 'endAccountToken',
  route: 'DELETE /accounts/{accountId}/tokens/{tokenId}',
  summary: 'End a personal access token of an account, for example because it has leaked',
  description: 'Within 5 seconds every instance refuses it.',
  scope: 'svc-engine:account-token-delete',
  anyone: true,
  target: ({ params }) => tokens.lock(params.tokenId, params.accountId),
  allow: anybody,
  responds: noContent,
  changes: noEvents,
  async run({ db, caller, target, from }) {
    const { id, accountId } = target
    const about = { accountId, by: actorOf(caller), ...from, details: { tokenId: id } }
    await Promise.all(
      [...tokens.remove(target), auditRecord({ kind: 'TOKEN_ENDED', ...about })].map((one) => db.many(one)),
    )
  },
})
