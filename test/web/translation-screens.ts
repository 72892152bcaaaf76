/** The screens of translators: applications with their languages, texts, and files. */
import type { Page } from 'playwright-core'
import type { Screen } from './screens.ts'
import type { AppSite } from './site.ts'
import { HOSTILE, done } from './table.ts'

const key = (n: number, baseText: string, type = 'NUMBER') => ({
  key: `table.text${n}`,
  baseText,
  arguments: [{ name: 'count', type }],
})

/** How many of the texts are written and published in each language. */
const LANGUAGES: [locale: string, written: number, published: number][] = [
  ['ar', 12, 4],
  ['de', 40, 40],
  ['pl', 31, 20],
  ['pt-BR', 3, 0],
  ['zh-Hant-TW', 1, 0],
]

/** An application with 40 texts. The arguments of one, and the words of two, have changed since they were translated. */
export async function newApplication(site: AppSite, id: string, displayName: string, description?: string) {
  const owner = await site.person('Odile', ['player', 'application-owner'])
  const app = `/applications/${id}`
  await owner.post('/applications', {
    applicationId: id,
    displayName,
    baseLocale: 'en',
    ...(description === undefined ? {} : { description }),
  })
  const keys = Array.from({ length: 40 }, (_, n) => key(n, `Text ${n}`))
  await owner.post(`${app}/keys/import`, { baseLocale: 'en', keys })
  for (const [locale, written, published] of LANGUAGES) {
    const translations = keys.slice(0, written).map((one) => ({ key: one.key, text: '{count, number}' }))
    await owner.post(`${app}/translations/${locale}/import`, { translations })
    const ready = translations.slice(0, published).map((one) => one.key)
    if (published > 0) await owner.post(`${app}/translations/publish`, { locale, keys: ready })
  }
  const later = [key(0, 'Text 0', 'DATE'), key(1, 'Another 1'), key(2, 'Another 2'), ...keys.slice(3)]
  await owner.post(`${app}/keys/import`, { baseLocale: 'en', keys: later })
}

const players = {
  key: 'table.players',
  baseText: '{count, plural, one {# player sits at {table}.} other {# players sit at {table}.}}',
  description: 'Above the list of players',
  arguments: [
    { name: 'count', type: 'NUMBER' },
    { name: 'table', type: 'ANY' },
  ],
}

const host = {
  key: 'table.host',
  baseText: '{gender, select, female {She is the host.} male {He is the host.} other {They are the host.}}',
  arguments: [{ name: 'gender', type: 'STRING' }],
}

/** An application with a plural, a select and plain texts. One is translated into Arabic. Returns the path of its translations. */
export async function newTexts(site: AppSite, id: string, plain = 6): Promise<string> {
  const owner = await site.person('Odile', ['player', 'application-owner'])
  done(await owner.post('/applications', { applicationId: id, displayName: 'Arcade', baseLocale: 'en' }))
  const keys = [
    ...Array.from({ length: plain }, (_, n) => ({
      key: `menu.text${String(n + 1).padStart(3, '0')}`,
      baseText: `Text ${n + 1}`,
      arguments: [],
    })),
    host,
    players,
  ]
  done(await owner.post(`/applications/${id}/keys/import`, { baseLocale: 'en', keys }), 200)
  const text = '{count, plural, one {لاعب واحد عند {table}.} other {# لاعبين عند {table}.}}'
  const translations = [{ key: players.key, text }]
  done(await owner.post(`/applications/${id}/translations/ar/import`, { translations }), 200)
  return `/translations/${id}`
}

export const pickFile = (page: Page, file: string | object, name = 'texts.json') =>
  page.locator('input[type=file]').setInputFiles({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(typeof file === 'string' ? file : JSON.stringify(file)),
  })

/** Keys of the next build: some are new, some changed, and some are left out. */
const laterKeys = {
  baseLocale: 'en',
  keys: [
    { ...players, arguments: players.arguments.toReversed(), baseText: `{count} ${HOSTILE[2] ?? ''}` },
    { ...host, description: 'On top' },
    ...[1, 2, 3].map((n) => ({ key: `menu.text00${n}`, baseText: `Text ${n}`, arguments: [] })),
    ...Array.from({ length: 130 }, (_, n) => ({ key: `more.n${n}`, baseText: `More ${n}`, arguments: [] })),
  ],
}

