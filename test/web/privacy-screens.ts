/** The screens about privacy: who sees somebody, groups, trust and data, one row for each state. */
import type { Page } from 'playwright-core'
import { sql } from '../../src/db/sql.ts'
import type { Screen } from './screens.ts'
import { pushKeys } from '../../src/notifications/push/keys.ts'
import { newDevice } from '../notifications/push-service.ts'
import { pushBrowser } from './push-browser.ts'
import { type AppPerson, type AppSite, settled } from './site.ts'
import { HOSTILE, claim, done, newGame, newMatch, newStandIn, selfOf, showEverybody } from './table.ts'

interface Circle {
  owner: AppPerson
  /** The id of the group "Family"; `flat` is the id of "Old flat". */
  family: string
  flat: string
  communityId: string
}

const idOf = async (person: AppPerson): Promise<string> => done(await person.get('/users/me'), 200).id

async function setting(
  person: AppPerson,
  dataType: string,
  level: string,
  groupIds?: string[],
): Promise<void> {
  const { items } = done(await person.get(`/privacy-settings?filter=dataType==${dataType}`), 200)
  const body = { level, ...(groupIds && { groupIds }) }
  done(await person.patch(`/privacy-settings/${items[0].id}`, body, '*'), 200)
}

/** Makes a person with two groups, a trusted editor, a community, and matches with people who claimed their stand-ins. */
function circleOf(site: AppSite, name: string): Promise<Circle> {
  const known = circles.get(site) ?? new Map<string, Promise<Circle>>()
  circles.set(site, known)
  const circle = known.get(name) ?? newCircle(site, name)
  known.set(name, circle)
  return circle
}

const circles = new WeakMap<AppSite, Map<string, Promise<Circle>>>()

async function newCircle(site: AppSite, name: string): Promise<Circle> {
  const owner = await site.person(name)
  const people = await Promise.all(
    ['Bruno', 'Carla', 'Edda', 'Filip', HOSTILE[1] ?? ''].map((one) => site.person(one)),
  )
  const [bruno, carla, edda] = people
  if (!bruno || !carla || !edda) throw new Error('There must be people.')
  for (const person of people) await showEverybody(person, 'PROFILE')
  const group = async (displayName: string, members: readonly AppPerson[]): Promise<string> => {
    const { id } = done(await owner.post('/groups', { displayName }))
    for (const member of members)
      done(await owner.post(`/groups/${id}/members`, { userId: await idOf(member) }), 204)
    return id
  }
  const family = await group('Family', [bruno, carla, edda])
  const flat = await group('Old flat', people)
  done(await owner.post('/trusted-editors', { userId: await idOf(carla) }))
  done(await bruno.post('/trusted-editors', { userId: await idOf(owner) }))
  const club = { displayName: 'Thursdays at the Lighthouse', joinPolicy: 'OPEN' }
  const communityId = done(await bruno.post('/communities', club)).id
  done(await owner.post(`/communities/${communityId}/memberships`))
  const [self, game] = await Promise.all([selfOf(owner), newGame(site, 'Copper Lights')])
  const standIn = await newStandIn(owner, 'Bruno')
  await claim(owner, standIn, bruno)
  for (let n = 0; n < 3; n++)
    await newMatch(
      owner,
      game,
      [
        { id: self, score: 40 + n },
        { id: standIn, score: 38 },
      ],
      { playedAt: `2026-0${n + 1}-15T19:30:00Z`, ...(n === 0 ? { communityId } : {}) },
    )
  const theirs = await newStandIn(bruno, name)
  await claim(bruno, theirs, owner)
  return { owner, family, flat, communityId }
}

/** The settings of the drawing: everybody sees the page, two groups see the matches, and nobody the scores. */
const asDrawn = async (site: AppSite, name: string): Promise<string> => {
  const { owner, family, flat } = await circleOf(site, name)
  await setting(owner, 'PROFILE', 'PUBLIC')
  await setting(owner, 'MATCH_HISTORY', 'PRIVILEGED_ACCESS', [family, flat])
  return '/settings/privacy'
}

