/** Operations on applications. Everybody with the scopes manages all applications. */
import { anybody, change, count, list, read, version, noEvents } from '../../http/operation/define.ts'
import { created, ok, result } from '../../http/operation/responds.ts'
import { merge } from '../../http/operation/merge.ts'
import { mustKeepBaseLocale } from './rules.ts'
import { Application, CreateApplication, Locales, UpdateApplication, applicationId } from './schema.ts'
import * as store from './store.ts'

const params = { applicationId: applicationId() }

export const listApplications = list({
  id: 'listApplications',
  route: 'GET /applications',
  summary: 'The applications whose texts this service stores',
  scope: 'svc-engine:application-read',
  anyone: true,
  item: Application,
  of: store.applications,
})

export const countApplications = count({
  id: 'countApplications',
  route: 'GET /applications/count',
  summary: 'How many applications there are',
  scope: 'svc-engine:application-read',
  anyone: true,
  of: store.applications,
})

export const createApplication = change({
  id: 'createApplication',
  route: 'POST /applications',
  summary: 'Add an application, to store its texts here',
  scope: 'svc-engine:application-create',
  anyone: true,
  body: CreateApplication,
  responds: created(Application),
  changes: noEvents,
  run: ({ db, body }) => store.insert(db, body),
})

export const getApplication = read({
  id: 'getApplication',
  route: 'GET /applications/{applicationId}',
  summary: 'An application',
  scope: 'svc-engine:application-read',
  anyone: true,
  params,
  responds: ok(Application),
  show: ({ params: { applicationId: id } }) => store.show(id),
})

export const updateApplication = change({
  id: 'updateApplication',
  route: 'PATCH /applications/{applicationId}',
  summary: 'Change an application; its base locale only while it has no keys',
  scope: 'svc-engine:application-update',
  anyone: true,
  params,
  body: UpdateApplication,
  target: ({ params: { applicationId: id } }) => store.lock(id),
  allow: anybody,
  references: ({ params: { applicationId: id } }) => store.hasKeys(id),
  ifMatch: version,
  responds: ok(Application),
  changes: noEvents,
  run({ db, body, target, references }) {
    mustKeepBaseLocale(body.baseLocale, target.baseLocale, references.hasKeys)
    return store.update(db, merge(target, body))
  },
})

export const getLocales = read({
  id: 'getLocales',
  route: 'GET /applications/{applicationId}/locales',
  summary: 'The progress of the translations of an application, by locale',
  scope: 'svc-engine:application-read',
  anyone: true,
  params,
  responds: result(Locales),
  show: ({ params: { applicationId: id } }) => store.locales(id),
})
