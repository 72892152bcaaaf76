/** Says which right shows each field of the API's answers. A field without a right does not compile. */
import { BG_STATS_FIELDS } from './account/export/bg-stats-schema.ts'
import { Export } from './account/export/schema.ts'
import type { Api } from './api.ts'
import type { PageOf } from './http/operation/facts.ts'
import { Event } from './events/schema.ts'
import { Count } from './http/filter/page.ts'
import { Session } from './identity/administration/access/schema.ts'
import { Account, AccountLink, SignInLink } from './identity/administration/schema.ts'
import { AuditEvent } from './identity/audit/schema.ts'
import { Client } from './identity/clients/schema.ts'
import { NewPersonalToken, PersonalToken } from './identity/personal-tokens/schema.ts'
import { AcceptedInvitation, Invitation, InvitationPreview, NewInvitation } from './invitations/schema.ts'
import { Application, Locales } from './messages/applications/schema.ts'
import { TranslationFile, TranslationFileResult } from './messages/files/schema.ts'
import { ImportPreview, ImportResult, MessageKey } from './messages/keys/schema.ts'
import { Messages } from './messages/published/schema.ts'
import { PublishResult, Translation, TranslationsImportResult } from './messages/translations/schema.ts'
import { PIPELINE_FIELDS, PIPELINE_STATUS } from './pipeline/shown.ts'
import { ANSWER, IMPORT, IMPORT_FIELDS } from './imports/shown.ts'
import { NotificationDevice } from './notifications/push/schema.ts'
import { Notifications } from './notifications/schema.ts'
import { InboxItem, InboxSeen } from './resources/inbox/schema.ts'
import { RESOURCE_FIELDS, newestMatch } from './resources/visibility/fields.ts'
import { type Shows, by, ref, shows } from './resources/visibility/rights.ts'
import { Checkup } from './system/checkups/schema.ts'
import { SystemFigures } from './system/figures/schema.ts'
import { SystemStatus } from './system/schema.ts'
import { ReplayedWebhook, Webhook, WebhookDelivery } from './webhooks/schema.ts'

const TIMES = by('scope', 'createdAt', 'updatedAt')
const TOKEN = by('own', 'id', 'name', 'scopes', 'createdAt', 'expiresAt', 'lastUsedAt')

const WEBHOOK = {
  ...by('scope', 'id', 'url', 'description', 'kinds', 'enabled', 'disabledAt', 'disabledReason', 'waiting'),
  ...by('scope', 'lastSuccessAt', 'lastFailureAt', 'lastFailure', 'formerSecretUntil'),
  ...TIMES,
  maker: ref('scope'),
  secret: 'once',
} as const

const COUNTED = shows(Count, { count: 'seen' })