const show = async (page: Page, who: string): Promise<void> => {
  await page.getByLabel('Whose view?').selectOption({ label: who })
  await page.getByRole('button', { name: 'Show my page' }).click()
  await page.locator('.sight').waitFor()
  await settled(page)
}

const withMail = async (site: AppSite, isSent: boolean): Promise<string> => {
  await site.db.many(
    sql`update mail_head set sending_until = case when ${isSent} then now() + interval '1 hour' end`,
  )
  return '/settings/notifications'
}

/** The page in a browser that can show messages, or cannot, and with this number of other devices. */
const withPush = (who: string, others: number, more: Partial<Screen> & { script?: string } = {}): Screen => ({
  name: '',
  who,
  ...more,
  async path(site) {
    const { publicKey } = await pushKeys(site.db)
    await site.db.many(
      sql`update push_head set public_key = ${publicKey}, pushing_until = now() + interval '1 hour'`,
    )
    const person = await site.person(who)
    for (let n = 0; n < others; n++)
      done(await person.post('/users/me/notifications/devices', { ...newDevice(), name: NAMES[n] ?? '' }))
    return '/settings/notifications'
  },
  async prepare(page, site) {
    await pushBrowser(page, newDevice())
    await page.addInitScript(more.script ?? '')
    await page.reload()
    await settled(page)
    await more.prepare?.(page, site)
    await page
      .locator('main > section')
      .last()
      .evaluate((part) => part.scrollIntoView())
  },
})

const NAMES = ['Firefox on Android', 'Chrome on Windows', 'Safari on iPad']

