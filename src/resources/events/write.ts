/** Writes an event in the same transaction as its change. An event says that a resource was made, changed or deleted. */
import { type Sql, join, sql } from '../../db/sql.ts'

/** For each kind of subject: its table (`rows`), and the columns with the ids in its URL path (`id` and `parent`). */
export const SUBJECTS = {
  match: { rows: sql`matches s` },
  'match-edit': { rows: sql`match_edits s`, parent: sql`s.match_id` },
  game: { rows: sql`games s` },
  expansion: { rows: sql`expansions s`, parent: sql`s.game_id` },
  playset: { rows: sql`playsets s` },
  'ghost-player': { rows: sql`ghost_players s` },
  user: { rows: sql`users s` },
  'canonical-player': { rows: sql`canonical_players s` },
  'claim-request': { rows: sql`claim_requests s` },
  'claim-edge': { rows: sql`claim_edges s` },
  'trusted-editor': { rows: sql`trusted_editors s` },
  invitation: { rows: sql`invitations s` },
  'privacy-setting': { rows: sql`privacy_settings s` },
  group: { rows: sql`groups s` },
  community: { rows: sql`communities s` },
  membership: { rows: sql`memberships s`, id: sql`s.user_id`, parent: sql`s.community_id` },
  'membership-request': { rows: sql`membership_requests s`, parent: sql`s.community_id` },
  candidate: { rows: sql`candidates s` },
  'rule-source': { rows: sql`rule_sources s`, parent: sql`s.candidate_id` },
} satisfies Record<string, { rows: Sql; id?: Sql; parent?: Sql }>

export type Subject = keyof typeof SUBJECTS

type Event = Sql

export const events = (...changed: Event[]): Sql[] =>
  changed.length === 0
    ? []
    : [
        sql`
          insert into events (kind, subject_id, parent_id, version, parties) ${join(changed, ' union all ')}`,
      ]

/** `which` is the id of the subject, or an SQL condition on the subject's table, which has the alias `s`. */
export const wasMade = (subject: Subject, which: string | Sql | undefined): Event =>
  happened(subject, 'created', which)

export const wasChanged = (subject: Subject, which: string | Sql | undefined): Event =>
  happened(subject, 'updated', which)

/** The event for a subject that is deleted by a mark, so that its row stays. */
export const wasDeleted = (subject: Subject, which: string | Sql): Event =>
  happened(subject, 'deleted', which)

/**
 * The event for a subject whose row is really deleted. Nobody can see the subject any more, so `parties` says which users get the
 * event.
 */
export const wasRemoved = (
  subject: Subject,
  { id, parentId, parties = [] }: { id: string; parentId?: string; parties?: string[] },
): Event => sql`
  select ${`${subject}.deleted`}::text, ${id}::uuid, ${parentId}::uuid, null::int, ${parties}::uuid[]`

/** Must run before the memberships are deleted: it reads from them who gets the events. */
export const membershipsEnding = (which: Sql): Event => sql`
  select 'membership.deleted', s.user_id, s.community_id, null::int, array[s.user_id] from memberships s where ${which}`

/** True for rows that this transaction has changed: their `updated_at` is the time of the transaction. */
export const JUST_NOW: Sql = sql`s.updated_at = now()`

function happened(subject: Subject, what: string, which: string | Sql | undefined): Event {
  if (which === undefined) throw new Error(`A change of a ${subject} must show its id.`)
  const {
    rows,
    id = sql`s.id`,
    parent = sql`null::uuid`,
  }: { rows: Sql; id?: Sql; parent?: Sql } = SUBJECTS[subject]
  const condition = typeof which === 'string' ? sql`s.id = ${which}` : which
  return sql`
    select ${`${subject}.${what}`}::text, ${id}, ${parent}, s.version, null::uuid[]
    from ${rows} where ${condition}`
}
