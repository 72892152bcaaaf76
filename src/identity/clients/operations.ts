/** Operations on clients, for administrators: which apps and services may get tokens here. */
import { anybody, change, count, list } from '../../http/operation/define.ts'
import { created, noContent } from '../../http/operation/responds.ts'
import { actorOf } from '../audit/actor.ts'
import { mustHold } from '../handing-on.ts'
import { allScopes, scopesOfRoles } from '../roles.ts'
import { mustFitItsKind } from './rules.ts'
import { Client, CreateClient } from './schema.ts'
import { secretFrom, withSecret } from './secret.ts'
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
  description:
    'Nobody makes a client with more than their own access token is good for (403): neither with a role nor with a scope.',
  scope: 'svc-engine:client-create',
  recent: true,
  anyone: true,
  body: CreateClient,
  responds: created(Client),
  reveal: withSecret,
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

export const deleteClient = change({
  id: 'deleteClient',
  route: 'DELETE /clients/{clientId}',
  summary: 'Remove a client, with everything that was issued to it',
  scope: 'svc-engine:client-delete',
  anyone: true,
  target: ({ params: { clientId } }) => store.lock(clientId),
  allow: anybody,
  responds: noContent,
  run: ({ db, target, caller, from }) => store.remove(db, target.id, { by: actorOf(caller), from }),
})