const BY_SCOPE = {
  Event: shows(Event, by('scope', 'id', 'kind', 'path', 'version')),
  ...PIPELINE_FIELDS,
  Account: shows(Account, {
    ...by('scope', 'id', 'displayName', 'email', 'roles', 'disabledAt', 'passkeys', 'hasPassword'),
    ...by('scope', 'sessions', 'tokens', 'lastSeenAt'),
    ...TIMES,
    user: ref('scope'),
  }),
  Session: shows(Session, {
    ...by('scope', 'id', 'method', 'address', 'userAgent', 'createdAt', 'lastSeenAt', 'endsAt'),
  }),
  AccountLink: shows(AccountLink, {
    ...by('scope', 'id', 'kind', 'accountId', 'roles', 'uses', 'expiresAt', 'createdAt'),
    url: 'once',
  }),
  SignInLink: shows(SignInLink, {
    ...by('scope', 'id', 'kind', 'roles', 'uses', 'good', 'expiresAt', 'endedAt', 'createdAt'),
    account: ref('scope'),
    maker: ref('scope'),
  }),
  AuditEvent: shows(AuditEvent, {
    ...by('scope', 'id', 'kind', 'clientId', 'address', 'userAgent', 'details', 'createdAt'),
    account: ref('scope'),
    actor: by('scope', 'kind', 'id', 'displayName', 'clientId', 'tokenId'),
  }),
  SystemStatus: shows(SystemStatus, {
    ...by('scope', 'version', 'sessions', 'personalTokens', 'failedSignIns', 'pipelineWorkers'),
    instances: by('scope', 'name', 'since'),
    database: {
      ...by('scope', 'version', 'bytes', 'connections', 'mostConnections', 'longestTransaction'),
      ...by('scope', 'waitingForLocks', 'standbys'),
    },
    accounts: by('scope', 'total', 'disabled', 'administrators'),
    events: by('scope', 'lastAt', 'waiting'),
    outgoing: {
      ...by('scope', 'mails', 'delayedMails', 'pushMessages', 'delayedPushMessages', 'deliveries'),
      ...by('scope', 'failedDeliveries', 'oldestDeliveryAt'),
    },
    pipeline: PIPELINE_STATUS,
  }),
  Checkup: shows(Checkup, {
    ...by('scope', 'checkedAt', 'machine', 'underWay'),
    checks: by('scope', 'name', 'state', 'says'),
    backups: {
      ...by('scope', 'enabled', 'folder', 'asked', 'failure'),
      made: by('scope', 'name', 'endedAt', 'bytes', 'checkedAt'),
    },
  }),
  SystemFigures: shows(SystemFigures, {
    ...by('scope', 'every'),
    points: {
      ...by('scope', 'at', 'instances', 'requests', 'refused', 'failed', 'median', 'slow'),
      ...by('scope', 'memory', 'connections', 'events', 'mails'),
    },
  }),
  Client: shows(Client, {
    ...by('scope', 'id', 'displayName', 'kind', 'redirectUris', 'postLogoutRedirectUris', 'roles'),
    ...by('scope', 'scopes', 'authentication'),
    ...TIMES,
    secret: 'once',
  }),
  Webhook: shows(Webhook, WEBHOOK),
  ReplayedWebhook: shows(ReplayedWebhook, by('own', 'replayed', 'left')),
  WebhookDelivery: shows(WebhookDelivery, {
    ...by('own', 'id', 'kind', 'state', 'attempts', 'happenedAt', 'lastAttemptAt', 'lastStatus', 'lastError'),
    ...by('own', 'nextAttemptAt', 'endedAt', 'createdAt'),
  }),
  Application: shows(Application, {
    ...by('scope', 'applicationId', 'displayName', 'description', 'baseLocale'),
    ...TIMES,
  }),
  Locales: shows(Locales, {
    items: by('scope', 'locale', 'total', 'published', 'draft', 'missing', 'invalid', 'outdated'),
  }),
  ImportResult: shows(ImportResult, {
    ...by('scope', 'added', 'updated', 'obsoleted', 'unchanged'),
    invalidated: by('scope', 'key', 'locale'),
  }),
  ImportPreview: shows(ImportPreview, {
    ...by('scope', 'added', 'updated', 'obsoleted', 'unchanged'),
    invalidated: by('scope', 'key', 'locale'),
    rows: by('scope', 'key', 'change', 'baseText', 'before'),
  }),
  MessageKey: shows(MessageKey, {
    ...by('scope', 'key', 'baseText', 'description', 'status', 'obsoletedAt'),
    ...TIMES,
    arguments: by('scope', 'name', 'type'),
  }),
  Translation: shows(Translation, {
    ...by('scope', 'applicationId', 'key', 'locale', 'draftText', 'publishedText', 'status', 'invalid'),
    ...by('scope', 'outdated', 'draftedAt', 'publishedAt'),
    ...TIMES,
    problems: by('scope', 'code', 'argument', 'message'),
    draftedBy: ref('scope'),
    publishedBy: ref('scope'),
  }),
  PublishResult: shows(PublishResult, {
    published: 'scope',
    skipped: by('scope', 'key', 'locale', 'code'),
  }),
  TranslationsImportResult: shows(TranslationsImportResult, {
    ...by('scope', 'added', 'updated', 'unchanged'),
    rejected: by('scope', 'key', 'code', 'message'),
  }),
  TranslationFile: shows(TranslationFile, {
    ...by('scope', 'applicationId', 'baseLocale', 'locale'),
    translations: {
      ...by('scope', 'key', 'baseText', 'description', 'text', 'digest'),
      arguments: by('scope', 'name', 'type'),
    },
  }),
  TranslationFileResult: shows(TranslationFileResult, {
    ...by('scope', 'added', 'updated', 'unchanged', 'untranslated', 'outdated'),
    rejected: by('scope', 'key', 'at', 'code', 'message'),
    rows: by('scope', 'key', 'change', 'text', 'before', 'outdated'),
  }),
  Messages: shows(Messages, by('scope', 'applicationId', 'locale', 'messages')),
}

const INVITATION = {
  ...by('seen', 'id', 'kind', 'state', 'uses', 'mostUses', 'unread', 'lastUsedAt', 'expiresAt', 'endedAt'),
  ...by('seen', 'createdAt', 'updatedAt'),
  inviter: ref('seen', 'person'),
  recipient: ref('seen', 'person'),
  ghostPlayer: ref('seen'),
  community: ref('seen'),
} as const

const DEVICE = by('own', 'id', 'name', 'isHere', 'createdAt', 'sentAt')

const NOTIFICATIONS = by(
  'own',
  'sending',
  'pushKey',
  'mail',
  'address',
  'unverifiedAddress',
  'kinds',
  'pace',
  'locale',
  'timeZone',
)

const of = { ...RESOURCE_FIELDS, ...BY_SCOPE }

