/** The recipes of applications and their texts, for the convention tests. */
import assert from 'node:assert/strict'
import { type Prepared, type Recipes, EVERYBODY, NOBODY, at } from '../conventions/recipe.ts'
import type { Person } from '../support.ts'
import type { Made, World } from '../world.ts'

let applications = 0

/** Starts counting applications from one. Each test file does so, because files share a process. */
export function forgetApplications(): void {
  applications = 0
}

/** Makes an application without keys. Each has a new id. */
export async function newApplication(by: Person, baseLocale = 'en'): Promise<Made> {
  const id = `companion-${++applications}`
  const body = { applicationId: id, displayName: 'Table Companion', baseLocale }
  const reply = await by.post('/applications', body)
  assert.equal(reply.status, 201, reply.text)
  return { id, etag: reply.etag }
}

export const newCatalog = () => ({
  baseLocale: 'en',
  keys: [
    {
      key: 'table.players',
      baseText: '{count, plural, one {# player} other {# players}} at {table}',
      arguments: [
        { name: 'count', type: 'NUMBER' },
        { name: 'table', type: 'ANY' },
      ],
    },
    { key: 'menu.new', baseText: 'New match', description: 'In the menu', arguments: [] },
  ],
})

const newFile = (applicationId: string) => ({
  applicationId,
  baseLocale: 'en',
  locale: 'de',
  translations: [{ key: 'menu.new', baseText: 'New match', text: 'Neue Partie' }],
})

/** A file of XLIFF 2 with these units. */
export const newXliff = (
  units = '<unit id="menu.new"><segment><source>New match</source><target>Neue Partie</target></segment></unit>',
  original = '',
) => `<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de">
  <file id="texts"${original}>
    ${units}
  </file>
</xliff>
`

