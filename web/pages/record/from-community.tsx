/** Offers the other members of the chosen community as players. */
import { useState } from 'preact/hooks'
import { kept } from '../../api/cache.ts'
import { session } from '../../api/session.ts'
import { newKey } from '../../../client/src/keys.ts'
import { Chip } from '../../parts/fields/chip.tsx'
import { oneOf } from '../../parts/fields/filter.ts'
import { Unread } from '../../parts/lists/unread.tsx'
import { record } from '../../texts/record.ts'
import { say } from '../../texts/text.ts'
import type { Ref, Sheet } from '../../drafts/sheet.ts'
import { type Person, seated, seatedNew } from '../../drafts/sheet-changes.ts'

/**
 * How many members are offered. The filter names them and the suggested stand-ins by their ids, and has at most 4,000 characters.
 */
const MEMBERS = 50
const AT_ONCE = 12

export interface FromCommunityProps {
  community: Ref
  sheet: Sheet
  /** The reader's own stand-ins. */
  known: readonly Person[]
  /** Stand-ins that are offered elsewhere on the page. */
  shown: readonly Person[]
  change: (to: (sheet: Sheet) => Sheet) => void
}

export function FromCommunity({ community, sheet, known, shown, change }: FromCommunityProps) {
  const [all, setAll] = useState(false)
  const { members, isRead, error } = membersOf(community.id, known)
  if (error) return <Unread error={error} />
  const isSeated = ({ key, standIn }: Member) =>
    sheet.seats.some((seat) => seat.key === key || (standIn && seat.ghostPlayerId === standIn.id))
  const free = members.filter(
    (member) => !isSeated(member) && !shown.some(({ id }) => id === member.standIn?.id),
  )
  return (
    <div class="chips" role="group" aria-label={say(record.fromCommunity, { name: community.displayName })}>
      {(all ? free : free.slice(0, AT_ONCE)).map(({ key, userId, name, standIn }) => (
        <Chip
          key={key}
          onClick={() =>
            change((was) => (standIn ? seated(was, [standIn]) : seatedNew(was, key, name, userId)))
          }
        >
          {say(record.plus, { name: standIn?.displayName ?? name })}
        </Chip>
      ))}
      {!all && free.length > AT_ONCE && (
        <Chip empty onClick={() => setAll(true)}>
          {say(record.others)}
        </Chip>
      )}
      {isRead && free.length === 0 && (
        <p class="hint">{say(members.length === 0 ? record.nobodyElse : record.allOffered)}</p>
      )}
    </div>
  )
}

interface Member {
  /** The key for the new seat, if the reader has no stand-in for this member yet. */
  key: string
  userId: string
  name: string
  standIn?: Person | undefined
}

/** The members. Members who are stand-ins of the reader already come first. It reads signals, so call it while rendering. */
function membersOf(communityId: string, known: readonly Person[]) {
  const me = session.value
  const selfId = me.state === 'in' ? me.user.id : ''
  const read = kept('listMemberships', {
    params: { communityId },
    query: { sort: 'createdAt:ASC', limit: MEMBERS + 1 },
  }).value
  const users = (read.value?.items ?? []).map(({ user }) => user).filter(({ id }) => id !== selfId)
  const claims = users.length === 0 ? [] : claimsOf(users.slice(0, MEMBERS), known)
  // Until the claims are known, a member could get a second stand-in, so nobody is offered.
  if (!claims) return { members: [], isRead: false, error: read.value ? undefined : read.error }
  const taken = new Set(claims.map(({ standIn }) => standIn.id))
  const members = users.slice(0, MEMBERS).map(({ id, displayName: name }): Member => {
    const claimed = claims.find(({ userId }) => userId === id)?.standIn
    const namesake = known.find((one) => !one.isSelf && !taken.has(one.id) && isSameName(one, name))
    return { key: keyOf(id), userId: id, name, standIn: claimed ?? namesake }
  })
  return {
    members: members.toSorted((one, other) => Number(!one.standIn) - Number(!other.standIn)),
    isRead: read.value !== undefined,
    error: read.value ? undefined : read.error,
  }
}

interface Claim {
  /** Undefined if this person is not a member. */
  userId: string | undefined
  standIn: Person
}

/** The claims of these users on the reader's stand-ins. It reads signals, so call it while rendering. */
function claimsOf(users: readonly Ref[], known: readonly Person[]): Claim[] | undefined {
  const players = kept('listCanonicalPlayers', {
    query: { filter: `userId=in=${oneOf(users.map(({ id }) => id))}`, limit: 100 },
  }).value.value?.items
  if (!players) return undefined
  const sides = [
    ['canonicalPlayerId', players.map(({ id }) => id)],
    ['ghostPlayerId', known.map(({ id }) => id)],
  ] as const
  const any = sides.filter(([, ids]) => ids.length > 0).map(([name, ids]) => `${name}=in=${oneOf(ids)}`)
  if (any.length === 0) return []
  const edges = kept('listClaimEdges', {
    query: { filter: `revokedAt=null=true;(${any.join(',')})`, limit: 100 },
  }).value.value?.items
  return edges?.map(({ canonicalPlayer, ghostPlayer }) => ({
    userId: players.find(({ id }) => id === canonicalPlayer.id)?.user.id,
    standIn: ghostPlayer,
  }))
}

const isSameName = ({ displayName }: Person, name: string) =>
  displayName.normalize().toLocaleLowerCase() === name.normalize().toLocaleLowerCase()

/** While the app is open, a person always gets the same key. So a second draft does not make a second stand-in. */
const keys = new Map<string, string>()

function keyOf(userId: string): string {
  const key = keys.get(userId) ?? newKey()
  keys.set(userId, key)
  return key
}