export const FIELDS = {
  ...of,
  InboxItem: shows(InboxItem, {
    ...by('own', 'id', 'kind', 'direction', 'since', 'seen', 'path', 'etag'),
    game: by('own', 'id', 'displayName', 'scoreType', 'winCondition'),
    match: of.Match.rights,
    matchEtag: 'own',
    ownParticipantIds: 'own',
    matchEdit: of.MatchEdit.rights,
    dispute: { ...by('own', 'matchParticipantId', 'reason'), disputedBy: ref('own', 'disputer') },
    claimRequest: of.ClaimRequest.rights,
    owner: ref('ghostPlayer'),
    membershipRequest: of.MembershipRequest.rights,
    invitation: {
      ...by('own', 'kind', 'declined', 'accepted'),
      ghostPlayer: ref('own'),
      community: ref('own'),
      acceptedBy: ref('own', 'accepter'),
      inviter: ref('own'),
      recipient: ref('own', 'person'),
      newest: newestMatch('own'),
    },
    trustedEditor: of.TrustedEditor.rights,
    matches: by('own', 'number', 'firstPlayedAt', 'lastPlayedAt'),
    fellows: { ghostPlayer: ref('own'), matches: 'own' },
  }),
  InboxSeen: shows(InboxSeen, { until: 'own' }),
  Notifications: shows(Notifications, NOTIFICATIONS),
  NotificationDevice: shows(NotificationDevice, DEVICE),
  ...IMPORT_FIELDS,
  Count: COUNTED,
  PersonalToken: shows(PersonalToken, TOKEN),
  NewPersonalToken: shows(NewPersonalToken, { ...TOKEN, token: 'once' }),
  Invitation: shows(Invitation, INVITATION),
  NewInvitation: shows(NewInvitation, { ...INVITATION, secret: 'once', url: 'once' }),
  InvitationPreview: shows(InvitationPreview, {
    ...by('secret', 'kind', 'expiresAt', 'matches', 'firstPlayedAt', 'lastPlayedAt'),
    inviter: ref('secret'),
    ghostPlayer: ref('secret'),
    community: ref('secret'),
    newest: newestMatch('secret'),
  }),
  AcceptedInvitation: shows(AcceptedInvitation, {
    kind: 'own',
    claimEdge: of.ClaimEdge.rights,
    membership: of.Membership.rights,
    trustedEditor: of.TrustedEditor.rights,
  }),
  Export: shows(Export, {
    user: of.Me.rights,
    accounts: {
      ...by('own', 'id', 'name', 'email', 'roles', 'hasPassword', 'createdAt', 'updatedAt'),
      passkeys: by('own', 'name', 'createdAt', 'lastUsedAt'),
    },
    sessions: by('own', 'id', 'method', 'address', 'userAgent', 'createdAt', 'lastSeenAt'),
    apps: by('own', 'clientId', 'name', 'scopes', 'since'),
    personalTokens: TOKEN,
    webhooks: WEBHOOK,
    auditEvents: of.AuditEvent.rights,
    privacySettings: of.PrivacySetting.rights,
    notifications: NOTIFICATIONS,
    notificationDevices: DEVICE,
    imports: IMPORT,
    importAnswers: ANSWER,
    ghostPlayers: of.GhostPlayer.rights,
    playsets: of.Playset.rights,
    recordedMatches: of.Match.rights,
    playedMatches: of.Match.rights,
    matchEdits: of.MatchEdit.rights,
    claimRequests: of.ClaimRequest.rights,
    claimEdges: of.ClaimEdge.rights,
    samePeople: of.SamePerson.rights,
    trustedEditors: of.TrustedEditor.rights,
    invitations: INVITATION,
    acceptedInvitations: by('own', 'invitationId', 'kind', 'acceptedAt'),
    groups: of.Group.rights,
    groupMembers: { groupId: 'own', member: of.GroupMember.rights },
    communities: of.Community.rights,
    memberships: of.Membership.rights,
    membershipRequests: of.MembershipRequest.rights,
    translations: of.Translation.rights,
  }),
  BgStatsFile: BG_STATS_FIELDS,
}

type AnswerOf<O> = O extends { types?: { answer: infer A } }
  ? A extends PageOf<infer Item>
    ? Item
    : A
  : never

type Known = { [Name in keyof typeof FIELDS]: InputOf<(typeof FIELDS)[Name]> }
type InputOf<E> = E extends Shows<infer S> ? S['_zod']['input'] : never

type IsKnown<A> = true extends { [Name in keyof Known]: IsSame<A, Known[Name]> }[keyof Known] ? true : false
type IsSame<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

type WithoutRights = {
  [Id in keyof Api]: [AnswerOf<Api[Id]>] extends [undefined | string] // a file has no fields
    ? never
    : IsKnown<AnswerOf<Api[Id]>> extends true
      ? never
      : Id
}[keyof Api]

/** This does not compile if the answer of an operation has no rights. The compiler's error names the operation. */
true satisfies [WithoutRights] extends [never] ? true : WithoutRights
