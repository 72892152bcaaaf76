/** The SQL of the inbox: the items of all kinds, as one collection. */
import { join, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { Collection, RowPath } from '../../http/filter/collection.ts'
import { booleanField, enumField, timestampField, uuidField } from '../../http/filter/fields.ts'
import { claimRequests } from './claim-requests.ts'
import { disputes } from './disputes.ts'
import { invitations } from './invitations.ts'
import type { InboxKind, WaitingRows } from './kind.ts'
import { matchEdits } from './match-edits.ts'
import { membershipRequests } from './membership-requests.ts'
import { DIRECTIONS, INBOX_KINDS, type InboxKindName } from './schema.ts'
import { trustedEditors } from './trusted-editors.ts'

export const KINDS: InboxKind[] = [
  matchEdits,
  disputes,
  claimRequests,
  membershipRequests,
  invitations,
  trustedEditors,
]

/**
 * The union of all kinds of items. It is used only to look up the rows of one page by their ids; the row paths read the tables
 * directly.
 */
const anyItem = sql`(${join(
  KINDS.map(({ kind, ids }) => sql`select waiting.id, ${kind}::text as kind from (${ids}) waiting`),
  ' union all ',
)}) item`

export const inbox: Collection<{ caller: UserCaller }> = {
  fields: {
    kind: enumField(sql`item.kind`, INBOX_KINDS),
    direction: enumField(sql`null::text`, DIRECTIONS),
    since: timestampField(sql`null::timestamptz`),
    seen: booleanField(sql`null::boolean`),
  },
  sortedBy: { id: uuidField(sql`item.id`) },
  sorts: ['since'],
  defaultSort: 'since:ASC',
  rows: ({ caller }) => ({
    from: anyItem,
    where: sql`true`,
    paths: KINDS.flatMap(({ kind, paths }) => paths(caller).map((rows) => pathOf(caller, kind, rows))),
    json: sql`case item.kind ${join(
      KINDS.map(({ kind, json }) => sql`when ${kind} then ${json(caller, sql`item.id`)}`),
      ' ',
    )} end`,
  }),
}

const pathOf = (
  caller: UserCaller,
  kind: InboxKindName,
  { direction, id, since, from, ...path }: WaitingRows,
): RowPath => ({
  ...path,
  // Joined once, whatever the filter compares. PostgreSQL leaves the join out where nothing asks for it.
  from: sql`${from} left join inbox_seen on inbox_seen.user_id = ${caller.userId}`,
  copies: {
    id,
    since,
    kind: sql`${kind}::text`,
    direction: sql`${direction}::text`,
    seen:
      direction === 'ANSWERED'
        ? sql`(${since} <= coalesce(inbox_seen.until, '-infinity'))`
        : sql`null::boolean`,
  },
})
