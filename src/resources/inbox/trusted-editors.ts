/** Trust in the inbox: the caller became somebody's trusted editor, or is it no longer. Nobody asked for it, and nobody decides. */
import { sql } from '../../db/sql.ts'
import { trustedEditorJson } from '../trusted-editors/store.ts'
import { type InboxKind, etag, isRecent, seenBy } from './kind.ts'

export const trustedEditors: InboxKind = {
  kind: 'TRUSTED_EDITOR',
  paths: ({ userId }) => [
    {
      direction: 'ANSWERED',
      from: sql`trusted_editors te`,
      where: sql`te.editor_id = ${userId} and ${isRecent(sql`te.answered_at`)}`,
      id: sql`te.id`,
      since: sql`te.answered_at`,
    },
  ],
  ids: sql`select te.id from trusted_editors te`,
  json: (caller, id) => sql`(
    select json_object(
      'id': te.id,
      'kind': 'TRUSTED_EDITOR',
      'direction': 'ANSWERED',
      'since': rfc3339(te.answered_at),
      'seen': ${seenBy(caller, sql`te.answered_at`)},
      'path': '/trusted-editors/' || te.id,
      'etag': ${etag(sql`te.version`)},
      'trustedEditor': ${trustedEditorJson(caller)}
      absent on null)
    from trusted_editors te where te.id = ${id} and te.editor_id = ${caller.userId})`,
}
