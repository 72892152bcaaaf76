/** The screens of translators: applications with their languages. */
import type { Screen } from './screens.ts'
import type { AppSite } from './site.ts'
import { HOSTILE } from './table.ts'

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
  { name: 'translations-refused', path: '/translations', who: 'Nia' },
]
