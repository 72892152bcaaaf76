/** The schema of an export: everything that the service stores about one person. */
import * as z from 'zod'
import { Ref, timestamp, uuid } from '../../http/schema/schema.ts'
import { AuditEvent } from '../../identity/audit/schema.ts'
import { PersonalToken } from '../../identity/personal-tokens/schema.ts'
import { Import } from '../../imports/schema.ts'
import { Invitation } from '../../invitations/schema.ts'
import { INVITATION_KINDS } from '../../resources/visibility/invitations.ts'
import { Translation } from '../../messages/translations/schema.ts'
import { NotificationDevice } from '../../notifications/push/schema.ts'
import { Notifications } from '../../notifications/schema.ts'
import { ClaimEdge } from '../../resources/claim-edges/schema.ts'
import { ClaimRequest } from '../../resources/claim-requests/schema.ts'
import { Community } from '../../resources/communities/schema.ts'
import { GhostPlayer } from '../../resources/ghost-players/schema.ts'
import { Group, GroupMember } from '../../resources/groups/schema.ts'
import { MatchEdit } from '../../resources/match-edits/schema.ts'
import { Match } from '../../resources/matches/schema.ts'
import { MembershipRequest } from '../../resources/membership-requests/schema.ts'
import { Membership } from '../../resources/memberships/schema.ts'
import { Playset } from '../../resources/playsets/schema.ts'
import { PrivacySetting } from '../../resources/privacy-settings/schema.ts'
import { SamePerson } from '../../resources/same-people/schema.ts'
import { TrustedEditor } from '../../resources/trusted-editors/schema.ts'
import { Me } from '../../resources/users/schema.ts'
import { Webhook } from '../../webhooks/schema.ts'

export const Export = z
  .strictObject({
    user: Me,
    accounts: z
      .array(
        z.strictObject({
          id: uuid(),
          name: z.string(),
          email: z.string().optional(),
          roles: z.array(z.string()),
          hasPassword: z.boolean(),
          passkeys: z.array(
            z.strictObject({ name: z.string(), createdAt: timestamp(), lastUsedAt: timestamp().optional() }),
          ),
          createdAt: timestamp(),
          updatedAt: timestamp(),
        }),
      )
      .meta({
        description: 'The account with which the user signs in; none if they sign in at an outside issuer',
      }),
    sessions: z
      .array(
        z.strictObject({
          id: uuid(),
          method: z.string(),
          address: z.string(),
          userAgent: z.string(),
          createdAt: timestamp(),
          lastSeenAt: timestamp(),
        }),
      )
      .meta({ description: 'The browsers in which the person is signed in' }),
    apps: z
      .array(
        z.strictObject({
          clientId: z.string(),
          name: z.string(),
          scopes: z.array(z.string()),
          since: timestamp(),
        }),
      )
      .meta({ description: 'The apps that have access to the account, and what each may do' }),
    personalTokens: z.array(PersonalToken),
    webhooks: z.array(Webhook).meta({ description: 'The webhooks that the user made' }),
    auditEvents: z
      .array(AuditEvent)
      .meta({ description: 'What happened to the account, its tokens and sessions' }),
    privacySettings: z.array(PrivacySetting),
    notifications: z.array(Notifications).meta({
      description:
        'Where the user gets mail and push messages, about what, and how often. Empty if the user has chosen nothing',
    }),
    notificationDevices: z
      .array(NotificationDevice)
      .meta({ description: 'The browsers that get push messages' }),
    imports: z.array(Import).meta({ description: 'The files of other trackers that the user imported' }),
    importAnswers: z
      .array(
        z.strictObject({
          kind: z.enum(['PERSON', 'GAME']),
          name: z.string(),
          decision: z.enum(['KNOWN', 'WAITS', 'LEFT_OUT']),
          ghostPlayer: Ref.optional(),
          game: Ref.optional(),
        }),
      )
      .meta({ description: 'The user’s answers about names in files, for the next imports' }),
    ghostPlayers: z.array(GhostPlayer).meta({ description: 'The ghost players that the user owns' }),
    playsets: z.array(Playset),
    recordedMatches: z
      .array(Match)
      .meta({ description: 'The matches that the user recorded, drafts included' }),
    playedMatches: z.array(Match).meta({
      description:
        'The matches that others recorded and in which a ghost player claimed by the user took part',
    }),
    matchEdits: z.array(MatchEdit).meta({ description: 'The edits that the user proposed' }),
    claimRequests: z.array(ClaimRequest),
    claimEdges: z.array(ClaimEdge),
    samePeople: z
      .array(SamePerson)
      .meta({ description: 'What the user has said about players: whether they are one person or two' }),
    trustedEditors: z
      .array(TrustedEditor)
      .meta({ description: 'The users that the user trusts, and the users who trust them' }),
    invitations: z.array(Invitation).meta({
      description: 'The invitations that the user made, and the questions whether the user is a ghost player',
    }),
    acceptedInvitations: z
      .array(
        z.strictObject({ invitationId: uuid(), kind: z.enum(INVITATION_KINDS), acceptedAt: timestamp() }),
      )
      .meta({ description: 'The invitations that the user accepted' }),
    groups: z.array(Group).meta({ description: 'The groups that the user owns or is a member of' }),
    groupMembers: z
      .array(z.strictObject({ groupId: uuid(), member: GroupMember }))
      .meta({ description: 'The members of the groups that the user owns' }),
    communities: z.array(Community).meta({ description: 'The communities that the user owns' }),
    memberships: z.array(Membership),
    membershipRequests: z.array(MembershipRequest),
    translations: z
      .array(Translation)
      .meta({ description: 'The translations that the user drafted or published' }),
  })
  .meta({
    id: 'Export',
    description: 'All data that the service stores about the caller',
    example: {
      user: Me.meta()?.example,
      accounts: [],
      sessions: [],
      apps: [],
      personalTokens: [],
      webhooks: [],
      auditEvents: [],
      privacySettings: [PrivacySetting.meta()?.example],
      notifications: [],
      notificationDevices: [],
      imports: [],
      importAnswers: [],
      ghostPlayers: [GhostPlayer.meta()?.example],
      playsets: [],
      recordedMatches: [],
      playedMatches: [],
      matchEdits: [],
      claimRequests: [],
      claimEdges: [],
      samePeople: [],
      trustedEditors: [],
      invitations: [],
      acceptedInvitations: [],
      groups: [],
      groupMembers: [],
      communities: [],
      memberships: [],
      membershipRequests: [],
      translations: [],
    },
  })
