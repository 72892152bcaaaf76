/** The screens of operators: the state of the service, its people, and a person's account. */
import { sql } from '../../src/db/sql.ts'
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
      return '/operator'
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
  { name: 'operator-forbidden', who: 'Oona', path: '/operator' },
]
