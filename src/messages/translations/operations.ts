/** Operations on translations: translators write drafts, owners publish them. */
import { anybody, change, count, list, read, noEvents } from '../../http/operation/define.ts'
import { noContent, ok, okOrCreated } from '../../http/operation/responds.ts'
import { sql } from '../../db/sql.ts'
import { applicationId } from '../applications/schema.ts'
import { messageKey } from '../keys/schema.ts'
import { locale } from '../locales.ts'
import * as changes from './changes.ts'
import * as rules from './rules.ts'
import { Translation, WriteTranslation } from './schema.ts'
import * as store from './store.ts'

const ofKey = { applicationId: applicationId(), messageKey: messageKey() }
const params = { ...ofKey, locale: locale() }
const noun = 'translation'

export const listTranslations = list({
  id: 'listTranslations',
  route: 'GET /applications/{applicationId}/keys/{messageKey}/translations',
  summary: 'The translations of a key',
  scope: 'svc-engine:translation-read',
  anyone: true,
  params: ofKey,
  item: Translation,
  of: store.ofKey,
})

export const countTranslations = count({
  id: 'countTranslations',
  route: 'GET /applications/{applicationId}/keys/{messageKey}/translations/count',
  summary: 'How many translations a key has',
  scope: 'svc-engine:translation-read',
  anyone: true,
  params: ofKey,
  of: store.ofKey,
})

export const getTranslation = read({
  id: 'getTranslation',
  route: 'GET /applications/{applicationId}/keys/{messageKey}/translations/{locale}',
  summary: 'The translation of a key in a locale',
  noun,
  scope: 'svc-engine:translation-read',
  anyone: true,
  params,
  responds: ok(Translation),
  show: ({ params: key }) => store.show(key),
})

export const writeTranslation = change({
  id: 'writeTranslation',
  route: 'PUT /applications/{applicationId}/keys/{messageKey}/translations/{locale}',
  summary: 'Write the draft of a translation; the published text stays',
  description:
    'To create the first draft of a key in a locale, send `If-None-Match: *` instead of `If-Match`.',
  noun: 'message key',
  scope: 'svc-engine:translation-update',
  anyone: true,
  params,
  body: WriteTranslation,
  target: ({ params: key }) => store.lockKey(key),
  allow: anybody,
  ifMatch: (key) => key.version,
  responds: okOrCreated(Translation),
  changes: noEvents,
  run({ db, caller, params: key, body: { text }, target }) {
    rules.mustNotBeBaseLocale(key.locale, target.baseLocale)
    rules.mustBeActive(target)
    const asks = rules.mustFitArguments(text, target)
    return changes.writeDraft(db, target, key, { text, asks, by: caller.userId })
  },
})

export const discardDraft = change({
  id: 'discardDraft',
  route: 'DELETE /applications/{applicationId}/keys/{messageKey}/translations/{locale}',
  summary: 'Discard the draft of a translation; the published text stays',
  noun: 'draft',
  scope: 'svc-engine:translation-delete',
  anyone: true,
  params,
  target: ({ params: key }) => store.lock(key, sql`l."draftText" is not null`),
  allow: anybody,
  ifMatch: (key) => key.version,
  responds: noContent,
  changes: noEvents,
  async run({ db, params: key }) {
    await db.many(changes.discardDraft(key))
  },
})

export const publishTranslation = change({
  id: 'publishTranslation',
  route: 'POST /applications/{applicationId}/keys/{messageKey}/translations/{locale}/publish',
  summary: 'Publish the draft of a translation',
  noun,
  scope: 'svc-engine:translation-publish',
  anyone: true,
  params,
  target: ({ params: key }) => store.lock(key),
  allow: anybody,
  ifMatch: (key) => key.version,
  responds: ok(Translation),
  changes: noEvents,
  run({ db, caller, params: key, target }) {
    rules.mustBeActive(target)
    rules.mustHaveDraft(target)
    rules.mustFit(target)
    return changes.publish(db, key, caller.userId)
  },
})

export const unpublishTranslation = change({
  id: 'unpublishTranslation',
  route: 'POST /applications/{applicationId}/keys/{messageKey}/translations/{locale}/unpublish',
  summary: 'Stop serving the translation; its text becomes the draft, unless there is a draft',
  noun,
  scope: 'svc-engine:translation-publish',
  anyone: true,
  params,
  target: ({ params: key }) => store.lock(key),
  allow: anybody,
  ifMatch: (key) => key.version,
  responds: ok(Translation),
  changes: noEvents,
  run({ db, caller, params: key, target }) {
    rules.mustBeActive(target)
    rules.mustBePublished(target)
    return changes.unpublish(db, key, caller.userId)
  },
})
