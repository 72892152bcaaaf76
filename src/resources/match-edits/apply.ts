/** Writes the changes of an approved edit into its match. */
import { type Sql, sql } from '../../db/sql.ts'
import { changesResult, keepDisputes } from '../matches/dispute-answers.ts'
import { teamOf } from '../results/finish.ts'
import type { WrittenMatch } from '../results/derived.ts'
import { playsetChanged } from '../visibility/circles.ts'
import { disputesEnded } from '../visibility/disputes.ts'
import type { CreateMatchEdit } from './schema.ts'

/** Writes the edit into the match. The transaction must have locked the match before. */
export const apply = (editId: string, matchId: string): Sql[] => [
  // This statement must be first: it locks the recorder, and the updates below can lock ghost players. Recorders are always
  // locked before ghost players.
  ...playsetChanged(editId, matchId),
  keepDisputes(editId),
  sql`
    update participants mp set
      score = case when ep.score_set then ep.score else mp.score end,
      rank = case when ep.rank_set then ep.rank else mp.rank end,
      outcome = case when ep.outcome_set then ep.outcome else mp.outcome end,
      ${endDispute}
    from match_edit_participants ep
    where ep.edit_id = ${editId} and mp.id = ep.participant_id and ${changesResult}`,
  sql`
    with changed as (
      insert into loadouts (id, participant_id, attributes)
      select el.loadout_id, el.participant_id, el.attributes from match_edit_loadouts el where el.edit_id = ${editId}
      on conflict (participant_id) do update set attributes = excluded.attributes, updated_at = excluded.updated_at
      returning participant_id
    )
    update participants mp set ${endDispute} from changed where mp.id = changed.participant_id`,
  disputesEnded(sql`mp.match_id = ${matchId} and mp.disputed_at is null`),
  sql`
    delete from match_expansions m using match_edits me
    where me.id = ${editId} and me.changes_expansions and m.match_id = me.match_id`,
  sql`
    insert into match_expansions (match_id, expansion_id, position)
    select ${matchId}, ee.expansion_id, ee.position from match_edit_expansions ee where ee.edit_id = ${editId}`,
  sql`
    update matches m set
      playset_id = case when me.changes_playset then me.playset_id else m.playset_id end,
      last_edited_at = now(), last_edited_by = me.proposed_by, version = m.version + 1, updated_at = now()
    from match_edits me where me.id = ${editId} and m.id = me.match_id`,
]

export function writtenWith(match: WrittenMatch, edit: CreateMatchEdit): WrittenMatch {
  const changes = new Map(edit.participantChanges?.map((one) => [one.matchParticipantId, one]))
  const teams = new Map(
    edit.loadoutChanges?.map(({ matchParticipantId, attributes }) => [
      matchParticipantId,
      teamOf(JSON.parse(attributes)),
    ]),
  )
  const seats = match.seats.map((seat) => {
    const { score, rank, outcome } = changes.get(seat.id) ?? {}
    return {
      ...seat,
      ...(score === undefined ? {} : { score }),
      ...(rank === undefined ? {} : { rank }),
      ...(outcome === undefined ? {} : { outcome }),
      ...(teams.has(seat.id) ? { team: teams.get(seat.id) } : {}),
    }
  })
  return { ...match, seats }
}

/** Ends the dispute of a result that the edit changes, because the disputed result no longer exists. */
const endDispute = sql`dispute_reason = null, disputed_at = null, disputed_by = null, updated_at = now()`
