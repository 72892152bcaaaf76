/** Operations on many translations of an application: listing, publishing and importing. */
import { anybody, change, count, list, noEvents } from '../../../http/operation/define.ts'
import { result } from '../../../http/operation/responds.ts'
import { inSlices } from '../../../http/turns/slices.ts'
import { applicationId } from '../../applications/schema.ts'
import * as applications from '../../applications/store.ts'
import { MessageKey } from '../../keys/schema.ts'
import { missing } from '../../keys/store.ts'
import { locale } from '../../locales.ts'
import { importAll, keysOf, publishAll } from '../many.ts'
import { mustKnow, mustNotBeBaseLocale, sorted } from '../rules.ts'
import {
  ImportTranslations,
  PublishResult,
  PublishTranslations,
  Translation,
  TranslationsImportResult,
} from '../schema.ts'
import * as store from '../store.ts'

const params = { applicationId: applicationId() }
const noun = 'application'

export const listWork = list({
  id: 'listWork',
  route: 'GET /applications/{applicationId}/translations',
  summary: 'The translations of an application, without translations of obsolete keys',
  noun,
  scope: 'svc-engine:translation-read',
  anyone: true,
  params,
  item: Translation,
  of: store.ofApplication,
})

export const countWork = count({
  id: 'countWork',
  route: 'GET /applications/{applicationId}/translations/count',
  summary: 'How many translations an application has, without translations of obsolete keys',
  noun,
  scope: 'svc-engine:translation-read',
  anyone: true,
  params,
  of: store.ofApplication,
})

const ofLocale = { ...params, locale: locale() }

export const listMissingTranslations = list({
  id: 'listMissingTranslations',
  route: 'GET /applications/{applicationId}/locales/{locale}/missing',
  summary: 'The keys in use that have neither a draft nor a published text in a locale',
  description: 'In the base locale of the application no key is missing, so the list is empty.',
  noun,
  scope: 'svc-engine:translation-read',
  anyone: true,
  params: ofLocale,
  item: MessageKey,
  of: missing,
})

export const countMissingTranslations = count({
  id: 'countMissingTranslations',
  route: 'GET /applications/{applicationId}/locales/{locale}/missing/count',
  summary: 'How many keys have neither a draft nor a published text in a locale',
  noun,
  scope: 'svc-engine:translation-read',
  anyone: true,
  params: ofLocale,
  of: missing,
})

export const publishTranslations = change({
  id: 'publishTranslations',
  route: 'POST /applications/{applicationId}/translations/publish',
  summary: 'Publish all drafts, or the drafts of a locale or of some keys',
  description: 'Publishes all drafts that can be published, and lists the drafts that it skipped.',
  noun,
  scope: 'svc-engine:translation-publish',
  anyone: true,
  params,
  body: PublishTranslations,
  bodyLimit: 4 * 1_048_576, // for 10,000 keys of 200 characters
  inTurn: ({ params: { applicationId: id } }) => id,
  target: ({ params: { applicationId: id } }) => applications.lock(id),
  allow: anybody,
  references: ({ params: { applicationId: id }, body }) => body.keys && store.references(id, body.keys),
  responds: result(PublishResult),
  changes: noEvents,
  run({ db, caller, body, target, references }) {
    if (body.keys) mustKnow(body.keys, references.keys)
    return publishAll(db, target.id, body, caller.userId)
  },
})

export const importTranslations = change({
  id: 'importTranslations',
  route: 'POST /applications/{applicationId}/translations/{locale}/import',
  summary: 'Write many drafts of a locale, such as a file from a translation agency',
  description:
    'Writes all texts that fit their keys, and lists the texts that it rejected. Published texts stay.',
  noun,
  scope: 'svc-engine:translation-update',
  anyone: true,
  params: { ...params, locale: locale() },
  body: ImportTranslations,
  bodyLimit: 64 * 1_048_576, // for 10,000 texts of 4,000 characters in most scripts
  inTurn: ({ params: { applicationId: id } }) => id,
  target: ({ params: { applicationId: id } }) => applications.lock(id),
  allow: anybody,
  references: ({ params: { applicationId: id }, body }) => store.references(id, keysOf(body.translations)),
  responds: result(TranslationsImportResult),
  changes: noEvents,
  async run({ db, caller, params: { locale: tag }, body, target, references }) {
    mustNotBeBaseLocale(tag, target.baseLocale)
    const texts = await inSlices(sorted(body.translations, references.keys))
    return importAll(db, target.id, tag, texts, caller.userId)
  },
})
