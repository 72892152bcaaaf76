/** Adds what an administrator of the demo looks after: apps, links, webhooks that send nothing, and settings of notifications. */
import { randomBytes } from 'node:crypto'
import type { Queryable } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { uuidv7 } from '../db/uuid.ts'
import { LIFETIMES, newLink } from '../identity/accounts/links.ts'
import { person } from '../identity/audit/actor.ts'
import type { NewClient } from '../identity/clients/schema.ts'
import * as clients from '../identity/clients/store.ts'
import { scopesOfRoles } from '../identity/roles.ts'
import * as notifications from '../notifications/store.ts'
import { DISABLED_REASONS } from '../webhooks/schema.ts'
import { sealed, sealingKey } from '../webhooks/secret.ts'
import * as webhooks from '../webhooks/store.ts'
import type { Host } from './claims.ts'

export async function addAdministration(tx: Queryable, hosts: Host[]): Promise<void> {
  const [first, second, , , admin] = hosts
  if (!first || !second || !admin) return
  await addClients(tx, admin)
  await addLinks(tx, admin, first)
  await addWebhooks(tx, admin)
  await addNotifications(tx, second)
}

const CLIENTS: NewClient[] = [
  {
    displayName: 'Score sheets',
    kind: 'WEB',
    redirectUris: ['https://sheets.example.org/callback'],
    scopes: ['svc-engine:match-read', 'svc-engine:game-read'],
  },
  { displayName: 'Table clock', kind: 'BROWSER', redirectUris: ['https://clock.example.org/'] },
  { displayName: 'Pocket pad', kind: 'NATIVE', redirectUris: ['org.example.pocketpad:/callback'] },
  {
    displayName: 'Nightly catalogue',
    kind: 'SERVICE',
    roles: ['catalog-service'],
    publicKeys: [
      {
        kty: 'OKP',
        crv: 'Ed25519',
        alg: 'EdDSA',
        kid: 'demo',
        x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
      },
    ],
  },
]

/** Nobody knows their secrets. */
async function addClients(tx: Queryable, { caller: { accountId } }: Host): Promise<void> {
  const most = scopesOfRoles(['player'])
  for (const client of CLIENTS)
    await clients.insert(tx, client, {
      by: person(accountId),
      madeBy: accountId,
      most,
      secret: randomBytes(32).toString('base64url'),
    })
}

async function addLinks(tx: Queryable, admin: Host, player: Host): Promise<void> {
  const by = admin.caller.accountId
  const links = [
    newLink({ kind: 'INVITATION', roles: ['player'], uses: 3, lifetime: 30 * LIFETIMES.day, by }),
    newLink({ kind: 'RESET', accountId: player.caller.accountId, lifetime: LIFETIMES.reset, by }),
  ]
  for (const { statement } of links) await tx.many(statement)
}

/** Each is disabled for another reason, so that the demo sends nothing to any server. */
async function addWebhooks(tx: Queryable, { caller: { accountId: makerId } }: Host): Promise<void> {
  const sealedWith = (await sealingKey(tx)).export()
  const by = person(makerId)
  for (const [index, reason] of DISABLED_REASONS.entries()) {
    const id = uuidv7()
    const secret = await sealed(tx, `whsec_${randomBytes(32).toString('base64')}`, { sealedWith })
    const url = `https://hooks.example.org/${reason.toLowerCase().replaceAll('_', '-')}`
    const description = `An invented endpoint, disabled: ${reason}`
    await webhooks.insert(tx, { id, makerId, url, description, kinds: [], secret })
    await tx.many(webhooks.recorded('WEBHOOK_MADE', { id, makerId }, { by }))
    await addDeliveries(tx, id, index)
    await tx.many(webhooks.disabling(webhooks.named(id), reason, { by }))
  }
}

/** The second ping failed, after as many attempts as `failures` says. */
const addDeliveries = (tx: Queryable, webhookId: string, failures: number) =>
  tx.many(sql`
    insert into webhook_deliveries
      (webhook_id, kind, happened_at, state, attempts, due_at, last_attempt_at, last_status, last_error, ended_at)
    values
      (${webhookId}, 'ping', now() - interval '2 hours', 'SENT', 1, null, now() - interval '2 hours', 204, null,
        now() - interval '2 hours'),
      (${webhookId}, 'ping', now() - interval '1 hour', 'FAILED', ${failures + 1}, null, now() - interval '1 hour', 410,
        'The endpoint answered 410: it is gone.', now() - interval '1 hour'),
      (${webhookId}, 'reset', now() - interval '1 day', 'SENT', 1, null, now() - interval '1 day', 204, null,
        now() - interval '1 day')`)

/** Without an address nothing is sent. */
async function addNotifications(tx: Queryable, { caller }: Host): Promise<void> {
  const { address } = await tx.one(notifications.lock(caller))
  await notifications.update(tx, caller, {
    address,
    toVerify: undefined,
    mail: true,
    kinds: ['MATCH_EDIT', 'DISPUTE', 'CLAIM_REQUEST', 'MEMBERSHIP_REQUEST', 'INVITATION'],
    pace: 'DAILY',
    locale: 'de',
    timeZone: 'Europe/Berlin',
  })
}
