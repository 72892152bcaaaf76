/** The screens of operators: the state of the service, its people, and a person's account. */
import { sql } from '../../src/db/sql.ts'
import { keep } from '../../src/system/checkups/store.ts'
import type { AppSite } from './site.ts'
import type { Screen } from './screens.ts'
import { HOSTILE, done } from './table.ts'

const WHO = { who: 'Odette', roles: ['player', 'admin'] } satisfies Partial<Screen>

/** Pauses a step of the pipeline, and makes a webhook that the service has switched off, because its endpoint failed. */
export async function newTrouble(site: AppSite, who: string): Promise<void> {
  const operator = await site.person(who, ['player', 'admin'])
  const paused = await operator.post('/pipeline/pause', { step: 'PUBLISH' })
  if (paused.status !== 409) done(paused, 200)
  const url = `https://${'hooks.'.repeat(12)}example.org/scorebook`
  const { id } = done(await operator.post('/webhooks', { url }))
  await site.db.many(
    sql`update webhooks set disabled_at = now(), disabled_reason = 'FAILING' where id = ${id}`,
  )
}

/** The service has looked at itself: its backups are old, and the search service does not answer. */
export async function newCheckup(site: AppSite): Promise<void> {
  const old = { name: '2026-01-01T03-00-00Z-daily', endedAt: '2026-01-01T03:00:04.000Z', bytes: 48_123_904 }
  const folder = `/var/lib/scorebook/${'backups-'.repeat(12)}`
  await site.db.many(
    keep(
      'alpha',
      [
        { name: 'database', state: 'OK', says: 'PostgreSQL 18.4, collation C.UTF-8, schema up to date' },
        { name: 'backups', state: 'FAULT', says: OLD_BACKUP },
        { name: 'port 8080', state: 'UNCHECKED', says: 'Only `scorebook doctor` looks at this.' },
      ],
      {
        enabled: true,
        folder,
        made: [old, { ...old, name: 'older', checkedAt: '2026-01-02T03:00:00.000Z' }],
      },
    ),
  )
}

/** A day of figures, with three hours in which no instance ran. */
export const newDay = (site: AppSite) =>
  site.db.many(sql`
    insert into figures (instance, at, seconds, requests, refused, failed, median, slow, memory, connections, events, mails)
    select '4711@alpha', now() - n * interval '5 minutes', 300, 9_000 + (6_000 * sin(n / 40.0))::int, n % 90, case when n < 12 then 40 else 0 end,
      0.003, 0.02 + 0.015 * abs(sin(n / 7.0)), 400_000_000 + n % 50 * 1_000_000, 14 + n % 5, n % 2, case when n < 20 then 20 - n else 0 end
    from generate_series(0, 286) n where n not between 100 and 136`)

const OLD_BACKUP =
  'the last one is of 2026-01-01T03:00:04Z; the log of the service says why no other was made, and `scorebook backup create` makes one now.'

/** A link in each state. */
async function newLinks(site: AppSite): Promise<void> {
  const operator = await site.person('Odette', ['player', 'admin'])
  const { accountId } = await site.person(HOSTILE[3] ?? '')
  const make = async (body: object) => done(await operator.post('/accounts/links', body)).id
  await make({ kind: 'RESET', accountId })
  await make({ kind: 'INVITATION', roles: ['player', 'catalog-editor', 'translator'], uses: 40 })
  done(await operator.delete(`/accounts/links/${await make({ kind: 'INVITATION' })}`), 204)
  const [used, expired] = [await make({ kind: 'INVITATION' }), await make({ kind: 'INVITATION' })]
  await site.db.many(sql`update sign_in_links set uses_left = 0 where id = ${used}`)
  await site.db.many(
    sql`update sign_in_links set expires_at = now() - interval '1 day' where id = ${expired}`,
  )
}

async function newClients(site: AppSite): Promise<void> {
  const operator = await site.person('Odette', ['player', 'admin'])
  const redirectUris = [`https://${'apps.'.repeat(16)}example.org/callback`]
  for (const client of [
    { displayName: HOSTILE[2], kind: 'WEB', redirectUris },
    { displayName: HOSTILE[0], kind: 'NATIVE', redirectUris: ['org.example.scores:/callback'] },
    { displayName: 'Nightly export', kind: 'SERVICE', roles: ['catalog-service'] },
  ])
    done(await operator.post('/clients', client))
}

const NOBODY = '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a90'

async function disabled(site: AppSite, name: string): Promise<string> {
  const operator = await site.person('Odette', ['player', 'admin'])
  const { accountId } = await site.person(name)
  done(await operator.patch(`/accounts/${accountId}`, { disabled: true }, '*'), 200)
  return `/operator/people/${accountId}`
}

