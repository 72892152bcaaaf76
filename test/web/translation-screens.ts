/** The screens of translators: applications with their languages. */
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
    name: 'translation-app-missing',
    who: 'Wenke',
    roles: ['player', 'translator'],
    path: '/translations/nowhere/pl',
  },
  { name: 'translation-refused', path: '/translations/nowhere/pl', who: 'Nika' },
  { name: 'translations-refused', path: '/translations', who: 'Nia' },
]
