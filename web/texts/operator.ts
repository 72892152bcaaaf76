/** The texts of the pages for operators: the state of the service, people and their accounts. */
import { text, texts } from './text.ts'

export const t = texts('operator', {
  title: 'The service',
  lead: 'How the service is, and what needs you.',
  people: 'People',
  back: 'The service',
  needsYou: 'Needs you',
  needsNothing: 'Nothing needs you now.',

  stepName: text(
    '{step, select, ENRICH_FROM_CATALOG {Reading the catalogue} COLLECT_RULES {Collecting rules} INTERPRET_RULES {Reading rules} other {Publishing games}}',
    { step: 'STRING' },
  ),
  stepPaused: text('{step} is paused', { step: 'STRING' }),
  stepPausedWhy: 'Somebody paused this step. It does nothing until somebody resumes it.',
  resume: 'Resume',
  resumeThis: text('Resume: {step}', { step: 'STRING' }),
  resumed: text('{step} goes on.', { step: 'STRING' }),
  stepSuspended: text('{step} waits until {when}', { step: 'STRING', when: 'STRING' }),
  stepSuspendedWhy: text('{reason} It goes on by itself.', { reason: 'STRING' }),
  stepRuns: 'works',
  stepIsPaused: 'paused',
  stepIsSuspended: 'waits',
  pause: 'Pause',
  pauseThis: text('Pause: {step}', { step: 'STRING' }),
  paused: text('{step} is paused now.', { step: 'STRING' }),

  hookFails: text('The webhook to {host} fails', { host: 'STRING' }),
  hookFailsWhy: text(
    '{reason} Correct the endpoint, then send a test. The service tries again by itself for three days.',
    { reason: 'STRING' },
  ),
  hookOff: text('The webhook to {host} is switched off', { host: 'STRING' }),
  hookOffWhy: text(
    '{reason, select, MAKER {Its maker may no longer administer the service. Give the role back first, or make a new webhook.} GONE {The endpoint said that it is gone. Correct it, then switch the webhook on.} FAILING {The endpoint failed for three days. Correct it, then switch the webhook on.} SECRET_LOST {The service can no longer read its secret. Renew the secret first.} other {}}',
    { reason: 'STRING' },
  ),
  hookTest: 'Send a test',
  hookTestThis: text('Send a test to {host}', { host: 'STRING' }),
  hookTested: text('A test is on its way to {host}.', { host: 'STRING' }),
  hookOn: 'Switch on',
  hookOnThis: text('Switch on the webhook to {host}', { host: 'STRING' }),
  hookIsOn: text('The webhook to {host} gets events again.', { host: 'STRING' }),

  locksWait: text('{count, plural, one {# connection waits} other {# connections wait}} for a lock', {
    count: 'NUMBER',
  }),
  locksWaitWhy: text(
    'The longest open transaction is {seconds} seconds old. If this stays so, find out which program holds it.',
    { seconds: 'STRING' },
  ),
  fewConnections: text('{used} of {most} connections to the database are used', {
    used: 'STRING',
    most: 'STRING',
  }),
  fewConnectionsWhy: 'Raise max_connections of PostgreSQL, or run fewer processes.',
  oneAdministrator: 'There is only one administrator',
  oneAdministratorWhy:
    'If this person loses access, only a command on the server helps. Give somebody else the role too.',
  oneAdministratorGo: 'Choose somebody',

  figures: 'The state in figures',
  version: text('Version {version}', { version: 'STRING' }),
  database: 'Database',
  databaseSize: text('{size} MB', { size: 'STRING' }),
  databaseBelow: text(
    'PostgreSQL {version}, {standbys, plural, =0 {no standby} one {# standby} other {# standbys}}, {used} of {most} connections',
    { version: 'STRING', standbys: 'NUMBER', used: 'STRING', most: 'STRING' },
  ),
  accounts: 'Accounts',
  accountsBelow: text(
    '{administrators, plural, one {# administrator} other {# administrators}}, {disabled} disabled',
    { administrators: 'NUMBER', disabled: 'STRING' },
  ),
  sessions: 'Signed in',
  sessionsBelow: text(
    '{sessions, plural, one {browser} other {browsers}}, and {tokens, plural, =0 {no token} one {# token} other {# tokens}}',
    { sessions: 'NUMBER', tokens: 'NUMBER' },
  ),
  failedSignIns: 'Failed sign-ins',
  failedSignInsBelow: 'in the last 24 hours',
  pipeline: 'The pipeline',
  pipelineWorkers: text(
    '{count, plural, =0 {No process works in it.} one {# process works in it.} other {# processes work in it.}}',
    { count: 'NUMBER' },
  ),
  runningProcesses: 'Processes',
  since: text('since {when}', { when: 'STRING' }),

  peopleLead: 'Everybody who can sign in here.',
  search: 'Name or e-mail address',
  isDisabled: 'Disabled',
  isAdministrator: 'Administrators',
  listed: text('{count, plural, one {# account} other {# accounts}}', { count: 'NUMBER' }),
  nobody: 'No account fits.',
  disabled: 'disabled',
  seen: text('last here {when}', { when: 'STRING' }),
  neverSeen: 'never signed in',
  role: text(
    '{role, select, player {Player} catalogeditor {Reviewer} translator {Translator} applicationowner {Owner of applications} catalogservice {Catalogue program} other {Administrator}}',
    { role: 'STRING' },
  ),
  noRoles: 'no role',

  account: 'Account',
  gone: 'This account was erased.',
  allPeople: 'All people',
  state: 'Signing in',
  mayEnter: text(
    '{passkeys, plural, =0 {No passkey} one {# passkey} other {# passkeys}}, {password, select, yes {a password} other {no password}}.',
    { passkeys: 'NUMBER', password: 'STRING' },
  ),
  disabledSince: text('This account was disabled on {when}. Nobody can sign in with it.', { when: 'STRING' }),
  disable: 'Disable the account',
  disableTitle: text('Disable the account of {name}?', { name: 'STRING' }),
  disableWhy:
    'All browsers are signed out, and nobody can sign in until you enable the account again. Nothing is deleted.',
  wasDisabled: text('{name} can no longer sign in.', { name: 'STRING' }),
  enable: 'Enable the account',
  wasEnabled: text('{name} can sign in again.', { name: 'STRING' }),

  lost: 'Lost passkey or password',
  lostWhy:
    'A link lets the person in once, to set up a new passkey. It works for one day. Give it only to this person.',
  lostDisabled: 'Enable the account first.',
  makeLink: 'Make a link',
  linkHere: text('The link for {name}. It is shown only now.', { name: 'STRING' }),
  link: 'Link',

  leaked: 'Lost device or leaked token',
  leakedNow: text(
    '{sessions, plural, =0 {No browser is} one {# browser is} other {# browsers are}} signed in, and there {tokens, plural, =0 {is no token} one {is # token} other {are # tokens}}.',
    { sessions: 'NUMBER', tokens: 'NUMBER' },
  ),
  endAll: 'Sign out everywhere',
  endAllTitle: text('Sign {name} out everywhere?', { name: 'STRING' }),
  endAllWhy:
    'All browsers are signed out, and all tokens and the access of apps end. The person can sign in again as before.',
  endAllDone: text('{name} is signed out everywhere, and no token works any more.', { name: 'STRING' }),

  roles: 'Roles',
  rolesSave: 'Save the roles',
  rolesSaved: text('The roles of {name} are saved.', { name: 'STRING' }),
})
