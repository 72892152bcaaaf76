/** Nobody with only one scope can make a credential or a role with more rights. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { operations } from '../../src/api.ts'
import { sql } from '../../src/db/sql.ts'
import { type Role, ROLES, allScopes, scopesOfRoles } from '../../src/identity/roles.ts'
import { type Person } from '../support.ts'
import { testWorld } from '../world.ts'
import { type Prepared } from '../conventions/recipe.ts'
import { prepare, send } from '../conventions/recipes.ts'

const { service, world } = await testWorld()
const { db } = service

/** All credentials by kind and id, with the scopes that each allows. */
async function credentials(): Promise<Map<string, ReadonlySet<string>>> {
  const rows = await db.many(sql<{ what: string; roles: string[] | null; scopes: string[] | null }>`
    select 'account ' || id as what, case when disabled_at is null then roles else '{}' end as roles, null as scopes from accounts
    union all select 'client ' || id, roles, string_to_array(metadata ->> 'api_scope', ' ') from oidc_clients
    union all select 'token ' || id, null, scopes from personal_tokens
    union all select 'invitation ' || id, case when makes_accounts then '{player}'::text[] else '{}' end, null from invitations
    union all select 'link ' || l.id, l.roles || coalesce(a.roles, '{}'), null
      from sign_in_links l left join accounts a on a.id = l.account_id`)
  return new Map(
    rows.map(({ what, roles, scopes }) => [
      what,
      new Set([...scopesOfRoles(roles ?? []), ...(scopes ?? [])]),
    ]),
  )
}

/** Fails if `deed` gave a credential a scope that it did not have. */
async function mustGainNothing(scope: string, deed: () => Promise<string>): Promise<void> {
  const before = await credentials()
  const said = await deed()
  for (const [what, scopes] of await credentials()) {
    const had = before.get(what) ?? new Set()
    const gained = [...scopes].filter((one) => one !== scope && !had.has(one))
    assert.deepEqual(gained.slice(0, 3), [], `${scope} alone made ${what} by ${said}`)
  }
}

/** Root, with a token that has only this scope. */
const holding = (scope: string): Promise<Person> => service.as(world.nameOf(world.root), { scope })

for (const operation of operations.filter(({ handling }) => handling.kind === 'change'))
  test(`${operation.id} with ${operation.scope} alone gains nothing`, async () => {
    const prepared: Prepared = await prepare(operation, world)
    const by = await holding(operation.scope)
    await mustGainNothing(operation.scope, async () => {
      const { status } = await send(operation, { ...prepared, by })
      return `${operation.id}, which answered ${status}`
    })
  })

/** A request of somebody who wants more rights. It is tried with each role and scope. */
type Climb = [scope: string, send: (by: Person, role: Role) => Promise<{ status: number }>]

let administrator: string
let disabled: string
before(async () => {
  administrator = (await service.account('an administrator', ['admin'])).accountId
  disabled = (await service.account('a disabled administrator', ['admin'])).accountId
  await db.many(sql`update accounts set disabled_at = now() where id = ${disabled}`)
})

const redirectUris = ['https://climb.example.org/']
const climbs: Record<string, Climb> = {
  'a service with a role': [
    'client-create',
    (by, role) => by.post('/clients', { displayName: 'S', kind: 'SERVICE', roles: [role] }),
  ],
  'a service with a role, for one scope': [
    'client-create',
    (by, role) =>
      by.post('/clients', {
        displayName: 'S',
        kind: 'SERVICE',
        roles: [role],
        scopes: [[...scopesOfRoles([role])][0]],
      }),
  ],
  'an app with scopes': [
    'client-create',
    (by, role) =>
      by.post('/clients', {
        displayName: 'A',
        kind: 'WEB',
        redirectUris,
        scopes: [...scopesOfRoles([role])],
      }),
  ],
  'an app that says nothing of scopes': [
    'client-create',
    (by) => by.post('/clients', { displayName: 'A', kind: 'WEB', redirectUris }),
  ],
  'a new secret of a service': [
    'client-update',
    async (by, role) => {
      const body = { displayName: 'S', kind: 'SERVICE', roles: [role] }
      const { id } = (await world.root.post('/clients', body)).body
      const before = await db.many(sql`select secret_hash from oidc_clients where id = ${id}`)
      const refused = await by.post(`/clients/${id}/secret`, undefined)
      assert.deepEqual(await db.many(sql`select secret_hash from oidc_clients where id = ${id}`), before)
      await db.many(sql`delete from oidc_clients where id = ${id}`)
      return refused
    },
  ],
  'an invitation': [
    'account-create',
    (by, role) => by.post('/accounts/links', { kind: 'INVITATION', roles: [role] }),
  ],
  'an invitation of the usual kind': [
    'account-create',
    (by) => by.post('/accounts/links', { kind: 'INVITATION' }),
  ],
  'a reset of an administrator': [
    'account-create',
    (by) => by.post('/accounts/links', { kind: 'RESET', accountId: administrator }),
  ],
  'a role for a new account': [
    'account-update',
    async (by, role) =>
      by.patch(`/accounts/${(await service.account(`none ${role}`, [])).accountId}`, { roles: [role] }, '*'),
  ],
  'an administrator who is enabled again': [
    'account-update',
    (by) => by.patch(`/accounts/${disabled}`, { disabled: false }, '*'),
  ],
  'a personal token': [
    'token-create',
    (by, role) =>
      by.post('/users/me/tokens', {
        name: 'T',
        scopes: [...scopesOfRoles([role])].filter((scope) => scope !== 'svc-engine:token-create'),
        days: 1,
      }),
  ],
}

for (const [name, [scope, climb]] of Object.entries(climbs))
  test(`${name} is not made with ${scope} alone`, async () => {
    for (const role of ROLES) {
      const alone = `svc-engine:${scope}`
      const by = await holding(alone)
      await mustGainNothing(alone, async () => `${name}, which answered ${(await climb(by, role)).status}`)
    }
  })

test('whoever has every scope that a credential would get may make it', async () => {
  const scopes = ['svc-engine:client-create', ...scopesOfRoles(['catalog-service'])]
  const by = await holding(scopes.join(' '))
  const made = await by.post('/clients', { displayName: 'Sync', kind: 'SERVICE', roles: ['catalog-service'] })
  assert.equal(made.status, 201)
  const app = await by.post('/clients', { displayName: 'App', kind: 'WEB', redirectUris })
  assert.deepEqual(app.body.scopes.toSorted(), scopes.toSorted())
  const refused = await by.post('/clients', { displayName: 'All', kind: 'SERVICE', roles: ['admin'] })
  assert.equal(refused.status, 403)
  assert.match(refused.body.detail, /You lack the scope svc-engine:/)
})

test('an app that says nothing of its scopes may ask for all that an administrator has', async () => {
  const { body } = await world.root.post('/clients', { displayName: 'App', kind: 'WEB', redirectUris })
  assert.deepEqual(new Set(body.scopes), allScopes)
})
