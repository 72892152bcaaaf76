/** The screens of imports: a file picked, refused, asked about, read, running, done and broken off, and the missing games. */
import type { Page } from 'playwright-core'
import { sql } from '../../src/db/sql.ts'
import { purge } from '../../src/db/purging.ts'
import { purgesOfImports } from '../../src/imports/purges.ts'
import { workOn } from '../../src/imports/work.ts'
import { bgStatsFile } from '../imports/bg-stats-file.ts'
import { bgStats, importFile, start, workAll } from '../imports/files.ts'
import type { Screen } from './screens.ts'
import type { AppPerson, AppSite } from './site.ts'
import { HOSTILE, done, newGame, newStandIn } from './table.ts'

const score = (player: string, points: string) => ({ player, score: points })

/** A file with matches of each kind: two people and a game to ask about, a game that is missing, a match without a date. */
export async function mixedFile(site: AppSite, who: AppPerson): Promise<string> {
  const [one] = await Promise.all([newGame(site, 'Import Lanterns'), newStandIn(who, 'Bob')])
  await Promise.all([newStandIn(who, 'Carla'), newGame(site, 'Twin Ferries')])
  await newGame(site, 'Twin Ferries')
  await newStandIn(who, 'Carla')
  return bgStats(
    ['Me', 'Bob Keller', 'Carla', 'Dario', HOSTILE[3] ?? ''],
    [
      { name: 'Import Lanterns' },
      { name: 'Twin Ferries' },
      { name: `Missing ${one.slice(0, 4)}` },
      { name: HOSTILE[0] ?? '' },
    ],
    [
      ...Array.from({ length: 12 }, (_, n) => ({
        date: `2024-05-${String(n + 1).padStart(2, '0')} 20:00:00`,
        game: n % 3 === 2 ? 'Twin Ferries' : 'Import Lanterns',
        scores: [score('Me', '12+3'), score('Bob Keller', n === 0 ? '12 points' : '10'), score('Dario', '9')],
      })),
      { game: `Missing ${one.slice(0, 4)}`, scores: [score('Me', '1'), score('Carla', '2')] },
      { game: HOSTILE[0] ?? '', scores: [score('Me', '1'), score(HOSTILE[3] ?? '', '2')] },
      { game: 'Import Lanterns', scores: [] },
    ],
  )
}

async function imported(site: AppSite, name: string, file?: string): Promise<{ who: AppPerson; id: string }> {
  const who = await site.person(name)
  return { who, id: done(await importFile(who, file ?? (await mixedFile(site, who)))).id }
}

const pathOf = (id: string) => `/settings/import?id=${id}`

const withGames = new WeakSet<AppSite>()

/** Plays of games that are here. The games are made once, because a game that is here twice is asked about. */
async function manyPlays(site: AppSite, plays: number): Promise<string> {
  const file = bgStatsFile({ plays, games: 2, people: 6, seed: 4 })
  const { games } = JSON.parse(file) as { games: { name: string; isExpansion: number }[] }
  if (!withGames.has(site))
    for (const { name, isExpansion } of games) if (isExpansion === 0) await newGame(site, name)
  withGames.add(site)
  return file
}

/** What is about no play: deleted entries, and challenges of the app. */
const withNotes = (file: string): string =>
  JSON.stringify({
    ...(JSON.parse(file) as object),
    deletedObjects: [1, 2].map((n) => ({ objectType: 'Play', uuid: `gone ${n}` })),
    challenges: [{ name: HOSTILE[0] }],
  })

async function addingGames(site: AppSite, name: string): Promise<string> {
  const who = await site.person(name, ['player', 'catalog-editor'])
  const file = bgStatsFile({ plays: 40, games: 9, people: 6, seed: 9 }).replaceAll('9500', '7700')
  return pathOf(done(await importFile(who, file.replaceAll(GAME_WORDS, backwards))).id)
}

/** Other groups of the page can be there before it. */
const newGames = (page: Page) =>
  page.locator('section', { has: page.getByRole('button', { name: /^Add (?:this|these) / }) })

/** Their games must be similar to no game of another screen. */
const GAME_WORDS =
  /\b(?:Lantern|Quick|Silent|Copper|Hidden|Merry|Northern|Paper|Salty|Tall|Harbour|Snails|Bridges|Orchard|Mills|Comets|Caravan|Foxes|Towers|Rivers)\b/g
const backwards = (word: string) => [...word].toReversed().join('')

