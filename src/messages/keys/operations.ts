/** Operations on the keys of an application. Its build replaces all keys, and translators read them. */
import { anybody, change, count, list, read, noEvents } from '../../http/operation/define.ts'
import { ok, result } from '../../http/operation/responds.ts'
import { flag, optionalParameters } from '../../http/operation/optional-parameters.ts'
import { mustKeepBaseLocale } from '../applications/rules.ts'
import { applicationId } from '../applications/schema.ts'
import * as applications from '../applications/store.ts'
import { MOST_PREVIEWED, importKeys as importCatalog } from './import.ts'
import {
  IMPORT_LIMIT,
  ImportPreview,
  ImportResult,
  KeyCatalog,
  MOST_IMPORTED_VALUES,
  MessageKey,
  messageKey,
} from './schema.ts'
import * as store from './store.ts'

const params = { applicationId: applicationId() }

export const importKeys = change({
  id: 'importKeys',
  route: 'POST /applications/{applicationId}/keys/import',
  summary: 'Replace all keys of an application',
  description:
    'Adds new keys, updates changed keys, and marks missing keys as obsolete. It deletes nothing. If one key has a fault, nothing is written. Sending the same keys again changes nothing.',
  noun: 'application',
  scope: 'svc-engine:message-key-import',
  anyone: true,
  params,
  query: optionalParameters({
    dryRun: {
      schema: flag(),
      default: false,
      description: 'Report what the import would do, and write nothing.',
    },
  }),
  body: KeyCatalog,
  bodyLimit: IMPORT_LIMIT,
  mostValues: MOST_IMPORTED_VALUES,
  inTurn: ({ params: { applicationId: id } }) => id,
  target: ({ params: { applicationId: id } }) => applications.lock(id),
  allow: anybody,
  references: ({ params: { applicationId: id } }) => applications.hasKeys(id),
  responds: result(ImportResult),
  changes: noEvents,
  run({ db, query, body, target, references }) {
    mustKeepBaseLocale(body.baseLocale, target.baseLocale, references.hasKeys)
    return importCatalog(db, target.id, body, { dryRun: query.dryRun })
  },
})

export const previewKeys = change({
  id: 'previewKeys',
  route: 'POST /applications/{applicationId}/keys/preview',
  summary: 'Report what an import of keys would change, with the first keys of each change',
  description: `Writes nothing. The counts are the counts of \`importKeys\` with \`dryRun\`. \`rows\` has at most ${MOST_PREVIEWED} keys that are new, ${MOST_PREVIEWED} that change, and ${MOST_PREVIEWED} that become obsolete.`,
  noun: 'application',
  scope: 'svc-engine:message-key-import',
  anyone: true,
  params,
  body: KeyCatalog,
  bodyLimit: IMPORT_LIMIT,
  mostValues: MOST_IMPORTED_VALUES,
  inTurn: ({ params: { applicationId: id } }) => id,
  target: ({ params: { applicationId: id } }) => applications.lock(id),
  allow: anybody,
  references: ({ params: { applicationId: id } }) => applications.hasKeys(id),
  responds: result(ImportPreview),
  changes: noEvents,
  run({ db, body, target, references }) {
    mustKeepBaseLocale(body.baseLocale, target.baseLocale, references.hasKeys)
    return importCatalog(db, target.id, body, { dryRun: true, withRows: true })
  },
})

export const listKeys = list({
  id: 'listKeys',
  route: 'GET /applications/{applicationId}/keys',
  summary: 'The keys of an application, obsolete ones included',
  noun: 'application',
  scope: 'svc-engine:message-key-read',
  anyone: true,
  params,
  item: MessageKey,
  of: store.keys,
})

export const countKeys = count({
  id: 'countKeys',
  route: 'GET /applications/{applicationId}/keys/count',
  summary: 'How many keys an application has',
  noun: 'application',
  scope: 'svc-engine:message-key-read',
  anyone: true,
  params,
  of: store.keys,
})

export const getKey = read({
  id: 'getKey',
  route: 'GET /applications/{applicationId}/keys/{messageKey}',
  summary: 'A key with its base text',
  scope: 'svc-engine:message-key-read',
  anyone: true,
  params: { ...params, messageKey: messageKey() },
  responds: ok(MessageKey),
  show: ({ params: { applicationId: id, messageKey: key } }) => store.show(id, key),
})
