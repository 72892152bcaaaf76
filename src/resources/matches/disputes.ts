/** A claimed player can dispute the result that was recorded for them, and withdraw the dispute. */
import { type Queryable, changeAndShow } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { Found, Shown } from '../../http/operation/operation.ts'
import { conflict } from '../../http/problem.ts'
import { disputeRaised, disputesEnded } from '../visibility/disputes.ts'
import { show, showWhatIsSeen } from './store.ts'

/** `version` is the version of the match. */
export type LockedParticipant = {
  id: string
  matchId: string
  version: number
  finalized: boolean
  isClaimedByCaller: boolean
  disputedBy: string | null
}

export const claimedPlayer = {
  may: (_: UserCaller, { isClaimedByCaller }: LockedParticipant) => isClaimedByCaller,
  refusal: 'Only the claimed player of this participant may dispute its result.',
}

/**
 * The disputer may withdraw the dispute, even after the claim has ended. If there is no dispute, this lets the claimed player
 * pass, and `mustBeDisputed` refuses the request.
 */
export const disputer = {
  may: ({ userId }: UserCaller, { isClaimedByCaller, disputedBy }: LockedParticipant) =>
    disputedBy === null ? isClaimedByCaller : disputedBy === userId,
  refusal: 'Only the user who disputed this result may withdraw the dispute.',
}

export function mustBeFinalized({ finalized }: LockedParticipant): void {
  if (!finalized) throw conflict('A draft has no result to dispute yet.')
}

export function mustBeDisputed({ disputedBy }: LockedParticipant): void {
  if (disputedBy === null) throw conflict('The result of this participant is not disputed.')
}

/** Also locks the claim edge, so that nobody disputes a result after their claim was revoked. */
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
        and ce.canonical_player_id = ${canonicalPlayerId} and ce.revoked_at is null for share) as "isClaimedByCaller"
  from match m join participants mp on mp.match_id = m.id
  where mp.id = ${participantId} for update of mp`

export const raise = (
  db: Queryable,
  caller: UserCaller,
  participant: LockedParticipant,
  reason: string,
): Promise<Shown> => {
  const dispute = sql`dispute_reason = ${reason}, disputed_at = now(), disputed_by = ${caller.userId}`
  return change(db, participant, dispute, disputeRaised(participant.id), show(participant.matchId, caller))
}

/** If the claim has ended, the caller may no longer see the match. So the answer has only the fields that the caller sees. */
export const withdraw = (
  db: Queryable,
  caller: UserCaller,
  participant: LockedParticipant,
): Promise<Shown> => {
  const noDispute = sql`dispute_reason = null, disputed_at = null, disputed_by = null`
  const ended = disputesEnded(sql`mp.id = ${participant.id}`)
  return change(db, participant, noDispute, ended, showWhatIsSeen(participant.matchId, caller))
}

/** Does not change `updatedAt`: some people see the match but not the dispute, and must not notice it. */
const change = (
  db: Queryable,
  { id, matchId }: LockedParticipant,
  dispute: Sql,
  seen: Sql,
  shown: Sql<Found>,
) =>
  changeAndShow(
    db,
    [
      sql`update participants set ${dispute} where id = ${id}`,
      seen,
      sql`update matches set version = version + 1 where id = ${matchId}`,
    ],
    shown,
  )