export const pickFile = (page: Page, text: string, name = 'export.json') =>
  page
    .locator('#import-file')
    .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })

async function openAll(page: Page): Promise<void> {
  await page.locator('main details').first().waitFor()
  await page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true })")
  await page.locator('details li').first().waitFor()
}

export const IMPORT_SCREENS: readonly Screen[] = [
  { name: 'import-none', path: '/settings/import', who: 'Imke' },
  {
    name: 'import-broken-file',
    path: '/settings/import',
    who: 'Imke',
    async prepare(page) {
      await page.locator('main summary').click()
      await pickFile(page, '{"plays": [', 'half of it.json')
      await page.locator('#import-file-fault').waitFor()
    },
  },
  {
    name: 'import-questions',
    who: 'Isa',
    path: async (site) => pathOf((await imported(site, 'Isa')).id),
    async prepare(page) {
      await page.locator('.chip').first().waitFor()
      await openAll(page)
    },
  },
  {
    name: 'import-dry-run',
    who: 'Ivo',
    path: async (site) => pathOf((await imported(site, 'Ivo', withNotes(await manyPlays(site, 30)))).id),
    prepare: openAll,
  },
  {
    name: 'import-add-games',
    who: 'Ilka',
    roles: ['player', 'catalog-editor'],
    path: (site) => addingGames(site, 'Ilka'),
    async prepare(page) {
      await newGames(page).locator('summary').click()
      await newGames(page).locator('li').first().waitFor()
    },
  },
  {
    name: 'import-new-game',
    who: 'Irmela',
    roles: ['player', 'catalog-editor'],
    path: (site) => addingGames(site, 'Irmela'),
    async prepare(page) {
      await newGames(page).locator('summary').click()
      await newGames(page).locator('li button').first().click()
      await page.locator('dialog[open]').waitFor()
    },
  },
  {
    name: 'import-running',
    who: 'Ingo',
    async path(site) {
      const { who, id } = await imported(site, 'Ingo', await manyPlays(site, 450))
      done(await start(who, id), 200)
      await workOn(site.db, () => {})
      return pathOf(id)
    },
  },
  {
    name: 'import-done',
    who: 'Ina',
    async path(site) {
      const who = await site.person('Ina')
      const file = bgStats(
        ['Me', 'Dario'],
        [{ name: 'Import Lanterns' }, { name: 'Nowhere To Be Found' }],
        [
          { game: 'Import Lanterns', scores: [score('Me', '12'), score('Dario', '11')] },
          { game: 'Nowhere To Be Found', scores: [score('Me', '12'), score('Dario', '11')] },
          { game: 'Import Lanterns', scores: [] },
        ],
      )
      await newGame(site, 'Import Lanterns Two')
      const { id } = done(await importFile(who, file.replaceAll('Import Lanterns', 'Import Lanterns Two')))
      done(await start(who, id), 200)
      await workAll(site.db)
      return pathOf(id)
    },
  },
  {
    name: 'import-failed',
    who: 'Inga',
    async path(site) {
      const { id } = await imported(site, 'Inga', await manyPlays(site, 20))
      await site.db.many(sql`
        update imports set state = 'FAILED', started_at = now(), ended_at = now(),
          failure = 'Some plays could not be made into matches; the log of the service says why.'
        where id = ${id}`)
      return pathOf(id)
    },
  },
  {
    name: 'import-zone',
    who: 'Iva',
    path: async (site) => pathOf((await imported(site, 'Iva', await manyPlays(site, 6))).id),
    prepare: (page) => page.locator('#import-zone').scrollIntoViewIfNeeded(),
  },
  {
    name: 'import-expired',
    who: 'Irma',
    async path(site) {
      const { id } = await imported(site, 'Irma', await manyPlays(site, 20))
      await site.db.many(sql`update imports set updated_at = now() - interval '91 days' where id = ${id}`)
      for (const one of purgesOfImports) await purge(site.db, one)
      return pathOf(id)
    },
  },
  { name: 'import-earlier', path: '/settings/import', who: 'Ina' },
  {
    name: 'import-forget',
    path: '/settings/import',
    who: 'Ina',
    async prepare(page) {
      await page
        .getByRole('button', { name: /^(Forget this import|Diesen Import vergessen)/ })
        .first()
        .click()
      await page.locator('dialog[open]').waitFor()
    },
  },
  { name: 'games-missing', path: '/games/missing', who: 'Ilka', roles: ['player', 'catalog-editor'] },
]
