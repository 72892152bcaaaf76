/** Adds what the people of the demo share: groups, two communities, and each level of privacy. */
import type { Queryable } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { UserCaller } from '../http/caller.ts'
import * as communities from '../resources/communities/store.ts'
import * as members from '../resources/groups/members.ts'
import * as groups from '../resources/groups/store.ts'
import * as requests from '../resources/membership-requests/store.ts'
import { insertion } from '../resources/memberships/store.ts'
import type { Level } from '../resources/visibility/relations.ts'
import * as settings from '../resources/privacy-settings/store.ts'
import { type Person, idOf } from './people.ts'

/** The first person is PUBLIC, the second lets in a group of friends, the others stay PRIVATE. */
export async function addSharing(tx: Queryable, people: Person[]): Promise<void> {
  const [first, second, third, ...others] = people.map(({ caller }) => caller)
  if (!first || !second || !third) return
  const friends = idOf(await groups.insert(tx, second, 'Friends'))
  for (const { userId } of [first, third]) await members.add(tx, friends, userId)
  await letIn(tx, first, 'PUBLIC', [])
  await letIn(tx, second, 'PRIVILEGED_ACCESS', [friends])
  const club = await openClub(tx, third, [first, second])
  const table = await closedTable(tx, second, friends, [first, third, ...others])
  for (const { caller, communityIds } of people) {
    if (caller === third) communityIds.push(club)
    if (caller === first || caller === second) communityIds.push(club, table)
  }
}

async function letIn(tx: Queryable, caller: UserCaller, level: Level, groupIds: string[]): Promise<void> {
  const privacySettings = await tx.many(
    sql<{ id: string }>`select id from privacy_settings where user_id = ${caller.userId}`,
  )
  for (const { id } of privacySettings)
    await settings.update(tx, caller, await tx.one(settings.lock(id)), level, groupIds)
}

async function openClub(tx: Queryable, owner: UserCaller, joining: UserCaller[]): Promise<string> {
  const club = { displayName: 'Thursdays at the Lighthouse', description: 'Whoever comes, plays.' }
  const id = idOf(await communities.insert(tx, owner, { ...club, joinPolicy: 'OPEN' }))
  for (const { userId } of joining) await tx.many(insertion(id, userId))
  return id
}

/** The first request is approved, the second rejected, the third withdrawn, and the others stay pending. */
async function closedTable(
  tx: Queryable,
  owner: UserCaller,
  adminGroupId: string,
  asking: UserCaller[],
): Promise<string> {
  const table = { displayName: 'The Long Campaign', joinPolicy: 'REQUIRES_APPROVAL' as const, adminGroupId }
  const id = idOf(await communities.insert(tx, owner, table))
  for (const [index, caller] of asking.entries()) {
    const request = await tx.one(requests.lock(id, idOf(await requests.insert(tx, caller, id)), owner))
    if (index === 0) await requests.approve(tx, owner, request)
    if (index === 1) await requests.reject(tx, owner, request)
    if (index === 2) await tx.many(requests.cancel(sql`id = ${request.id}`))
  }
  return id
}
