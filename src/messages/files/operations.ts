/** Operations on files: the texts of a locale for people who translate in another program, and their way back. */
import type { BytesBody } from '../../http/operation/operation.ts'
import { anybody, change, longRead, noEvents } from '../../http/operation/define.ts'
import { flag, optionalParameters } from '../../http/operation/optional-parameters.ts'
import { result, text } from '../../http/operation/responds.ts'
import { inSlices } from '../../http/turns/slices.ts'
import { applicationId } from '../applications/schema.ts'
import * as applications from '../applications/store.ts'
import { IMPORT_LIMIT, MOST_IMPORTED_VALUES } from '../keys/schema.ts'
import { locale } from '../locales.ts'
import { mustNotBeBaseLocale } from '../translations/rules.ts'
import { references } from '../translations/store.ts'
import { asJson, asXliff } from './document.ts'
import { type ReadFile, judged, mustBeFor } from './rules.ts'
import { TranslationFile, TranslationFileResult } from './schema.ts'
import * as store from './store.ts'
import { UnreadableFile } from './unreadable.ts'
import { xliffIn } from './xliff-read.ts'

const params = { applicationId: applicationId(), locale: locale() }
const noun = 'application'

const IN_THE_FILE =
  'The file has every key in use with its base text, and the latest text in the locale if there is one, the draft before the published text.'

export const exportTranslations = longRead({
  id: 'exportTranslations',
  route: 'GET /applications/{applicationId}/locales/{locale}/export/json',
  summary: 'The texts of a locale as JSON, to be translated in another program',
  description: `${IN_THE_FILE} \`importTranslationFile\` takes the file back.`,
  noun,
  scope: 'svc-engine:translation-read',
  anyone: true,
  params,
  responds: { status: 200, schema: TranslationFile, etag: false, location: false },
  begin: ({ params: { applicationId: id, locale: tag } }) => store.texts(id, tag, 'exportTranslations'),
  document: asJson,
})

export const exportXliff = longRead({
  id: 'exportXliff',
  route: 'GET /applications/{applicationId}/locales/{locale}/export/xliff',
  summary: 'The texts of a locale as XLIFF 2.0, to be translated in another program',
  description: `${IN_THE_FILE} Each key is a unit. \`importXliff\` takes the file back.`,
  noun,
  scope: 'svc-engine:translation-read',
  anyone: true,
  params,
  responds: text('application/xliff+xml; charset=utf-8'),
  begin: ({ params: { applicationId: id, locale: tag } }) => store.texts(id, tag, 'exportXliff'),
  document: asXliff,
})

const how = optionalParameters({
  dryRun: {
    schema: flag(),
    default: false,
    description: 'Report what the import would do, and write nothing.',
  },
  replaceChanged: {
    schema: flag(),
    default: false,
    description: 'Also replace texts that have changed here since the file was made.',
  },
})

const WHAT_HAPPENS =
  'Texts that fit their keys become drafts, as if somebody had written them here. Texts that nobody changed in the file stay as they are here. A text that has changed here since the file was made is rejected with the code `CHANGED`. A text that was written for another base text than the key has now is outdated. A file that is wrong as a whole, or that is for another application or locale, is refused, and nothing is written. Sending the same file again changes nothing.'

interface OfApplication {
  params: { applicationId: string }
}

const facts = {
  noun,
  scope: 'svc-engine:translation-update',
  anyone: true,
  params,
  query: how,
  bodyLimit: IMPORT_LIMIT,
  inTurn: ({ params: { applicationId: id } }: OfApplication) => id,
  target: ({ params: { applicationId: id } }: OfApplication) => applications.lock(id),
  allow: anybody,
  responds: result(TranslationFileResult),
  changes: noEvents,
} as const

export const importTranslationFile = change({
  ...facts,
  id: 'importTranslationFile',
  route: 'POST /applications/{applicationId}/locales/{locale}/import/json',
  summary: 'Write the texts of a file that `exportTranslations` made',
  description: WHAT_HAPPENS,
  body: TranslationFile,
  mostValues: MOST_IMPORTED_VALUES,
  references: ({ params: { applicationId: id }, body }) =>
    references(
      id,
      body.translations.map(({ key }) => key),
    ),
  run({ db, caller, params: { locale: tag }, query, body, target, references: { keys } }) {
    const { translations, ...whole } = body
    const texts = translations.map(({ key, baseText, text: words = '', digest }, index) => ({
      key,
      baseText,
      text: words,
      digest,
      at: `translations[${index}]`,
    }))
    const names = { applicationId: 'applicationId', baseLocale: 'baseLocale', locale: 'locale' }
    return write({ ...whole, texts }, { db, tag, target, keys, names, ...query, by: caller.userId })
  },
})

const XliffBody: BytesBody<ReadFile> = {
  media: ['application/xliff+xml', 'application/xml', 'text/xml', 'application/octet-stream'],
  async read(bytes) {
    if (bytes.length === 0) return refused('REQUIRED', 'The body is empty; send the bytes of a file.')
    try {
      return { value: await inSlices(xliffIn(bytes)) }
    } catch (error) {
      if (error instanceof UnreadableFile) return refused('INVALID_FORMAT', error.message)
      throw error
    }
  },
}

const refused = (code: 'REQUIRED' | 'INVALID_FORMAT', message: string) => ({
  violations: [{ field: 'body', code, message }],
})

export const importXliff = change({
  ...facts,
  id: 'importXliff',
  route: 'POST /applications/{applicationId}/locales/{locale}/import/xliff',
  summary: 'Write the texts of a file of XLIFF 2 that `exportXliff` made',
  description: `The body is the file as it is. ${WHAT_HAPPENS}`,
  bytes: XliffBody,
  references: ({ params: { applicationId: id }, body }) =>
    references(
      id,
      body.texts.map(({ key }) => key),
    ),
  run({ db, caller, params: { locale: tag }, query, body, target, references: { keys } }) {
    const names = { applicationId: 'original', baseLocale: 'srcLang', locale: 'trgLang' }
    return write(body, { db, tag, target, keys, names, ...query, by: caller.userId })
  },
})

interface Writing {
  db: Parameters<typeof store.writeTexts>[0]
  tag: string
  target: { id: string; baseLocale: string }
  keys: Parameters<typeof judged>[1]
  names: Parameters<typeof mustBeFor>[2]
  dryRun: boolean
  replaceChanged: boolean
  by: string | undefined
}

async function write(file: ReadFile, { db, tag, target, keys, names, ...how }: Writing) {
  mustNotBeBaseLocale(tag, target.baseLocale)
  mustBeFor(file, { applicationId: target.id, locale: tag, baseLocale: target.baseLocale }, names)
  return store.writeTexts(db, target.id, tag, await inSlices(judged(file, keys)), how)
}
