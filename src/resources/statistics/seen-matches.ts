/** The matches of a game whose details the caller sees. */
import { type Sql, anyOf, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import { matchesPlayed } from '../visibility/matches.ts'
import { communitiesOf } from '../visibility/relations.ts'
import { seesAllRecordedBy } from '../visibility/results.ts'
import { type Span, within } from './span.ts'

/** Checks access once for each recorder: a check for each match would take as long as reading all participants. */
export const matchesOfGame = (caller: UserCaller, gameId: string, span: Span): Sql => sql`
  with final as materialized (
    select m.id, m.recorder_id, m.community_id, m.played_at from matches m
    where m.game_id = ${gameId} and m.finalized_at is not null and m.deleted_at is null
      and ${within(span, { playedAt: sql`m.played_at`, gameId: sql`m.game_id`, communityId: sql`m.community_id` })}),
  recorders as materialized (
    select recorder_id, ${seesAllRecordedBy(caller, sql`recorder_id`)} as whole
    from (select distinct recorder_id from final) each_recorder)
  select f.id, f.played_at, f.recorder_id as owner_id from final f join recorders using (recorder_id)
  where ${anyOf([
    sql`whole`,
    sql`f.community_id in (${communitiesOf(caller)})`,
    sql`f.id in (${matchesPlayed(caller)})`,
  ])}`
