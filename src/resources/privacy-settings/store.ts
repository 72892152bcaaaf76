/** The SQL of privacy settings. Each user has three of them, which are made together with the user. */
import { type Queryable, changeAndShow } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import { enumField, timestampField, uuidField } from '../../http/filter/fields.ts'
import type { Collection } from '../../http/filter/collection.ts'
import type { Found, Shown } from '../../http/operation/operation.ts'
import { profileChanged, recorderChanged } from '../ratings/changes.ts'
import { userRef } from '../ref-json.ts'
import { DATA_TYPES, type DataType, LEVELS, type Level } from '../visibility/relations.ts'
import { markPublic } from './public-marks.ts'
import { seesPrivacySetting } from '../visibility/parties.ts'

export type LockedPrivacySetting = {
  id: string
  version: number
  userId: string
  dataType: DataType
  level: Level
}

export type NamedGroups = {
  groups: { id: string; ownerId: string }[]
}

export const privacySettingJson = sql`json_object(
  'id': ps.id,
  'user': ${userRef(sql`ps.user_id`)},
  'dataType': ps.data_type,
  'level': ps.level,
  'groups': coalesce((
    select json_agg(json_object('id': g.id, 'displayName': g.display_name) order by sg.position)
    from privacy_setting_groups sg join groups g on g.id = sg.group_id where sg.setting_id = ps.id), '[]'),
  'createdAt': rfc3339(ps.created_at),
  'updatedAt': rfc3339(ps.updated_at))`

export const privacySettings: Collection<{ caller: UserCaller }> = {
  fields: {
    id: uuidField(sql`ps.id`),
    dataType: enumField(sql`ps.data_type`, DATA_TYPES),
    level: enumField(sql`ps.level`, LEVELS),
    createdAt: timestampField(sql`ps.created_at`),
    updatedAt: timestampField(sql`ps.updated_at`),
  },
  sorts: ['id', 'createdAt', 'updatedAt'],
  rows: ({ caller }) => ({
    from: sql`privacy_settings ps`,
    where: sql`ps.user_id = ${caller.userId}`,
    json: privacySettingJson,
  }),
}

export const show = (id: string, caller: UserCaller) => sql<Found>`
  select ps.version, ${seesPrivacySetting(caller)} as visible, (${privacySettingJson})::text as body
  from privacy_settings ps where ps.id = ${id}`

export const lock = (id: string) => sql<LockedPrivacySetting>`
  select id, version, user_id as "userId", data_type as "dataType", level
  from privacy_settings where id = ${id} for update`

/** Locks the groups, so that they exist until the commit. */
export const references = (groupIds: string[]) => sql<NamedGroups>`
  select coalesce(json_agg(json_object('id': id, 'ownerId': owner_id)), '[]') as groups from (
    select id, owner_id from groups where id = any (${groupIds}::uuid[]) and deleted_at is null order by id for share) named`

export const update = (
  db: Queryable,
  caller: UserCaller,
  { id, userId, dataType, level: before }: LockedPrivacySetting,
  level: Level,
  groupIds: string[] | undefined,
): Promise<Shown> => {
  const groupChanges = groupIds && [
    sql`delete from privacy_setting_groups where setting_id = ${id}`,
    sql`
      insert into privacy_setting_groups (setting_id, group_id, position)
      select ${id}, group_id, position
      from unnest(${groupIds}::uuid[]) with ordinality as input (group_id, position)`,
  ]
  const opens = level === 'PUBLIC'
  const changes = [
    sql`
      update privacy_settings set level = ${level}, version = version + 1, updated_at = now() where id = ${id}`,
    ...(groupChanges ?? []),
    ...((before === 'PUBLIC') === opens
      ? []
      : [...markPublic(userId, dataType, opens), rated(userId, dataType)]),
  ]
  return changeAndShow(db, changes, show(id, caller))
}

/** Marks public ratings for computing again, because they count only matches and people that everybody sees. */
const rated = (userId: string, dataType: DataType): Sql =>
  dataType === 'PROFILE' ? profileChanged(userId) : recorderChanged(userId)
