/** The screens of reviewers: the queue, retrying many, a candidate, and the question before it is rejected. */
import type { Screen } from './screens.ts'
import { failRules, interpret, suspend } from './candidates.ts'
import { CSV } from '../pipeline/rankings/recipes.ts'
import { HOSTILE, done, newCandidate } from './table.ts'

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
  { name: 'catalogue-rankings-none', ...REVIEWER, path: '/catalogue/rankings' },
  {
    name: 'catalogue-rankings-refused',
    ...REVIEWER,
    path: '/catalogue/rankings',
    async prepare(page) {
      const file = { name: 'notes.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') }
      await page.locator('#ranking-file').setInputFiles(file)
      await page.locator('.fault').waitFor()
    },
  },
  {
    name: 'catalogue-rankings',
    ...REVIEWER,
    async path(site) {
      const { post } = await site.person('Ravi', ['player', 'catalog-editor'])
      for (const csv of ['id,name,rank\n1,Ebb,1\n', UNREADABLE])
        done(await post('/pipeline/import-rankings', csv, CSV), 200)
      return '/catalogue/rankings'
    },
    async prepare(page) {
      await page.locator('summary').click()
    },
  },
]

const UNREADABLE = `id,name,rank
4711,Harbour Lights,1
4712,"Rising Tides,2
0,Flow,3
4713,${'W'.repeat(150)},first
4714,${HOSTILE[0]}
`
