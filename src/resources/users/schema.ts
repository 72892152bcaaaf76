/** What a user is: a person who signs in. */
import * as z from 'zod'
import { Ref, displayName, timestamp, uuid } from '../../http/schema.ts'
import { Translation } from '../../messages/translations/schema.ts'
import { ClaimEdge } from '../claim-edges/schema.ts'
import { ClaimRequest } from '../claim-requests/schema.ts'
import { Community } from '../communities/schema.ts'
import { GhostPlayer } from '../ghost-players/schema.ts'
import { Group, GroupMember } from '../groups/schema.ts'
import { MatchEdit } from '../match-edits/schema.ts'
import { Match } from '../matches/schema.ts'
import { MembershipRequest } from '../membership-requests/schema.ts'
import { Membership } from '../memberships/schema.ts'
import { Playset } from '../playsets/schema.ts'
import { PrivacySetting } from '../privacy-settings/schema.ts'
import { TrustedEditor } from '../trusted-editors/schema.ts'

export const User = z
  .strictObject({
    id: uuid(),
    displayName: z.string(),
    canonicalPlayer: Ref,
    createdAt: timestamp(),
    updatedAt: timestamp(),
  })
  .meta({
    id: 'User',
    description: 'A person who uses the service, as others see them',
    example: {
      id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a15',
      displayName: 'Carol',
      canonicalPlayer: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a16', displayName: 'Carol' },
      createdAt: '2026-01-15T19:30:00Z',
      updatedAt: '2026-01-15T19:30:00Z',
    },
  })

export const Me = z
  .strictObject({
    id: uuid(),
    displayName: z.string(),
    canonicalPlayer: Ref,
    selfGhostPlayer: Ref,
    createdAt: timestamp(),
    updatedAt: timestamp(),
  })
  .meta({
    id: 'Me',
    description: 'The caller: a user with the canonical player and the ghost player that stand for them',
    example: {
      id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a10',
      displayName: 'Alice',
      canonicalPlayer: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a11', displayName: 'Alice' },
      selfGhostPlayer: { id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a12', displayName: 'Alice' },
      createdAt: '2026-01-15T19:30:00Z',
      updatedAt: '2026-01-15T19:30:00Z',
    },
  })

export const UpdateMe = z.strictObject({ displayName: displayName(100).optional() }).meta({
  id: 'UpdateMe',
  description: 'What to change; an absent field keeps its value',
  example: { displayName: 'Alice B.' },
})

export const Export = z
  .strictObject({
    user: Me,
    privacySettings: z.array(PrivacySetting),
    ghostPlayers: z.array(GhostPlayer).meta({ description: 'Those that the user owns' }),
    playsets: z.array(Playset),
    recordedMatches: z.array(Match).meta({ description: 'Those that the user recorded, drafts too' }),
    playedMatches: z
      .array(Match)
      .meta({ description: 'Those of other recorders in which the user is claimed' }),
    matchEdits: z.array(MatchEdit).meta({ description: 'Those that the user proposed' }),
    claimRequests: z.array(ClaimRequest),
    claimEdges: z.array(ClaimEdge),
    trustedEditors: z.array(TrustedEditor).meta({ description: 'Whom the user trusts, and who trusts them' }),
    groups: z.array(Group).meta({ description: 'Those that the user owns or is in' }),
    groupMembers: z
      .array(z.strictObject({ groupId: uuid(), member: GroupMember }))
      .meta({ description: 'Whom the user put into groups of their own' }),
    communities: z.array(Community).meta({ description: 'Those that the user owns' }),
    memberships: z.array(Membership),
    membershipRequests: z.array(MembershipRequest),
    translations: z.array(Translation).meta({ description: 'Those that the user drafted or published' }),
  })
  .meta({
    id: 'Export',
    description: 'All that the service holds about the caller',
    example: {
      user: Me.meta()?.example,
      privacySettings: [PrivacySetting.meta()?.example],
      ghostPlayers: [GhostPlayer.meta()?.example],
      playsets: [],
      recordedMatches: [],
      playedMatches: [],
      matchEdits: [],
      claimRequests: [],
      claimEdges: [],
      trustedEditors: [],
      groups: [],
      groupMembers: [],
      communities: [],
      memberships: [],
      membershipRequests: [],
      translations: [],
    },
  })
