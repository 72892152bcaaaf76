/**
 * Stores who sees which disputes: one row of `seen_disputes` for each pair of a dispute and a circle.
 *
 *
 *
 * The circles of a dispute are the recorder of its match and the ghost players in the match. A change that makes or ends a
 * dispute writes these rows while it has the match locked.
 */
import { type Sql, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { RowPath } from '../../http/filter/collection.ts'
import { circlesOfPart } from './relations.ts'

export const disputePaths = (caller: UserCaller): RowPath[] => [
  {
    range: { column: sql`sd.circle_id`, values: circlesOfPart(caller) },
    from: sql`seen_disputes sd join participants mp on mp.id = sd.participant_id join matches m on m.id = mp.match_id`,
    indexOnly: sql`seen_disputes sd`,
    where: sql`true`,
    copies: { matchParticipantId: sql`sd.participant_id`, disputedAt: sql`sd.disputed_at` },
    mayRepeat: true,
  },
]

/** This must run after the dispute was written, even if the dispute replaces an older one. */
export const disputeRaised = (participantId: string): Sql => sql`
  insert into seen_disputes (circle_id, participant_id, disputed_at)
  select circle.id, mp.id, mp.disputed_at
  from participants mp join matches m on m.id = mp.match_id, lateral (
    select m.recorder_id
    union all
    select seat.ghost_player_id from participants seat where seat.match_id = m.id) circle (id)
  where mp.id = ${participantId}
  on conflict (circle_id, participant_id) do update set disputed_at = excluded.disputed_at`

export const disputesEnded = (which: Sql): Sql => sql`
  delete from seen_disputes where participant_id in (select mp.id from participants mp where ${which})`
