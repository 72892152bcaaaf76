/** The SQL of trusted editors. If trust is revoked, its row stays as history. */
import type { Queryable } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { uuidBeside } from '../../db/uuid.ts'
import { withConstraints } from '../../db/violations.ts'
import type { UserCaller } from '../../http/caller.ts'
import { type Fields, textField, timestampField, uuidField } from '../../http/filter/fields.ts'
import type { Collection } from '../../http/filter/collection.ts'
import type { Found, Shown } from '../../http/operation/operation.ts'
import { conflict } from '../../http/problem.ts'
import { nameShown, neutralNameField, userShown } from '../visibility/people.ts'
import { seesTrust } from '../visibility/parties.ts'

export type LockedTrust = {
  id: string
  version: number
  grantorId: string
  editorId: string
  revoked: boolean
}

/** The JSON of a trusted editor. The editor sees the grantor's name while the trust is active. */
export const trustedEditorJson = (caller: UserCaller): Sql => sql`json_object(
  'id': te.id,
  'grantor': ${userShown(caller, sql`te.grantor_id`, stands)},
  'editor': ${userShown(caller, sql`te.editor_id`)},
  'createdAt': rfc3339(te.created_at),
  'updatedAt': rfc3339(te.updated_at),
  'revokedAt': rfc3339(te.revoked_at)
  absent on null)`

/** True if the editor is trusted now, by this grant or a later one. */
const stands = sql`exists (
  select from trusted_editors now
  where now.grantor_id = te.grantor_id and now.editor_id = te.editor_id and now.revoked_at is null)`

const fields: Fields = {
  id: uuidField(sql`te.id`),
  grantorId: uuidField(sql`te.grantor_id`),
  grantorName: neutralNameField,
  editorId: uuidField(sql`te.editor_id`),
  editorName: neutralNameField,
  createdAt: timestampField(sql`te.created_at`),
  revokedAt: timestampField(sql`te.revoked_at`),
}

export const trustedEditors: Collection<{ caller: UserCaller }> = {
  fields,
  sorts: ['id', 'createdAt'],
  rows({ caller }) {
    return {
      from: sql`trusted_editors te`,
      where: sql`true`,
      paths: [
        { where: sql`te.grantor_id = ${caller.userId}` },
        { where: sql`te.editor_id = ${caller.userId}` },
      ],
      fields: {
        ...fields,
        grantorName: textField(nameShown(caller, sql`te.grantor_id`, stands)),
        editorName: textField(nameShown(caller, sql`te.editor_id`)),
      },
      json: trustedEditorJson(caller),
    }
  },
}

export const show = (id: string, caller: UserCaller) => sql<Found>`
  select te.version, ${seesTrust(caller)} as visible,
    (${trustedEditorJson(caller)})::text as body
  from trusted_editors te where te.id = ${id}`

export const lock = (id: string) => sql<LockedTrust>`
  select id, version, grantor_id as "grantorId", editor_id as "editorId", revoked_at is not null as revoked
  from trusted_editors where id = ${id} for update`

export const insert = (db: Queryable, caller: UserCaller, editorId: string): Promise<Shown> =>
  withConstraints(
    { trusted_editors_active_key: () => conflict('This user is your trusted editor already.') },
    db.one(sql<Shown>`
      with te as (
        ${trustInsertion(caller.userId, editorId)} returning *
      )
      select te.id, te.version, (${trustedEditorJson(caller)})::text as body from te`),
  )

const trustInsertion = (grantorId: string, editorId: string): Sql => sql`
  insert into trusted_editors (id, grantor_id, editor_id) values (${uuidBeside(grantorId)}, ${grantorId}, ${editorId})`

/** For an editor who accepts an invitation. So they know it already, and it is no answer to them. */
export const acceptedTrust = (grantorId: string, editorId: string): Sql => sql`
  insert into trusted_editors (id, grantor_id, editor_id, answered_at)
  values (${uuidBeside(grantorId)}, ${grantorId}, ${editorId}, null)`

/** If the editor gives the trust back, that is no answer to them. */
export const revocation = (which: Sql, by: string): Sql => sql`
  update trusted_editors set revoked_at = now(), answered_at = case when editor_id <> ${by} then now() end,
    version = version + 1, updated_at = now()
  where ${which} and revoked_at is null`
