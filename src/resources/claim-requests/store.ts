/** The SQL of claim requests. Locks come in this order: owner, ghost player, canonical player, claim request. */
import { type Queryable, changeAndShow } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { uuidBeside } from '../../db/uuid.ts'
import { withConstraints } from '../../db/violations.ts'
import type { UserCaller } from '../../http/caller.ts'
import { type Fields, enumField, textField, timestampField, uuidField } from '../../http/filter/fields.ts'
import type { Collection } from '../../http/filter/collection.ts'
import type { Found, Shown } from '../../http/operation/operation.ts'
import { conflict } from '../../http/problem.ts'
import { ghostPlayersChanged } from '../ratings/changes.ts'
import { claimed } from '../visibility/circles.ts'
import { ghostPlayerNameShown, ghostPlayerShown } from '../visibility/ghost-players.ts'
import {
  canonicalPlayerNameShown,
  canonicalPlayerShown,
  neutralNameField,
  userShown,
} from '../visibility/people.ts'
import { isClaimant } from '../visibility/relations.ts'
import { CLAIM_REQUEST_STATUSES } from './schema.ts'

export type LockedClaimRequest = {
  id: string
  version: number
  canonicalPlayerId: string
  ghostPlayerId: string
  ownerId: string
  status: (typeof CLAIM_REQUEST_STATUSES)[number]
}

export type ClaimableGhostPlayer = {
  id: string
  ownerId: string
  /** False if the owner's account was erased. */
  ownerIsThere: boolean
  isSelf: boolean
}

/** The reasons against a claim. */
export type Obstacles = {
  isClaimed: boolean
  seatsTwice: boolean
}

/** The claimant, the ghost player, and its owner. */
interface Claim {
  canonicalPlayerId: string
  ghostPlayerId: string
  ownerId: string
}

const stands = isClaimant(sql`cr.canonical_player_id`, sql`cr.ghost_player_id`)

/**
 * The JSON of a row of `claim_requests cr`. While the request waits or the claim is active, the owner sees the claimant's name.
 * The claimant does not see the owner's name because of it.
 */
export const claimRequestJson = (caller: UserCaller): Sql => sql`json_object(
  'id': cr.id,
  'canonicalPlayer': ${canonicalPlayerShown(caller, sql`cr.canonical_player_id`, stands)},
  'ghostPlayer': ${ghostPlayerShown(caller, sql`cr.ghost_player_id`)},
  'status': cr.status,
  'message': cr.message,
  'decidedBy': ${userShown(caller, sql`cr.decided_by`)},
  'decidedAt': rfc3339(cr.decided_at),
  'claimEdgeId': (select ce.id from claim_edges ce where ce.claim_request_id = cr.id),
  'createdAt': rfc3339(cr.created_at),
  'updatedAt': rfc3339(cr.updated_at)
  absent on null)`

const fields: Fields = {
  id: uuidField(sql`cr.id`),
  status: enumField(sql`cr.status`, CLAIM_REQUEST_STATUSES),
  canonicalPlayerId: uuidField(sql`cr.canonical_player_id`),
  canonicalPlayerName: neutralNameField,
  ghostPlayerId: uuidField(sql`cr.ghost_player_id`),
  ghostPlayerName: neutralNameField,
  decidedById: uuidField(sql`cr.decided_by`),
  createdAt: timestampField(sql`cr.created_at`),
}

export const claimRequests: Collection<{ caller: UserCaller }> = {
  fields,
  sorts: ['id', 'createdAt'],
  rows({ caller }) {
    const { userId, canonicalPlayerId } = caller
    return {
      from: sql`claim_requests cr`,
      where: sql`true`,
      paths: [
        { where: sql`cr.canonical_player_id = ${canonicalPlayerId}` },
        { where: sql`cr.owner_id = ${userId} and cr.canonical_player_id <> ${canonicalPlayerId}` },
      ],
      fields: {
        ...fields,
        canonicalPlayerName: textField(canonicalPlayerNameShown(caller, sql`cr.canonical_player_id`, stands)),
        ghostPlayerName: textField(ghostPlayerNameShown(caller, sql`cr.ghost_player_id`)),
      },
      json: claimRequestJson(caller),
    }
  },
}

export const show = (id: string, caller: UserCaller) => sql<Found>`
  select cr.id, cr.version,
    cr.owner_id = ${caller.userId} or cr.canonical_player_id = ${caller.canonicalPlayerId} as visible,
    (${claimRequestJson(caller)})::text as body
  from claim_requests cr where cr.id = ${id}`

/**
 * Locks what a decision needs. The locks of the ghost player and the claimant make rival requests wait for each other. The caller
 * is locked first, because an approval changes what circles see: only the owner of the ghost player may decide.
 */
export const lockAll = (id: string, { userId }: UserCaller) => sql<LockedClaimRequest>`
  with caller as (
    select id from users where id = ${userId} for no key update
  ), ghost_player as (
    select gp.id from caller, ghost_players gp
    where gp.id = (select ghost_player_id from claim_requests where id = ${id}) for update of gp
  ), canonical_player as (
    select cp.id from canonical_players cp, ghost_player
    where cp.id = (select canonical_player_id from claim_requests where id = ${id}) for no key update of cp
  )
  select ${columns} from canonical_player, claim_requests cr where cr.id = ${id} for update of cr`

export const lock = (id: string) => sql<LockedClaimRequest>`
  select ${columns} from claim_requests cr where cr.id = ${id} for update`

