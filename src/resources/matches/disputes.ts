/** How a claimed player disputes the result that was recorded for them, and how who disputed takes it back. */
import { type Queryable, changeAndShow } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/authenticate.ts'
import type { Found, Shown } from '../../http/operation.ts'
import { conflict } from '../../http/problem.ts'
import { matchDetailsPolicy } from '../visibility/matches.ts'
import { show } from './store.ts'

/** A participant with their match, which is locked; the version is the match's. */
export type LockedParticipant = {
  id: string
  matchId: string
  version: number
  finalized: boolean
  /** Whether the caller has an active claim edge to the ghost player. */
  claimed: boolean
  disputedBy: string | null
}

export const claimedPlayer = {
  may: (_: UserCaller, { claimed }: LockedParticipant) => claimed,
  refusal: 'Only the claimed player of this participant may dispute its result.',
}

/** Where there is a dispute, who raised it, also when their claim was revoked since; where there is none, who could. */
export const disputer = {
  may: ({ userId }: UserCaller, { claimed, disputedBy }: LockedParticipant) =>
    disputedBy === null ? claimed : disputedBy === userId,
  refusal: 'Only whoever disputed this result may withdraw the dispute.',
}

export function mustBeFinalized({ finalized }: LockedParticipant): void {
  if (!finalized) throw conflict('A draft has no result to dispute yet.')
}

export function mustBeDisputed({ disputedBy }: LockedParticipant): void {
  if (disputedBy === null) throw conflict('The result of this participant is not disputed.')
}

/** The claim is held, so that nobody disputes after it was revoked. */
export const lock = (
  matchId: string,
  participantId: string,
  { canonicalPlayerId }: UserCaller,
) => sql<LockedParticipant>`
  with match as (
    select id, version, finalized_at from matches where id = ${matchId} and deleted_at is null for update
  )
  select mp.id, m.id as "matchId", m.version, m.finalized_at is not null as finalized, mp.disputed_by as "disputedBy",
    exists (
      select from claim_edges ce where ce.ghost_player_id = mp.ghost_player_id
        and ce.canonical_player_id = ${canonicalPlayerId} and ce.revoked_at is null for share) as claimed
  from match m join participants mp on mp.match_id = m.id
  where mp.id = ${participantId} for update of mp`

export const raise = (
  db: Queryable,
  caller: UserCaller,
  participant: LockedParticipant,
  reason: string,
): Promise<Shown> => {
  const dispute = sql`dispute_reason = ${reason}, disputed_at = now(), disputed_by = ${caller.userId}`
  return change(db, participant, dispute, show(participant.matchId, caller))
}

/** Who lost their claim may see the match no longer: they are answered with what a match shows without its details. */
export const withdraw = (
  db: Queryable,
  caller: UserCaller,
  participant: LockedParticipant,
): Promise<Shown> => {
  const none = sql`dispute_reason = null, disputed_at = null, disputed_by = null`
  return change(db, participant, none, show(participant.matchId, caller, matchDetailsPolicy.sees(caller)))
}

const change = (db: Queryable, { id, matchId }: LockedParticipant, dispute: Sql, shown: Sql<Found>) =>
  changeAndShow(
    db,
    [
      sql`update participants set ${dispute}, updated_at = now() where id = ${id}`,
      sql`update matches set version = version + 1, updated_at = now() where id = ${matchId}`,
    ],
    shown,
  )