/** A file in which one text is new, one changed, one outdated, one changed here too, and some do not fit. */
async function mixedFile(site: AppSite, id: string): Promise<object> {
  const tove = await site.person('Tove', ['player', 'translator'])
  const place = `/applications/${id}/translations/pl/import`
  const write = async (key: string, text: string) =>
    done(await tove.post(place, { translations: [{ key, text }] }), 200)
  await write('menu.text002', 'Tekst 2')
  await write('menu.text003', 'Tekst 3')
  const file = done(await tove.get(`/applications/${id}/locales/pl/export/json`), 200)
  await write('menu.text003', 'Trzeci tekst')
  const texts: Record<string, string> = {
    'menu.text001': 'Tekst pierwszy',
    'menu.text002': 'Tekst drugi',
    'menu.text003': 'Tekst trzeci',
    'menu.text004': HOSTILE[2] ?? '',
    'table.players': '{anzahl} {table',
    'table.host': '{gender, plural, other {#}}',
  }
  for (const one of file.translations) one.text = texts[one.key] ?? one.text
  file.translations[0].baseText = 'An earlier text'
  return file
}

/** Waits for what an import would change, and opens every list. */
async function openAll(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'What the import will change' }).waitFor()
  for (const summary of await page.locator('main summary').all()) await summary.click()
}

export const TRANSLATION_SCREENS: readonly Screen[] = [
  {
    name: 'translations-full',
    who: 'Tove',
    roles: ['player', 'translator'],
    async path(site) {
      const long = HOSTILE[2] ?? ''
      await newApplication(site, 'table-companion', 'Table Companion', 'Scores at the table, on a phone.')
      await newApplication(site, 'names', long, `${long} ${long}`)
      return '/translations'
    },
  },
  {
    name: 'translation-editor',
    who: 'Wanda',
    roles: ['player', 'application-owner'],
    path: async (site) => `${await newTexts(site, 'arcade')}/ar?show=all&key=table.players`,
  },
  {
    name: 'translation-queue',
    who: 'Wim',
    roles: ['player', 'translator'],
    path: async (site) => `${await newTexts(site, 'arbour')}/pl`,
  },
  {
    name: 'translation-done',
    who: 'Wes',
    roles: ['player', 'translator'],
    path: async (site) => `${await newTexts(site, 'arch')}/ar?show=outdated`,
  },
  {
    name: 'translations-owner',
    who: 'Orla',
    roles: ['player', 'application-owner'],
    async path(site) {
      await newTexts(site, 'atrium')
      return '/translations'
    },
  },
  {
    name: 'keys-import',
    who: 'Orla',
    roles: ['player', 'application-owner'],
    path: async (site) => `${await newTexts(site, 'attic')}/import`,
  },
  {
    name: 'keys-import-tried',
    who: 'Orla',
    roles: ['player', 'application-owner'],
    path: async (site) => `${await newTexts(site, 'aviary')}/import`,
    async prepare(page) {
      await pickFile(page, laterKeys, `${HOSTILE[2] ?? ''}.json`)
      await openAll(page)
    },
  },
  {
    name: 'keys-import-faults',
    who: 'Orla',
    roles: ['player', 'application-owner'],
    path: async (site) => `${await newTexts(site, 'arena')}/import`,
    async prepare(page) {
      await pickFile(page, {
        baseLocale: 'en',
        keys: [
          { ...players, arguments: [] },
          { ...host, baseText: '{' },
          { key: 'x y', baseText: 1 },
        ],
      })
      await page.locator('.problem').waitFor()
    },
  },
  { name: 'keys-import-refused', path: '/translations/nowhere/import', who: 'Nia' },
  {
    name: 'translation-file',
    who: 'Willa',
    roles: ['player', 'translator'],
    path: async (site) => `${await newTexts(site, 'abbey')}/pl/file`,
  },
  {
    name: 'translation-file-tried',
    who: 'Willa',
    roles: ['player', 'translator'],
    path: async (site) => `${await newTexts(site, 'agora')}/pl/file`,
    async prepare(page, site) {
      await pickFile(page, await mixedFile(site, 'agora'))
      await openAll(page)
    },
  },
  {
    name: 'translation-file-broken',
    who: 'Willa',
    roles: ['player', 'translator'],
    path: async (site) => `${await newTexts(site, 'alcove')}/pl/file`,
    async prepare(page) {
      await pickFile(page, '<xliff version="2.0" srcLang="en" trgLang="pl"><file id="f">', 'half.xlf')
      await page.locator('.problem').waitFor()
    },
  },
  {
    name: 'translation-app-missing',
    who: 'Wenke',
    roles: ['player', 'translator'],
    path: '/translations/nowhere/pl',
  },
  { name: 'translation-refused', path: '/translations/nowhere/pl', who: 'Nika' },
  { name: 'translations-refused', path: '/translations', who: 'Nia' },
]
