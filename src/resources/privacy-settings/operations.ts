/** List, read and change the caller's privacy settings. */
import { change, count, list, read, version } from '../../http/operation/define.ts'
import { ok } from '../../http/operation/responds.ts'
import { mustOwnGroups } from './rules.ts'
import { PrivacySetting, UpdatePrivacySetting } from './schema.ts'
import * as store from './store.ts'
import { events, wasChanged } from '../events/write.ts'

export const listPrivacySettings = list({
  id: 'listPrivacySettings',
  route: 'GET /privacy-settings',
  summary: 'The caller’s privacy settings, one for each type of data',
  scope: 'svc-engine:privacy-setting-read',
  item: PrivacySetting,
  of: store.privacySettings,
})

export const countPrivacySettings = count({
  id: 'countPrivacySettings',
  route: 'GET /privacy-settings/count',
  summary: 'How many privacy settings the list has',
  scope: 'svc-engine:privacy-setting-read',
  of: store.privacySettings,
})

export const getPrivacySetting = read({
  id: 'getPrivacySetting',
  route: 'GET /privacy-settings/{privacySettingId}',
  summary: 'A privacy setting of the caller',
  scope: 'svc-engine:privacy-setting-read',
  responds: ok(PrivacySetting),
  show: ({ caller, params }) => store.show(params.privacySettingId, caller),
})

export const updatePrivacySetting = change({
  id: 'updatePrivacySetting',
  route: 'PATCH /privacy-settings/{privacySettingId}',
  summary: 'Choose who may see one type of the caller’s data',
  scope: 'svc-engine:privacy-setting-update',
  body: UpdatePrivacySetting,
  target: ({ params }) => store.lock(params.privacySettingId),
  allow: {
    may: ({ userId }, setting) => userId === setting.userId,
    refusal: 'Only the user of a privacy setting may change it.',
  },
  ifMatch: version,
  references: ({ body }) => body.groupIds && store.references(body.groupIds),
  responds: ok(PrivacySetting),
  changes: ({ target }) => events(wasChanged('privacy-setting', target.id)),
  run({ db, caller, body, target, references }) {
    if (body.groupIds) mustOwnGroups(caller, body.groupIds, references)
    return store.update(db, caller, target, body.level ?? target.level, body.groupIds)
  },
})
