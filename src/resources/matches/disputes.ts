/** How a claimed player disputes the result that was recorded for them, and takes it back. */
import { type Queryable, changeAndShow } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/authenticate.ts'
import type { Shown } from '../../http/operation.ts'
import { conflict } from '../../http/problem.ts'
import { show } from './store.ts'

/** A participant with their match, which is locked; the version is the match's. */
export interface LockedParticipant {
  [column: string]: unknown
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

/** Where there is a dispute, who raised it; where there is none, who could. */
export const disputer = {
  may: ({ userId }: UserCaller, { claimed, disputedBy }: LockedParticipant) =>
    claimed && (disputedBy === null || disputedBy === userId),
  refusal: 'Only the claimed player who disputed this result may withdraw the dispute.',
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
): Sql<LockedParticipant> => sql<LockedParticipant>`
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
  return change(db, caller, participant, dispute)
}

export const withdraw = (db: Queryable, caller: UserCaller, participant: LockedParticipant): Promise<Shown> =>
  change(db, caller, participant, sql`dispute_reason = null, disputed_at = null, disputed_by = null`)

const change = (db: Queryable, caller: UserCaller, { id, matchId }: LockedParticipant, dispute: Sql) =>
  changeAndShow(
    db,
    [
      sql`update participants set ${dispute}, updated_at = now() where id = ${id}`,
      sql`update matches set version = version + 1, updated_at = now() where id = ${matchId}`,
    ],
    show(matchId, caller),
  )
