/** The screens of invitations: making and showing a code, and the page that a code opens. */
import type { Page } from 'playwright-core'
import { sql } from '../../src/db/sql.ts'
import { withPublicLinks } from './code.ts'
import type { Screen } from './screens.ts'
import { type AppPerson, type AppSite, visit } from './site.ts'
import { done, newGame, newMatch, newStandIn, selfOf } from './table.ts'

const day = (n: number) => new Date(Date.UTC(2026, 10, 17 - 9 * n, 18)).toISOString()

interface Table {
  host: AppPerson
  match: string
  /** The ids of Bruno, Carla and Edda. */
  standIns: string[]
}

/** Makes a person who has recorded some matches with three others. */
async function table(site: AppSite, name: string, matches: number): Promise<Table> {
  const host = await site.person(name)
  const self = await selfOf(host)
  const standIns: string[] = []
  for (const one of ['Bruno', 'Carla', 'Edda']) standIns.push(await newStandIn(host, one))
  const games: string[] = []
  for (const one of ['Copper Lights', 'Harbour Keepers', 'Glacier Express'])
    games.push(await newGame(site, one))
  let match = ''
  for (let n = matches - 1; n >= 0; n--)
    match = await newMatch(
      host,
      games[n % 3] ?? '',
      [...standIns, self].map((id, at) => ({ id, score: 47 - at * (n % 2 === 0 ? 2 : -3) })),
      { playedAt: day(n) },
    )
  return { host, match, standIns }
}

async function codeOf(site: AppSite, name: string, matches: number): Promise<string> {
  const { host, standIns } = await table(site, name, matches)
  const { secret } = done(await host.post(`/ghost-players/${standIns[0]}/invitations`))
  return `/invitation#${secret}`
}

async function toCommunity(site: AppSite, name: string): Promise<{ host: AppPerson; id: string }> {
  const host = await site.person(name)
  const body = { displayName: 'Thursdays at the Lighthouse', joinPolicy: 'REQUIRES_APPROVAL' }
  return { host, id: done(await host.post('/communities', body)).id }
}

/** The service says that it sends mail. */
const sendMail = (site: AppSite) =>
  site.db.many(sql`update mail_head set sending_until = now() + interval '1 hour'`)

const toMail = (page: Page) =>
  page.evaluate(`document.querySelector('.code-mail').scrollIntoView({ block: 'center' })`)

const sayYes = (page: Page) => page.getByLabel('Yes, that is me').check()

export const INVITATION_SCREENS: readonly Screen[] = [
  {
    name: 'match-offers',
    who: 'Ilse',
    path: async (site) => `/matches/${(await table(site, 'Ilse', 3)).match}`,
    prepare: async (page) => page.getByRole('heading', { name: 'Let these matches count for' }).waitFor(),
  },
  {
    name: 'match-code',
    who: 'Jana',
    path: async (site) => `/matches/${(await table(site, 'Jana', 3)).match}`,
    prepare: async (page, site) => {
      await withPublicLinks(page, site)
      await page.getByRole('button', { name: 'Make a code', exact: true }).click()
      await page.locator('.sheet.code').waitFor()
    },
  },
  {
    name: 'match-code-by-mail',
    who: 'Jella',
    async path(site) {
      await sendMail(site)
      return `/matches/${(await table(site, 'Jella', 3)).match}`
    },
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Make a code', exact: true }).click()
      await page.locator('.sheet.code').waitFor()
      await toMail(page)
    },
  },
  {
    name: 'community-codes-by-mail',
    who: 'Kira',
    async path(site) {
      await sendMail(site)
      return `/communities/${(await toCommunity(site, 'Kira')).id}`
    },
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Invite with a code' }).click()
      await page.getByLabel('E-mail address').fill('bruno@example.org')
      await page.getByRole('button', { name: 'Send by mail' }).click()
      await page.getByText('is on its way').waitFor()
      await toMail(page)
    },
  },
  {
    name: 'community-codes',
    who: 'Karl',
    path: async (site) => {
      const { host, id } = await toCommunity(site, 'Karl')
      done(await host.post(`/communities/${id}/invitations`, { uses: 4, days: 7 }))
      return `/communities/${id}`
    },
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Invite with a code' }).click()
      await page.getByRole('button', { name: 'Make a code', exact: true }).click()
      await page.locator('.sheet.code').waitFor()
    },
  },
  {
    name: 'invitation-question',
    who: 'a stranger',
    path: (site) => codeOf(site, 'Lena', 14),
  },
  {
    name: 'invitation-password',
    who: 'a stranger',
    path: (site) => codeOf(site, 'Mona', 1),
    prepare: async (page) => {
      await sayYes(page)
      await page.getByLabel('A password').waitFor()
    },
  },
  {
    name: 'invitation-first',
    who: 'a stranger',
    path: (site) => codeOf(site, 'Nele', 0),
    prepare: sayYes,
  },
  {
    name: 'invitation-signed-in',
    who: 'Otto',
    path: (site) => codeOf(site, 'Petra', 4),
    prepare: sayYes,
  },
  {
    name: 'invitation-community',
    who: 'a stranger',
    path: async (site) => {
      const { host, id } = await toCommunity(site, 'Quinn')
      return `/invitation#${done(await host.post(`/communities/${id}/invitations`)).secret}`
    },
  },
  {
    name: 'invitation-trust',
    who: 'Otto',
    path: async (site) => {
      const host = await site.person('Rosa')
      return `/invitation#${done(await host.post('/trusted-editors/invitations')).secret}`
    },
  },
  { name: 'invitation-gone', who: 'a stranger', path: `/invitation#${'x'.repeat(43)}` },
  {
    name: 'invitation-no',
    who: 'a stranger',
    path: (site) => codeOf(site, 'Sonja', 2),
    // Choosing "no" by mistake ends nothing, not even with the keyboard.
    prepare: async (page) => {
      await page.getByLabel('Yes, that is me').focus()
      await page.keyboard.press('ArrowDown')
      await page.getByRole('button', { name: /^I am not/ }).waitFor()
    },
  },
  {
    name: 'invitation-declined',
    who: 'a stranger',
    path: (site) => codeOf(site, 'Sara', 2),
    prepare: async (page) => {
      await page.getByLabel('That is somebody else').check()
      await page.getByRole('button', { name: /^I am not/ }).click()
      await page.getByRole('heading', { name: 'Somebody else' }).waitFor()
    },
  },
  {
    name: 'invitation-without-code',
    who: 'somebody without a code',
    path: '/invitation',
    prepare: (page, site) => visit(page, site, '/invitation'),
  },
]