export const PRIVACY_SCREENS: readonly Screen[] = [
  {
    name: 'match-ask-once',
    who: 'Askja',
    async path(site) {
      await newStandIn(await site.person('Askja'), 'Bruno')
      return `/record?game=${await newGame(site, 'Ember Keepers')}`
    },
    async prepare(page) {
      for (const name of ['+ Askja (you)', '+ Bruno']) await page.getByRole('button', { name }).click()
      for (const n of [0, 1])
        await page
          .locator('.score-row input')
          .nth(n)
          .fill(String(4 + n))
      await page.getByRole('button', { name: 'Finish match' }).click()
      await page.getByRole('heading', { name: 'Who may see this?' }).waitFor()
    },
  },
  { name: 'who-sees-me-new', path: '/settings/privacy', who: 'Nora' },
  { name: 'who-sees-me-full', who: 'Alma', path: (site) => asDrawn(site, 'Alma') },
  {
    name: 'who-sees-me-nobody-chosen',
    who: 'Nele',
    path: '/settings/privacy',
    prepare: async (page) => {
      const matches = page.getByRole('radiogroup', { name: 'My matches are seen by' })
      await matches.getByLabel('people I choose').check()
      await page.getByRole('button', { name: '+ Add people' }).waitFor()
    },
  },
  {
    name: 'who-sees-me-add',
    who: 'Alva',
    path: (site) => asDrawn(site, 'Alva'),
    prepare: async (page) => {
      await page.getByRole('button', { name: '+ Add people' }).click()
      await page.locator('dialog[open] .chip').first().waitFor()
    },
  },
  {
    name: 'who-sees-me-as-bruno',
    who: 'Alwin',
    path: (site) => asDrawn(site, 'Alwin'),
    prepare: (page) => show(page, 'Bruno'),
  },
  {
    name: 'who-sees-me-as-open',
    who: 'Alwina',
    async path(site) {
      const { owner } = await circleOf(site, 'Alwina')
      for (const type of ['PROFILE', 'MATCH_HISTORY', 'MATCH_DETAILS']) await setting(owner, type, 'PUBLIC')
      return '/settings/privacy'
    },
    prepare: (page) => show(page, 'Family'),
  },
  {
    name: 'who-sees-me-as-full',
    who: 'Alwine',
    async path(site) {
      const { owner } = await circleOf(site, 'Alwine')
      for (const type of ['PROFILE', 'MATCH_HISTORY', 'MATCH_DETAILS']) await setting(owner, type, 'PUBLIC')
      return '/settings/privacy/as/stranger'
    },
  },
  {
    name: 'who-sees-me-as-stranger',
    who: 'Nora',
    path: '/settings/privacy',
    prepare: (page) => show(page, 'Somebody new here'),
  },
  {
    name: 'who-sees-my-matches',
    who: 'Alma',
    path: async (site) => {
      await asDrawn(site, 'Alma')
      return '/settings/privacy/matches'
    },
  },
  { name: 'who-sees-my-scores-none', path: '/settings/privacy/scores', who: 'Nora' },
  { name: 'notifications-off', path: (site) => withMail(site, false), who: 'Nora' },
  {
    name: 'notifications-full',
    who: 'Nele',
    path: (site) => withMail(site, true),
    prepare: async (page) => {
      await page.getByLabel('E-mail address').fill('nele@example.org')
      await page.getByRole('button', { name: 'Send the link' }).click()
      await page.getByText('A link is on its way').waitFor()
    },
  },
  withPush('Pia', 0, {
    name: 'notifications-push-on',
    async prepare(page) {
      await page.context().grantPermissions(['notifications'])
      await page.getByRole('button', { name: 'Turn on' }).click()
      await page.getByText('This device shows push messages from now on').waitFor()
    },
  }),
  withPush('Paul', 3, { name: 'notifications-push-three-devices' }),
  withPush('Petra', 0, {
    name: 'notifications-push-denied',
    script: `Object.defineProperty(Notification, 'permission', { get: () => 'denied' })`,
  }),
  withPush('Pim', 0, { name: 'notifications-push-unknown', script: 'delete globalThis.PushManager' }),
  { name: 'groups-empty', path: '/settings/groups', who: 'Nora' },
  {
    name: 'groups-full',
    who: 'Alba',
    async path(site) {
      const { owner } = await circleOf(site, 'Alba')
      const other = await site.person('Gero')
      const { id } = done(await other.post('/groups', { displayName: HOSTILE[3] ?? '' }))
      done(await other.post(`/groups/${id}/members`, { userId: await idOf(owner) }), 204)
      const asked = await newStandIn(other, 'Alba')
      done(await owner.post('/claim-requests', { ghostPlayerId: asked }))
      return '/settings/groups'
    },
  },
  {
    name: 'group-full',
    who: 'Alda',
    path: async (site) => `/settings/groups/${(await circleOf(site, 'Alda')).flat}`,
  },
  {
    name: 'group-empty',
    who: 'Nora',
    async path(site) {
      const { id } = done(await (await site.person('Nora')).post('/groups', { displayName: 'Nobody yet' }))
      return `/settings/groups/${id}`
    },
  },
  { name: 'group-missing', path: '/settings/groups/0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2aff', who: 'Nora' },
  { name: 'trust-empty', path: '/settings/trusted-editors', who: 'Nora' },
  {
    name: 'trust-full',
    who: 'Alina',
    async path(site) {
      await circleOf(site, 'Alina')
      return '/settings/trusted-editors'
    },
  },
  { name: 'data-new', path: '/settings/data', who: 'Nora' },
  {
    name: 'data-full',
    who: 'Anton',
    async path(site) {
      await circleOf(site, 'Anton')
      return '/settings/data'
    },
  },
  {
    name: 'data-erase',
    who: 'Anton',
    path: '/settings/data',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'See what happens' }).click()
      await page.getByRole('button', { name: 'Erase my account' }).click()
      await page.locator('dialog[open]').waitFor()
    },
  },
]
