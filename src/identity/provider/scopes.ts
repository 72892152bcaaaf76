/** The scopes of accounts and clients, and the meaning of each in plain English. */
import { SCOPE_PREFIX } from '../roles.ts'

/** The scopes of OpenID Connect itself. They concern the person and not the API. */
export const OPENID_SCOPES = ['openid', 'profile', 'email', 'offline_access'] as const

export const words = (value: unknown): string[] =>
  typeof value === 'string' ? value.split(' ').filter((word) => word !== '') : []

/** The sentences that people read before they give an app access, in this order. */
const SENTENCES: readonly [sentence: string, ...scopes: string[]][] = [
  ['See your matches, and those that others let you see', 'match-read', 'match-edit-read'],
  ['See your latest matches and who played in them', 'suggestion-read'],
  [
    'Record, change, finish and delete matches for you',
    'match-create',
    'match-update',
    'match-delete',
    'match-finalize',
  ],
  [
    'Propose edits of matches, decide on them, and dispute results for you',
    'match-edit-create',
    'match-edit-decide',
    'match-edit-withdraw',
    'match-participant-dispute',
  ],
  ['See what waits for your decision, and what you wait for', 'inbox-read'],
  ['Mark the answers in your inbox as seen', 'inbox-update'],
  ['Learn at once what changes, of all that it may see', 'event-read'],
  ['See games and expansions', 'game-read', 'expansion-read'],
  [
    'Add and change games and expansions',
    'game-create',
    'game-update',
    'expansion-create',
    'expansion-update',
  ],
  ['See how you play games', 'playset-read'],
  ['Add, change and delete how you play games', 'playset-create', 'playset-update', 'playset-delete'],
  ['See players and their histories', 'ghost-player-read', 'canonical-player-read', 'claim-edge-read'],
  ['See the results and statistics of matches that you may see', 'statistics-read'],
  ['See leaderboards', 'leaderboard-read'],
  [
    'Add, rename and delete your stand-ins for other people',
    'ghost-player-create',
    'ghost-player-update',
    'ghost-player-delete',
  ],
  ['See who claims to be which player', 'claim-request-read'],
  [
    'Claim players for you, and decide on the claims of others',
    'claim-request-create',
    'claim-request-decide',
    'claim-request-cancel',
    'claim-edge-revoke',
  ],
  ['See the invitations that you made', 'invitation-read'],
  [
    'Invite people to be your stand-ins, to join your communities and to correct your matches, and accept invitations for you',
    'invitation-create',
    'invitation-revoke',
    'invitation-acknowledge',
    'invitation-accept',
  ],
  ['See whose edits you approve at once', 'trusted-editor-read'],
  ['Choose whose edits you approve at once', 'trusted-editor-grant', 'trusted-editor-revoke'],
  ['See who may see your profile and your matches', 'privacy-setting-read'],
  ['Choose who may see your profile and your matches', 'privacy-setting-update'],
  ['See who sees your profile and your matches, and why', 'audience-read'],
  [
    'See where and about what you get mail and push messages, and change that',
    'notification-read',
    'notification-update',
  ],
  ['See your imports from other trackers', 'import-read'],
  [
    'Import plays from other trackers for you, and forget imports',
    'import-create',
    'import-update',
    'import-delete',
  ],
  ['See which games the imports of people wait for, but not whose', 'missing-game-read'],
  ['See where events are sent', 'webhook-read'],
  ['Choose where events are sent, and send them again', 'webhook-create', 'webhook-update', 'webhook-delete'],
  [
    'See which players you count as the same person, and change that',
    'same-person-read',
    'same-person-create',
    'same-person-delete',
  ],
  [
    'See your groups and communities',
    'group-read',
    'group-member-read',
    'community-read',
    'membership-read',
    'membership-request-read',
  ],
  [
    'Make, change and delete your groups',
    'group-create',
    'group-update',
    'group-delete',
    'group-member-add',
    'group-member-remove',
  ],
  [
    'Make, change, join and leave communities for you, and decide who joins yours',
    'community-create',
    'community-update',
    'community-delete',
    'membership-create',
    'membership-delete',
    'membership-request-create',
    'membership-request-decide',
    'membership-request-cancel',
  ],
  ['See who you are here, and export your data', 'user-read'],
  ['Change your name', 'user-update'],
  ['Erase your account with everything in it', 'user-delete'],
  ['See your access tokens, but not use them', 'token-read'],
  [
    'Make and end access tokens in your name, which may do no more than the app',
    'token-create',
    'token-delete',
  ],
  ['Read the texts of applications', 'message-read'],
  [
    'See applications, their texts and their translations',
    'application-read',
    'message-key-read',
    'translation-read',
  ],
  ['Write and discard translations', 'translation-update', 'translation-delete'],
  [
    'Manage applications: import their texts and publish translations',
    'application-create',
    'application-update',
    'message-key-import',
    'translation-publish',
  ],
  ['See the game-catalog pipeline and its candidates', 'candidate-read', 'pipeline-read', 'ranking-read'],
  [
    'Work on the game-catalog pipeline: add, approve and reject candidates, import rankings, pause and resume it',
    'candidate-create',
    'candidate-update',
    'candidate-approve',
    'candidate-reject',
    'candidate-retry',
    'pipeline-control',
    'ranking-import',
  ],
  [
    "See everybody's accounts, the links to invite and to reset, and the state of the service",
    'account-read',
    'account-link-read',
    'system-read',
  ],
  [
    'Administer accounts: invite people, give and take roles, disable people and sign them out; but let nobody do more than the app may',
    'account-create',
    'account-update',
    'account-link-delete',
    'session-delete',
  ],
  ["See everybody's sessions and personal tokens", 'session-read', 'account-token-read'],
  ["End everybody's personal tokens", 'account-token-delete'],
  ['Let the service check itself, and make backups of its database', 'system-check', 'backup-create'],
  ['See who signed in and who changed whose rights', 'audit-read'],
  ['See the apps and services that may get tokens here', 'client-read'],
  [
    'Add and remove apps and services that may get tokens here, and give them new secrets; but none that may do more than the app',
    'client-create',
    'client-update',
    'client-delete',
  ],
]

const ABOUT_THE_PERSON: Record<(typeof OPENID_SCOPES)[number], string | undefined> = {
  openid: 'Recognise you when you sign in',
  profile: 'See your name',
  email: 'See your e-mail address',
  offline_access: 'Go on when you have signed out here, until you end its access',
}

/** If a scope has no sentence, its name is shown, so that nobody grants it without seeing it. */
export function sentencesFor(scopes: Iterable<string>): string[] {
  const left = new Set([...scopes].map((scope) => scope.replace(SCOPE_PREFIX, '')))
  const taken = (names: readonly string[]) => names.filter((name) => left.delete(name)).length > 0
  const said = SENTENCES.filter(([, ...names]) => taken(names)).map(([sentence]) => sentence)
  const person = Object.entries(ABOUT_THE_PERSON).flatMap(([name, sentence]) =>
    sentence !== undefined && taken([name]) ? sentence : [],
  )
  return [...person, ...said, ...left]
}

export const withoutSentence = (scopes: Iterable<string>): string[] => {
  const known = new Set(SENTENCES.flatMap(([, ...names]) => names))
  return [...scopes].filter((scope) => !known.has(scope.replace(SCOPE_PREFIX, '')))
}