export const recipes: Recipes = {
  listApplications: {
    make: async ({ editor }) => ({ by: editor, path: '/applications' }),
    answers: [
      // Only scopes give access to applications and their texts. A player fetches the texts that an application shows, and
      // nothing else.
      ['/applications', NOBODY],
    ],
  },
  countApplications: {
    make: async ({ editor }) => ({ by: editor, path: '/applications/count' }),
    answers: [['/applications/count', NOBODY]],
  },
  createApplication: {
    make: async ({ editor }) => ({
      by: editor,
      path: '/applications',
      body: { applicationId: `chosen-${++applications}`, displayName: 'Table Companion', baseLocale: 'en' },
    }),
    otherBody: { displayName: 'Other' },
    answers: [
      ['/applications', NOBODY, () => ({ applicationId: 'mine', displayName: 'Mine', baseLocale: 'en' })],
    ],
  },
  getApplication: {
    make: ({ editor, application }) => of(editor, application, ''),
    answers: [['/applications/{app}', NOBODY]],
  },
  updateApplication: {
    make: async ({ editor, application }) =>
      at(editor, '/applications', await application(), { displayName: 'Companion' }),
    otherBody: { displayName: 'Other' },
    answers: [['/applications/{app}', NOBODY, () => ({ displayName: 'Mine' })]],
  },
  getLocales: {
    make: ({ editor, application }) => of(editor, application, '/locales'),
    answers: [['/applications/{app}/locales', NOBODY]],
  },
  importKeys: {
    make: ({ editor, application }) => of(editor, application, '/keys/import', newCatalog()),
    otherBody: { keys: [] },
    answers: [['/applications/{app}/keys/import', NOBODY, newCatalog]],
  },
  previewKeys: {
    make: ({ editor, application }) => of(editor, application, '/keys/preview', newCatalog()),
    otherBody: { keys: [] },
    answers: [['/applications/{app}/keys/preview', NOBODY, newCatalog]],
  },
  listKeys: {
    make: ({ editor, application }) => of(editor, application, '/keys'),
    answers: [['/applications/{app}/keys', NOBODY]],
  },
  countKeys: {
    make: ({ editor, application }) => of(editor, application, '/keys/count'),
    answers: [['/applications/{app}/keys/count', NOBODY]],
  },
  getKey: {
    make: ({ editor, application }) => of(editor, application, '/keys/menu.new'),
    answers: [['/applications/{app}/keys/menu.new', NOBODY]],
  },
  listTranslations: {
    make: ({ editor, application }) => of(editor, application, '/keys/menu.new/translations'),
    answers: [['/applications/{app}/keys/menu.new/translations', NOBODY]],
  },
  countTranslations: {
    make: ({ editor, application }) => of(editor, application, '/keys/menu.new/translations/count'),
    answers: [['/applications/{app}/keys/menu.new/translations/count', NOBODY]],
  },
  getTranslation: {
    make: ({ editor, application }) => translated(editor, application, ''),
    answers: [['/applications/{app}/keys/menu.new/translations/de', NOBODY]],
  },
  writeTranslation: {
    make: ({ editor, application }) => translated(editor, application, '', { text: 'Neue Runde' }),
    otherBody: { text: 'Other' },
    answers: [['/applications/{app}/keys/menu.new/translations/de', NOBODY, () => ({ text: 'x' })]],
  },
  discardDraft: {
    make: ({ editor, application }) => translated(editor, application, ''),
    answers: [['/applications/{app}/keys/menu.new/translations/de', NOBODY]],
  },
  publishTranslation: {
    make: ({ editor, application }) => translated(editor, application, '/publish'),
    answers: [['/applications/{app}/keys/menu.new/translations/de/publish', NOBODY]],
  },
  unpublishTranslation: {
    make: async ({ editor, application }) => {
      const { path, etag = '' } = await translated(editor, application, '')
      const published = await editor.post(`${path}/publish`, undefined, { 'if-match': etag })
      return { by: editor, path: `${path}/unpublish`, etag: published.etag }
    },
    answers: [['/applications/{app}/keys/menu.new/translations/de/unpublish', NOBODY]],
  },
  listWork: {
    make: ({ editor, application }) => of(editor, application, '/translations'),
    answers: [['/applications/{app}/translations', NOBODY]],
  },
  countWork: {
    make: ({ editor, application }) => of(editor, application, '/translations/count'),
    answers: [['/applications/{app}/translations/count', NOBODY]],
  },
  listMissingTranslations: {
    make: ({ editor, application }) => of(editor, application, '/locales/de/missing'),
    answers: [['/applications/{app}/locales/de/missing', NOBODY]],
  },
  countMissingTranslations: {
    make: ({ editor, application }) => of(editor, application, '/locales/de/missing/count'),
    answers: [['/applications/{app}/locales/de/missing/count', NOBODY]],
  },
  publishTranslations: {
    make: ({ editor, application }) => of(editor, application, '/translations/publish', { locale: 'de' }),
    otherBody: { locale: 'fr' },
    answers: [['/applications/{app}/translations/publish', NOBODY, () => ({})]],
  },
  importTranslations: {
    make: ({ editor, application }) =>
      of(editor, application, '/translations/de/import', {
        translations: [{ key: 'menu.new', text: 'Neue Partie' }],
      }),
    otherBody: { translations: [] },
    answers: [['/applications/{app}/translations/de/import', NOBODY, () => ({ translations: [] })]],
  },
  exportTranslations: {
    make: ({ editor, application }) => of(editor, application, '/locales/de/export/json'),
    answers: [['/applications/{app}/locales/de/export/json', NOBODY]],
  },
  exportXliff: {
    make: ({ editor, application }) => of(editor, application, '/locales/de/export/xliff'),
    answers: [['/applications/{app}/locales/de/export/xliff', NOBODY]],
  },
  importTranslationFile: {
    async make({ editor, application }) {
      const { id } = await application()
      return { by: editor, path: `/applications/${id}/locales/de/import/json`, body: newFile(id) }
    },
    otherBody: { translations: [] },
    answers: [['/applications/{app}/locales/de/import/json', NOBODY, () => newFile('mine')]],
  },
  importXliff: {
    async make({ editor, application }) {
      const { id } = await application()
      const headers = { 'content-type': 'application/xliff+xml' }
      return { by: editor, path: `/applications/${id}/locales/de/import/xliff`, body: newXliff(), headers }
    },
    answers: [['/applications/{app}/locales/de/import/xliff', NOBODY, () => newXliff()]],
  },
  getMessages: {
    make: ({ editor, application }) => of(editor, application, '/messages/de-AT'),
    answers: [['/applications/{app}/messages/de', EVERYBODY]],
  },
}

/** Makes a request about a German translation that has a draft. */
async function translated(
  by: Person,
  application: World['application'],
  action: string,
  body?: Record<string, unknown>,
): Promise<Prepared> {
  const path = `/applications/${(await application()).id}/keys/menu.new/translations/de`
  const { status, etag, text } = await by.put(path, { text: 'Neue Partie' })
  assert.equal(status, 201, text)
  return { by, path: path + action, etag, ...(body ? { body } : {}) }
}

/** Makes a request below an application's path. */
async function of(
  by: Person,
  application: World['application'],
  path: string,
  body?: Record<string, unknown>,
): Promise<Prepared> {
  return { by, path: `/applications/${(await application()).id}${path}`, ...(body ? { body } : {}) }
}
