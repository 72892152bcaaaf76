/** The admins of a community are the members of one group of its owner. The functions here make this group when it is needed. */
import { call } from '../../api/call.ts'
import { kept, refetch } from '../../api/cache.ts'
import { oneOf } from '../../parts/fields/filter.ts'
import { isStale } from '../../parts/changes/action.ts'
import { Problem } from '../../api/problem.ts'
import { t } from '../../texts/communities.ts'
import { say } from '../../texts/text.ts'
import { type Community, refetchCommunities } from './my-membership.ts'

/** How many ids a filter can name. A filter has at most 4,000 characters. */
const IDS = 90
const LONGEST_NAME = 100

/** The admins among these users. Only the owner of the group may read it. It reads signals, so call it while rendering. */
export function adminsAmong({ adminGroup }: Community, userIds: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  if (!adminGroup) return found
  for (let at = 0; at < userIds.length; at += IDS) {
    const filter = `id=in=${oneOf(userIds.slice(at, at + IDS))}`
    const place = { params: { groupId: adminGroup.id }, query: { filter, limit: 100 } }
    for (const { id } of kept('listGroupMembers', place).value.value?.items ?? []) found.add(id)
  }
  return found
}

/** Makes a member an admin. It reads the community again first, because another tab may have made the group meanwhile. */
export async function promote(communityId: string, userId: string): Promise<void> {
  try {
    const groupId = await groupOf(communityId)
    await call('addGroupMember', { params: { groupId }, body: { userId } }).catch(unlessDone(409))
  } finally {
    refetchAdmins()
  }
}

async function groupOf(communityId: string): Promise<string> {
  const params = { communityId }
  const { body: community, etag } = await call('getCommunity', { params })
  if (community.adminGroup) return community.adminGroup.id
  const displayName = say(t.adminsOf, { name: community.displayName })
  const { body: group } = await call('createGroup', {
    body: { displayName: Array.from(displayName).slice(0, LONGEST_NAME).join('') },
  })
  try {
    await call('updateCommunity', {
      params,
      body: { adminGroupId: group.id },
      ...(etag === undefined ? {} : { ifMatch: etag }),
    })
    return group.id
  } catch (error) {
    await call('deleteGroup', { params: { groupId: group.id }, ifMatch: '*' })
    if (isStale(error)) return groupOf(communityId)
    throw error
  }
}

/** Takes the role of admin away from a member. Admins can do this to themselves. */
export async function demote({ adminGroup }: Community, userId: string): Promise<void> {
  if (!adminGroup) return
  try {
    const params = { groupId: adminGroup.id, userId }
    await call('removeGroupMember', { params }).catch(unlessDone(404))
  } finally {
    refetchAdmins()
  }
}

const unlessDone =
  (status: number) =>
  (error: unknown): void => {
    if (!(error instanceof Problem && error.status === status)) throw error
  }

function refetchAdmins(): void {
  refetch(/^\/(groups|users\/me\/groups)/)
  refetchCommunities()
}