export const OPERATOR_SCREENS: readonly Screen[] = [
  {
    name: 'operator-state',
    ...WHO,
    async path(site) {
      await newTrouble(site, 'Odette')
      await newCheckup(site)
      await newDay(site)
      return '/operator'
    },
    async prepare(page) {
      await page.locator('summary').click()
      await page.getByText('Only `scorebook doctor`').waitFor()
      await page.getByRole('button', { name: 'Table: Connections' }).click()
    },
  },
  {
    name: 'operator-state-new',
    ...WHO,
    path: '/operator',
    async prepare(page, site) {
      await site.db.many(sql`truncate figures`)
      await page.reload()
      await page.getByText('The figures begin').waitFor()
    },
  },
  {
    name: 'operator-people',
    ...WHO,
    async path(site) {
      await Promise.all(HOSTILE.slice(2, 4).map((name) => site.person(name.slice(0, 60))))
      await disabled(site, 'Ottmar')
      return '/operator/people'
    },
  },
  { name: 'operator-people-none', ...WHO, path: '/operator/people?name=zzzz' },
  {
    name: 'operator-person',
    ...WHO,
    path: async (site) => `/operator/people/${(await site.person('Oona')).accountId}`,
    async prepare(page) {
      await page.getByRole('button', { name: 'Make a link' }).click()
      await page.locator('#operator-link').waitFor()
    },
  },
  { name: 'operator-person-disabled', ...WHO, path: (site) => disabled(site, 'Otmar') },
  {
    name: 'operator-person-disable',
    ...WHO,
    path: async (site) => `/operator/people/${(await site.person('Oona')).accountId}`,
    async prepare(page) {
      await page.getByRole('button', { name: 'Disable the account' }).click()
      await page.locator('dialog[open]').waitFor()
    },
  },
  { name: 'operator-webhooks', ...WHO, path: '/operator/webhooks' },
  {
    name: 'operator-webhook',
    ...WHO,
    async path(site) {
      const operator = await site.person('Odette', ['player', 'admin'])
      const { id } = done(await operator.post('/webhooks', { url: 'https://hooks.example.org/scorebook' }))
      done(await operator.post(`/webhooks/${id}/test`), 201)
      await site.db.many(sql`
        update webhook_deliveries set state = 'FAILED', due_at = null, ended_at = now(), attempts = 12,
          last_error = 'It answered 500.' where webhook_id = ${id}`)
      return `/operator/webhooks/${id}`
    },
    async prepare(page) {
      await page.getByText('It answered 500.').waitFor()
    },
  },
  { name: 'operator-webhook-gone', ...WHO, path: `/operator/webhooks/${NOBODY}` },
  { name: 'operator-invitations-none', ...WHO, path: '/operator/invitations?show=open' },
  {
    name: 'operator-invitations',
    ...WHO,
    async path(site) {
      await newLinks(site)
      return '/operator/invitations'
    },
    async prepare(page) {
      await page.getByRole('button', { name: 'Make an invitation' }).click()
      await page.locator('#invitation-link').waitFor()
    },
  },
  {
    name: 'operator-invitations-refused',
    ...WHO,
    path: '/operator/invitations',
    async prepare(page) {
      await page.locator('#invitation-days').fill('never')
      await page.getByRole('button', { name: 'Make an invitation' }).click()
      await page.locator('.fault').waitFor()
    },
  },
  { name: 'operator-clients-none', ...WHO, path: '/operator/clients' },
  {
    name: 'operator-clients',
    ...WHO,
    async path(site) {
      await newClients(site)
      return '/operator/clients'
    },
    async prepare(page) {
      await page.locator('summary').click()
      await page.locator('#client-displayName').fill('Score sheets')
      await page.locator('#client-redirectUris').fill('https://sheets.example.org/callback')
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.locator('#client-secret').waitFor()
    },
  },
  {
    name: 'operator-client-refused',
    ...WHO,
    path: '/operator/clients',
    async prepare(page) {
      await page.locator('summary').click()
      await page.locator('#client-kind').selectOption('SERVICE')
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.locator('.problem').waitFor()
    },
  },
  {
    name: 'operator-client-remove',
    ...WHO,
    path: '/operator/clients',
    async prepare(page) {
      await page
        .getByRole('button', { name: /^Remove/ })
        .first()
        .click()
      await page.locator('dialog[open]').waitFor()
    },
  },
  { name: 'operator-audit', ...WHO, path: '/operator/audit' },
  { name: 'operator-audit-none', ...WHO, path: '/operator/audit?kind=KEY_ROTATED' },
  { name: 'operator-forbidden', who: 'Oona', path: '/operator' },
]
