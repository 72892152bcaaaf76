/** The SQL of membership requests. A user has at most one pending request for a community. Decided requests remain as history. */
import { type Queryable, changeAndShow } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { uuidBeside } from '../../db/uuid.ts'
import { withConstraints } from '../../db/violations.ts'
import type { UserCaller } from '../../http/caller.ts'
import { type Fields, enumField, textField, timestampField, uuidField } from '../../http/filter/fields.ts'
import type { Collection } from '../../http/filter/collection.ts'
import type { Found, Shown } from '../../http/operation/operation.ts'
import { conflict } from '../../http/problem.ts'
import { alreadyMember, insertion } from '../memberships/store.ts'
import { communityRef } from '../ref-json.ts'
import { nameShown, neutralNameField, userShown } from '../visibility/people.ts'
import { administers } from '../visibility/relations.ts'
import { MEMBERSHIP_REQUEST_STATUSES } from './schema.ts'
import { seesMembershipRequest } from '../visibility/parties.ts'

export type LockedMembershipRequest = {
  id: string
  version: number
  communityId: string
  userId: string
  isAdmin: boolean
  status: (typeof MEMBERSHIP_REQUEST_STATUSES)[number]
}

/** True while the request is pending or the user is a member. Meanwhile admins see the user's name. */
const stands = sql`(mr.status = 'PENDING' or exists (
  select from memberships own where own.community_id = mr.community_id and own.user_id = mr.user_id))`

export const membershipRequestJson = (caller: UserCaller): Sql => sql`json_object(
  'id': mr.id,
  'community': ${communityRef(sql`mr.community_id`)},
  'user': ${userShown(caller, sql`mr.user_id`, stands)},
  'status': mr.status,
  'decidedBy': ${userShown(caller, sql`mr.decided_by`)},
  'decidedAt': rfc3339(mr.decided_at),
  'createdAt': rfc3339(mr.created_at),
  'updatedAt': rfc3339(mr.updated_at)
  absent on null)`

const fields: Fields = {
  id: uuidField(sql`mr.id`),
  status: enumField(sql`mr.status`, MEMBERSHIP_REQUEST_STATUSES),
  userId: uuidField(sql`mr.user_id`),
  userName: neutralNameField,
  decidedById: uuidField(sql`mr.decided_by`),
  createdAt: timestampField(sql`mr.created_at`),
}

export const membershipRequests: Collection<{ caller: UserCaller; params: { communityId: string } }> = {
  fields,
  sorts: ['id', 'createdAt'],
  rows: ({ caller, params: { communityId } }) => ({
    from: sql`membership_requests mr`,
    where: sql`mr.community_id = ${communityId} and (mr.user_id = ${caller.userId} or (
      select ${administers(caller)} from communities c where c.id = ${communityId}))`,
    fields: { ...fields, userName: textField(nameShown(caller, sql`mr.user_id`, stands)) },
    json: membershipRequestJson(caller),
    parent: sql`select true as visible from communities c where c.id = ${communityId} and c.deleted_at is null`,
  }),
}

export const show = (communityId: string, id: string, caller: UserCaller) => sql<Found>`
  select mr.id, mr.version, ${seesMembershipRequest(caller)} as visible,
    (${membershipRequestJson(caller)})::text as body
  from membership_requests mr join communities c on c.id = mr.community_id
  where mr.id = ${id} and c.id = ${communityId} and c.deleted_at is null`

/**
 * Selects the user who asked. When a request is decided, this user is locked before the community, as when somebody joins, asks
 * or is erased.
 */
export const requesterOf = (id: string): Sql => sql`select user_id from membership_requests where id = ${id}`

export const lock = (communityId: string, id: string, caller: UserCaller) =>
  sql<LockedMembershipRequest>`
    with c as (
      select c.id, ${administers(caller)} as is_admin
      from communities c where c.id = ${communityId} and c.deleted_at is null for share of c
    )
    select mr.id, mr.version, mr.community_id as "communityId", mr.user_id as "userId", c.is_admin as "isAdmin", mr.status
    from c join membership_requests mr on mr.community_id = c.id where mr.id = ${id} for update of mr`

/**
 * Checks last whether the user is a member already: while this request waited for a lock, an earlier one may have been approved.
 */
export async function insert(db: Queryable, caller: UserCaller, communityId: string): Promise<Shown> {
  const { userId } = caller
  const id = uuidBeside(userId)
  const [, { isMember }, request] = await withConstraints(
    { membership_requests_pending_key: alreadyRequested },
    Promise.all([
      db.many(sql`
        insert into membership_requests (id, community_id, user_id) values (${id}, ${communityId}, ${userId})`),
      db.one(sql<{ isMember: boolean }>`
        select exists (
          select from memberships where community_id = ${communityId} and user_id = ${userId}) as "isMember"`),
      db.one(show(communityId, id, caller)),
    ]),
  )
  if (isMember) throw alreadyMember()
  return request
}

export const approve = (
  db: Queryable,
  caller: UserCaller,
  request: LockedMembershipRequest,
): Promise<Shown> =>
  withConstraints(
    { memberships_user_key: alreadyMember },
    decide(db, caller, request, 'APPROVED', [insertion(request.communityId, request.userId)]),
  )

export const reject = (db: Queryable, caller: UserCaller, request: LockedMembershipRequest): Promise<Shown> =>
  decide(db, caller, request, 'REJECTED', [])

const decide = (
  db: Queryable,
  caller: UserCaller,
  { id, communityId }: LockedMembershipRequest,
  status: 'APPROVED' | 'REJECTED',
  effects: Sql[],
): Promise<Shown> =>
  changeAndShow(
    db,
    [
      sql`
        update membership_requests set status = ${status}, decided_by = ${caller.userId}, decided_at = now(),
          version = version + 1, updated_at = now()
        where id = ${id}`,
      ...effects,
    ],
    show(communityId, id, caller),
  )

/** The caller joins by an invitation, so the caller's pending request is approved in the name of the inviter. */
export const settle = (communityId: string, { userId }: UserCaller, inviterId: string): Sql => sql`
  update membership_requests set status = 'APPROVED', decided_by = ${inviterId}, decided_at = now(),
    version = version + 1, updated_at = now()
  where community_id = ${communityId} and user_id = ${userId} and status = 'PENDING'`

export const cancel = (which: Sql): Sql => sql`
  update membership_requests set status = 'CANCELLED', version = version + 1, updated_at = now()
  where ${which} and status = 'PENDING'`

const alreadyRequested = () => conflict('You have a pending membership request for this community.')
