/** Operations on people: who they are, and what they share. */
import * as account from '../account/operations.ts'
import * as events from '../events/operations.ts'
import * as tokens from '../identity/personal-tokens/operations.ts'
import * as audience from '../resources/audience/operations.ts'
import * as invitations from '../invitations/operations.ts'
import * as invitationsToUsers from '../invitations/to-users/operations.ts'
import * as claimEdges from '../resources/claim-edges/operations.ts'
import * as claimRequests from '../resources/claim-requests/operations.ts'
import * as communities from '../resources/communities/operations.ts'
import * as groups from '../resources/groups/operations.ts'
import * as membershipRequests from '../resources/membership-requests/operations.ts'
import * as notifications from '../notifications/operations.ts'
import * as devices from '../notifications/push/operations.ts'
import * as inbox from '../resources/inbox/operations.ts'
import * as memberships from '../resources/memberships/operations.ts'
import * as privacySettings from '../resources/privacy-settings/operations.ts'
import * as samePeople from '../resources/same-people/operations.ts'
import * as trustedEditors from '../resources/trusted-editors/operations.ts'
import * as users from '../resources/users/operations.ts'
import type { Resource } from './resource.ts'

export const people: Resource[] = [
  {
    tag: 'trustedEditors',
    description: 'Users that a user trusts: their edits of this user’s matches are approved at once.',
    operations: [
      trustedEditors.listTrustedEditors,
      trustedEditors.countTrustedEditors,
      trustedEditors.grantTrust,
      trustedEditors.getTrustedEditor,
      trustedEditors.revokeTrust,
    ],
  },
  {
    tag: 'claimRequests',
    description:
      'Requests of canonical players to claim ghost players. The owner of the ghost player decides.',
    operations: [
      claimRequests.listClaimRequests,
      claimRequests.countClaimRequests,
      claimRequests.createClaimRequest,
      claimRequests.getClaimRequest,
      claimRequests.decideClaimRequest,
      claimRequests.cancelClaimRequest,
    ],
  },
  {
    tag: 'samePeople',
    description: 'A user’s private answers to the question whether two players are one person.',
    operations: [
      samePeople.listSamePeople,
      samePeople.countSamePeople,
      samePeople.getSamePerson,
      samePeople.createSamePerson,
      samePeople.deleteSamePerson,
    ],
  },
  {
    tag: 'claimEdges',
    description: 'The links from canonical players to the ghost players that they have claimed.',
    operations: [
      claimEdges.listClaimEdges,
      claimEdges.countClaimEdges,
      claimEdges.getClaimEdge,
      claimEdges.revokeClaimEdge,
    ],
  },
  {
    tag: 'invitations',
    description:
      'Codes, links and questions by which somebody claims a ghost player, joins a community, or becomes a trusted editor.',
    operations: [
      invitations.inviteToGhostPlayer,
      invitationsToUsers.inviteUserToGhostPlayer,
      invitations.inviteToCommunity,
      invitations.inviteTrustedEditor,
      invitations.listInvitations,
      invitations.countInvitations,
      invitations.getInvitation,
      invitations.revokeInvitation,
      invitations.acknowledgeInvitation,
      invitationsToUsers.answerInvitation,
      invitations.lookUpInvitation,
      invitations.acceptInvitation,
      invitations.declineInvitation,
    ],
  },
  {
    tag: 'privacySettings',
    description: 'Who may see a user’s profile, history and match details.',
    operations: [
      privacySettings.listPrivacySettings,
      privacySettings.countPrivacySettings,
      privacySettings.getPrivacySetting,
      privacySettings.updatePrivacySetting,
    ],
  },
  {
    tag: 'audience',
    description: 'Who sees a user’s profile, history and match details, and what somebody sees of the user.',
    operations: [
      audience.getAudience,
      audience.listAudience,
      audience.countAudience,
      audience.getSightOfUser,
      audience.getSightOfGroup,
      audience.getSightOfStranger,
    ],
  },
  {
    tag: 'groups',
    description: 'Lists of people that a user makes, to let them see or administer something.',
    operations: [
      groups.listGroups,
      groups.countGroups,
      groups.createGroup,
      groups.getGroup,
      groups.updateGroup,
      groups.deleteGroup,
      groups.listGroupMembers,
      groups.countGroupMembers,
      groups.addGroupMember,
      groups.removeGroupMember,
      groups.listMyGroups,
      groups.countMyGroups,
    ],
  },
  {
    tag: 'communities',
    description: 'People who share the matches that are attached to their community.',
    operations: [
      communities.listCommunities,
      communities.countCommunities,
      communities.createCommunity,
      communities.getCommunity,
      communities.updateCommunity,
      communities.deleteCommunity,
    ],
  },
  {
    tag: 'memberships',
    description: 'The members of communities.',
    operations: [
      memberships.listMemberships,
      memberships.countMemberships,
      memberships.joinCommunity,
      memberships.getMembership,
      memberships.endMembership,
      memberships.listMyMemberships,
      memberships.countMyMemberships,
    ],
  },
  {
    tag: 'membershipRequests',
    description: 'Requests to join a community.',
    operations: [
      membershipRequests.listMembershipRequests,
      membershipRequests.countMembershipRequests,
      membershipRequests.createMembershipRequest,
      membershipRequests.getMembershipRequest,
      membershipRequests.decideMembershipRequest,
      membershipRequests.cancelMembershipRequest,
    ],
  },
  {
    tag: 'inbox',
    description: 'What waits for somebody’s decision.',
    operations: [inbox.listInbox, inbox.countInbox, inbox.markInboxSeen],
  },
  {
    tag: 'notifications',
    description: 'Mail and push messages about what waits in the inbox, and the devices that get them.',
    operations: [
      notifications.getNotifications,
      notifications.updateNotifications,
      notifications.verifyAddress,
      devices.listNotificationDevices,
      devices.countNotificationDevices,
      devices.createNotificationDevice,
      devices.deleteNotificationDevice,
    ],
  },
  {
    tag: 'users',
    description: 'The people who use the service.',
    operations: [
      users.getMe,
      users.updateMe,
      users.listUsers,
      users.countUsers,
      users.getUser,
      account.exportMe,
      account.exportMatchesAsCsv,
      account.exportMatchesAsBgStats,
      account.eraseMe,
    ],
  },
  {
    tag: 'events',
    description: 'A stream with an event for each change that the caller may see.',
    operations: [events.followEvents],
  },
  {
    tag: 'tokens',
    description: 'Personal access tokens, which people make for their scripts.',
    operations: [tokens.listTokens, tokens.countTokens, tokens.createToken, tokens.deleteToken],
  },
]

export type PeopleModules = typeof account &
  typeof audience &
  typeof claimEdges &
  typeof claimRequests &
  typeof communities &
  typeof events &
  typeof groups &
  typeof invitations &
  typeof invitationsToUsers &
  typeof inbox &
  typeof membershipRequests &
  typeof memberships &
  typeof devices &
  typeof notifications &
  typeof privacySettings &
  typeof samePeople &
  typeof tokens &
  typeof trustedEditors &
  typeof users