const columns = sql`cr.id, cr.version, cr.canonical_player_id as "canonicalPlayerId",
    cr.ghost_player_id as "ghostPlayerId", cr.owner_id as "ownerId", cr.status`

/** Locks the owner, then the ghost player, then the claimant. */
export const references = (
  ghostPlayerId: string,
  { canonicalPlayerId }: UserCaller,
) => sql<ClaimableGhostPlayer>`
  with owner as (
    select u.id, u.erased_at is null as has_account from users u
    where u.id = (select owner_id from ghost_players where id = ${ghostPlayerId}) for key share
  ), ghost_player as (
    select gp.id, gp.owner_id, gp.is_self, owner.has_account from owner join ghost_players gp on gp.owner_id = owner.id
    where gp.id = ${ghostPlayerId} and gp.deleted_at is null for update of gp
  ), canonical_player as (
    select cp.id from canonical_players cp, ghost_player where cp.id = ${canonicalPlayerId} for no key update of cp
  )
  select gp.id, gp.owner_id as "ownerId", gp.has_account as "ownerIsThere", gp.is_self as "isSelf"
  from canonical_player, ghost_player gp`

export async function insert(
  db: Queryable,
  caller: UserCaller,
  { id: ghostPlayerId, ownerId }: ClaimableGhostPlayer,
  message: string | undefined,
): Promise<Shown> {
  const id = uuidBeside(ghostPlayerId)
  const claim = { canonicalPlayerId: caller.canonicalPlayerId, ghostPlayerId, ownerId }
  const request = sql`
    insert into claim_requests (id, canonical_player_id, ghost_player_id, owner_id, message)
    values (${id}, ${claim.canonicalPlayerId}, ${ghostPlayerId}, ${ownerId}, ${message})`
  const decision = ownerId === caller.userId ? approval(id, claim, caller) : []
  return changeUnlessObstructed(db, claim, [request, ...decision], show(id, caller))
}

export const approve = (db: Queryable, caller: UserCaller, request: LockedClaimRequest): Promise<Shown> =>
  changeUnlessObstructed(db, request, approval(request.id, request, caller), show(request.id, caller))

export const reject = (db: Queryable, caller: UserCaller, { id }: LockedClaimRequest): Promise<Shown> =>
  changeAndShow(db, [decide(sql`id = ${id}`, 'REJECTED', caller)], show(id, caller))

export const cancel = (which: Sql): Sql => sql`
  update claim_requests set status = 'CANCELLED', version = version + 1, updated_at = now()
  where ${which} and status = 'PENDING'`

/** Approves the request, makes the claim edge, and rejects the other pending requests for the ghost player. */
const approval = (id: string, { canonicalPlayerId, ghostPlayerId, ownerId }: Claim, caller: UserCaller) => [
  decide(sql`id = ${id}`, 'APPROVED', caller),
  sql`
    insert into claim_edges (id, canonical_player_id, ghost_player_id, owner_id, claim_request_id)
    values (${uuidBeside(ghostPlayerId)}, ${canonicalPlayerId}, ${ghostPlayerId}, ${ownerId}, ${id})`,
  ...claimed(ghostPlayerId, canonicalPlayerId),
  ghostPlayersChanged(sql`select ${ghostPlayerId}::uuid`),
  decide(sql`ghost_player_id = ${ghostPlayerId}`, 'REJECTED', caller),
]

const decide = (which: Sql, status: 'APPROVED' | 'REJECTED', { userId }: UserCaller) => sql`
  update claim_requests set status = ${status}, decided_by = ${userId}, decided_at = now(),
    version = version + 1, updated_at = now()
  where ${which} and status = 'PENDING'`

/**
 * Looks for obstacles in the round trip of the changes, when the locks are held. An obstacle throws, which undoes the changes.
 */
async function changeUnlessObstructed(
  db: Queryable,
  claim: Claim,
  changes: Sql[],
  shown: Sql<Found>,
): Promise<Shown> {
  const constraints = { claim_requests_pending_key: alreadyRequested, claim_edges_active_key: alreadyClaimed }
  const [obstacles, shownClaim] = await withConstraints(
    constraints,
    Promise.all([db.one(obstaclesTo(claim)), changeAndShow(db, changes, shown)]),
  )
  mustBeFree(obstacles)
  return shownClaim
}

/** A person can't be two ghost players of one match. Only ghost players of the same owner can be in one match. */
const obstaclesTo = ({ canonicalPlayerId, ghostPlayerId, ownerId }: Claim) => sql<Obstacles>`
  select
    exists (select from claim_edges ce where ce.ghost_player_id = ${ghostPlayerId} and ce.revoked_at is null) as "isClaimed",
    exists (
      select from claim_edges ce
      join participants other on other.ghost_player_id = ce.ghost_player_id and other.match_deleted_at is null
      join participants seat on seat.match_id = other.match_id
      where ce.canonical_player_id = ${canonicalPlayerId} and ce.owner_id = ${ownerId} and ce.revoked_at is null
        and seat.ghost_player_id = ${ghostPlayerId}) as "seatsTwice"`

function mustBeFree({ isClaimed, seatsTwice }: Obstacles): void {
  if (isClaimed) throw alreadyClaimed()
  if (!seatsTwice) return
  throw conflict(
    'This claim would seat one person twice in a match: the canonical player has already claimed another ghost player in it.',
  )
}

const alreadyClaimed = () => conflict('This ghost player is claimed already.')

const alreadyRequested = () =>
  conflict('There is a pending claim request of this canonical player for this ghost player.')
