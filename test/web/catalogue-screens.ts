/** The screens of reviewers: the queue, retrying many, a candidate, and the question before it is rejected. */
import type { Screen } from './screens.ts'
import { failRules, interpret, suspend } from './candidates.ts'
import { newCandidate } from './table.ts'

const REVIEWER = { who: 'Ravi', roles: ['player', 'catalog-editor'] } satisfies Partial<Screen>

export const CATALOGUE_SCREENS: readonly Screen[] = [
  {
    name: 'catalogue-queue',
    ...REVIEWER,
    async path(site) {
      await interpret(site, await newCandidate(site, 'Harbour Lights'))
      await failRules(site, await newCandidate(site, 'Harbour Lights: Storm', { isExpansion: true }))
      return '/catalogue/candidates'
    },
  },
  {
    name: 'catalogue-queue-none',
    ...REVIEWER,
    path: '/catalogue/candidates?status=REJECTED',
  },
  {
    name: 'catalogue-retry',
    ...REVIEWER,
    path: '/catalogue/candidates',
    async prepare(page) {
      await page.locator('.head button').click()
      await page.locator('dialog p[role=status]:not(:empty) ~ .actions').waitFor()
    },
  },
  {
    name: 'catalogue-candidate-compared',
    ...REVIEWER,
    async path(site) {
      const id = await newCandidate(site, 'Harbour Lanes')
      await interpret(site, id)
      return `/catalogue/candidates/${id}`
    },
  },
  {
    name: 'catalogue-candidate-typed',
    ...REVIEWER,
    async path(site) {
      const id = await newCandidate(site, 'Harbour Waves', { isExpansion: true, baseGameCatalogId: 999_001 })
      await interpret(site, id)
      const { post } = await site.person('Edith', ['player', 'catalog-editor'])
      await post(`/candidates/${id}/rule-sources`, { url: 'https://rules.example.org/harbour-waves.pdf' })
      return `/catalogue/candidates/${id}`
    },
    async prepare(page) {
      await page.locator('#candidate-displayName').fill('Harbour Waves 2')
      await page.locator('.compared ~ .actions').first().scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'catalogue-candidate-failed',
    ...REVIEWER,
    async path(site) {
      const id = await newCandidate(site, 'Harbour Lost')
      await failRules(site, id)
      return `/catalogue/candidates/${id}`
    },
  },
  {
    name: 'catalogue-candidate-reject',
    ...REVIEWER,
    path: async (site) => `/catalogue/candidates/${await newCandidate(site, 'Harbour Dull')}`,
    async prepare(page) {
      await page.keyboard.press('r')
      await page.locator('dialog[open]').waitFor()
    },
  },
  {
    name: 'catalogue-pipeline',
    who: 'Paula',
    roles: ['player', 'admin'],
    async path(site) {
      await suspend(site)
      const { post } = await site.person('Edith', ['player', 'admin'])
      await post('/pipeline/pause', { step: 'PUBLISH' })
      await post('/pipeline/enrich', { catalogIds: [998_001, 998_002] })
      return '/catalogue/pipeline'
    },
  },
]
