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
import { seesClaimRequest } from '../visibility/parties.ts'

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

export type Obstacles = {
  isClaimed: boolean
  seatsTwice: boolean
}

interface Claim {
  canonicalPlayerId: string
  ghostPlayerId: string
  ownerId: string
}

const stands = isClaimant(sql`cr.canonical_player_id`, sql`cr.ghost_player_id`)

/** The owner sees the claimant's name while the request is pending or the claim is active. */
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
    ${seesClaimRequest(caller)} as visible,
    (${claimRequestJson(caller)})::text as body
  from claim_requests cr where cr.id = ${id}`

/**
 * The locks make two requests for the same ghost player wait for each other. A caller who may decide is the owner of the ghost
 * player, and is locked first, because an approval changes what other people see.
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
  const decision = ownerId === caller.userId ? approval(id, claim, caller) : []
  return changeUnlessObstructed(db, claim, [insertion(id, claim, message), ...decision], show(id, caller))
}

const insertion = (id: string, claim: Claim, message?: string): Sql => sql`
  insert into claim_requests (id, canonical_player_id, ghost_player_id, owner_id, message)
  values (${id}, ${claim.canonicalPlayerId}, ${claim.ghostPlayerId}, ${claim.ownerId}, ${message})`

/**
 * Makes a claim without a decision, because the owner promised it in an invitation. An earlier request by the same claimant is
 * cancelled. `claimed` makes the error to throw if the ghost player is already claimed.
 */
export function claimPromised(
  db: Queryable,
  claim: Claim,
  shown: Sql<Found>,
  claimed: () => Error,
): Promise<Shown> {
  const { canonicalPlayerId, ghostPlayerId, ownerId } = claim
  const id = uuidBeside(ghostPlayerId)
  const changes = [
    cancel(sql`ghost_player_id = ${ghostPlayerId} and canonical_player_id = ${canonicalPlayerId}`),
    insertion(id, claim),
    ...approval(id, claim, { userId: ownerId }),
  ]
  return changeUnlessObstructed(db, claim, changes, shown, claimed)
}

/** A condition on `ghost_players gp`: the caller may send a claim request for this ghost player of somebody else. */
export const isClaimable = (caller: UserCaller): Sql => sql`(
  ${isAnswerable(caller)}
  and not exists (
    select from claim_requests cr
    where cr.ghost_player_id = gp.id and cr.canonical_player_id = ${caller.canonicalPlayerId} and cr.status = 'PENDING'))`

/** A condition on `ghost_players gp` of somebody else: its owner can answer a claim of the caller, also one that waits already. */
export const isAnswerable = ({ userId, canonicalPlayerId }: UserCaller): Sql => sql`(
  gp.owner_id <> ${userId} and not gp.is_self and gp.deleted_at is null
  and exists (select from users u where u.id = gp.owner_id and u.erased_at is null)
  and not exists (select from claim_edges ce where ce.ghost_player_id = gp.id and ce.revoked_at is null)
  and not ${sitsTwice(sql`${canonicalPlayerId}`, sql`gp.id`, sql`gp.owner_id`)})`

export const approve = (db: Queryable, caller: UserCaller, request: LockedClaimRequest): Promise<Shown> =>
  changeUnlessObstructed(db, request, approval(request.id, request, caller), show(request.id, caller))

export const reject = (db: Queryable, caller: UserCaller, { id }: LockedClaimRequest): Promise<Shown> =>
  changeAndShow(db, [decide(sql`id = ${id}`, 'REJECTED', caller)], show(id, caller))

export const cancel = (which: Sql): Sql => sql`
  update claim_requests set status = 'CANCELLED', version = version + 1, updated_at = now()
  where ${which} and status = 'PENDING'`

const approval = (
  id: string,
  { canonicalPlayerId, ghostPlayerId, ownerId }: Claim,
  decider: Pick<UserCaller, 'userId'>,
) => [
  decide(sql`id = ${id}`, 'APPROVED', decider),
  sql`
    insert into claim_edges (id, canonical_player_id, ghost_player_id, owner_id, claim_request_id)
    values (${uuidBeside(ghostPlayerId)}, ${canonicalPlayerId}, ${ghostPlayerId}, ${ownerId}, ${id})`,
  ...claimed(ghostPlayerId, canonicalPlayerId),
  ghostPlayersChanged(sql`select ${ghostPlayerId}::uuid`),
  decide(sql`ghost_player_id = ${ghostPlayerId}`, 'REJECTED', decider),
  sql`
    update invitations set ended_at = now(), version = version + 1, updated_at = now()
    where ghost_player_id = ${ghostPlayerId} and ended_at is null and uses = 0`,
]

const decide = (which: Sql, status: 'APPROVED' | 'REJECTED', { userId }: Pick<UserCaller, 'userId'>) => sql`
  update claim_requests set status = ${status}, decided_by = ${userId}, decided_at = now(),
    version = version + 1, updated_at = now()
  where ${which} and status = 'PENDING'`

/**
 * Sends the changes and the search for obstacles in one round trip. If there is an obstacle, it throws, and the transaction is
 * rolled back.
 */
async function changeUnlessObstructed(
  db: Queryable,
  claim: Claim,
  changes: Sql[],
  shown: Sql<Found>,
  claimed = alreadyClaimed,
): Promise<Shown> {
  const constraints = { claim_requests_pending_key: alreadyRequested, claim_edges_active_key: claimed }
  const [obstacles, shownClaim] = await withConstraints(
    constraints,
    Promise.all([db.one(obstaclesTo(claim)), changeAndShow(db, changes, shown)]),
  )
  if (obstacles.isClaimed) throw claimed()
  if (obstacles.seatsTwice) throw seatedTwice()
  return shownClaim
}

/** Finds the reasons why this claim is not allowed. */
const obstaclesTo = ({ canonicalPlayerId, ghostPlayerId, ownerId }: Claim) => sql<Obstacles>`
  select
    exists (select from claim_edges ce where ce.ghost_player_id = ${ghostPlayerId} and ce.revoked_at is null) as "isClaimed",
    ${sitsTwice(sql`${canonicalPlayerId}`, sql`${ghostPlayerId}`, sql`${ownerId}`)} as "seatsTwice"`

/** A person must not have two seats in a match. Only ghost players of one owner can be in the same match. */
const sitsTwice = (canonicalPlayerId: Sql, ghostPlayerId: Sql, ownerId: Sql): Sql => sql`exists (
  select from claim_edges ce
  join participants other on other.ghost_player_id = ce.ghost_player_id and other.match_deleted_at is null
  join participants seat on seat.match_id = other.match_id
  where ce.canonical_player_id = ${canonicalPlayerId} and ce.owner_id = ${ownerId} and ce.revoked_at is null
    and seat.ghost_player_id = ${ghostPlayerId})`

const seatedTwice = () =>
  conflict(
    'This claim would seat one person twice in a match: the canonical player has already claimed another ghost player in it.',
  )

export const alreadyClaimed = (): Error => conflict('This ghost player is claimed already.')

const alreadyRequested = () =>
  conflict('There is a pending claim request of this canonical player for this ghost player.')
