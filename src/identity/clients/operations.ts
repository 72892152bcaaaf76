/** Operations of administrators on clients. Clients are the apps and services that get tokens here. */
import { anybody, change, count, list, noEvents } from '../../http/operation/define.ts'
import { created, noContent, ok } from '../../http/operation/responds.ts'
import { conflict } from '../../http/problem.ts'
import { actorOf } from '../audit/actor.ts'
import { mustHold } from '../handing-on.ts'
import { allScopes, scopesOfRoles } from '../roles.ts'
import { WITHOUT_SECRET, mustFitItsKind } from './rules.ts'
import { Client, CreateClient } from './schema.ts'
import { renewedFrom, secretFrom, withRenewed, withSecret } from './secret.ts'
import * as store from './store.ts'

export const listClients = list({
  id: 'listClients',
  route: 'GET /clients',
  summary: 'The apps and services that may get access tokens here',
  scope: 'svc-engine:client-read',
  anyone: true,
  item: Client,
  of: store.clients,
})

export const countClients = count({
  id: 'countClients',
  route: 'GET /clients/count',
  summary: 'How many clients there are',
  scope: 'svc-engine:client-read',
  anyone: true,
  of: store.clients,
})

export const createClient = change({
  id: 'createClient',
  route: 'POST /clients',
  summary: 'Let an app or a service get access tokens here',
  description: 'The roles and scopes of the client must not allow more than the caller’s access token (403).',
  scope: 'svc-engine:client-create',
  recent: true,
  anyone: true,
  body: CreateClient,
  responds: created(Client),
  reveal: withSecret,
  changes: noEvents,
  run({ db, body, caller, secretOf, from }) {
    mustFitItsKind(body)
    mustHold(caller, [...scopesOfRoles(body.roles ?? []), ...(body.scopes ?? [])])
    return store.insert(db, body, {
      most: allScopes.intersection(caller.scopes),
      by: actorOf(caller),
      madeBy: caller.accountId,
      from,
      secret: secretFrom(secretOf),
    })
  },
})

export const renewClientSecret = change({
  id: 'renewClientSecret',
  route: 'POST /clients/{clientId}/secret',
  summary: 'Give a client a new secret',
  description:
    'The former secret ends at once. Every access token that the client got with it ends within 5 seconds. The access that people gave to an app stays: the app goes on with its refresh tokens and the new secret. The answer has the new secret, and so has the answer to a retry. The client must not be allowed to do more than the caller’s access token (403). It must have a secret: a client with a key, or without authentication, gets 409.',
  scope: 'svc-engine:client-update',
  recent: true,
  anyone: true,
  target: ({ params: { clientId } }) => store.lock(clientId),
  allow: anybody,
  responds: ok(Client),
  reveal: withRenewed,
  changes: noEvents,
  run({ db, target, caller, secretOf, from }) {
    const { id, roles, scopes, hasSecret, now } = target
    mustHold(caller, [...scopesOfRoles(roles), ...scopes])
    if (!hasSecret) throw conflict(WITHOUT_SECRET)
    const secret = renewedFrom(secretOf, { id, updatedAt: now })
    return store.renewSecret(db, id, { by: actorOf(caller), from, secret })
  },
})

export const deleteClient = change({
  id: 'deleteClient',
  route: 'DELETE /clients/{clientId}',
  summary: 'Remove a client, and end everything that was issued to it',
  scope: 'svc-engine:client-delete',
  anyone: true,
  target: ({ params: { clientId } }) => store.lock(clientId),
  allow: anybody,
  responds: noContent,
  changes: noEvents,
  run: ({ db, target, caller, from }) => store.remove(db, target.id, { by: actorOf(caller), from }),
})
