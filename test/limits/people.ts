/** The limits of signing in: attempts, accounts, and how long each credential is valid. */
import { LIFETIME as CHALLENGE } from '../../src/identity/accounts/challenges.ts'
import {
  LIFETIMES as LINKS,
  MOST_DAYS,
  MOST_DAYS_OF_RESET,
  MOST_USES,
  MOST_USES_OF_ADMINISTRATORS,
} from '../../src/identity/accounts/links.ts'
import { PATIENCE as WAIT_FOR_NAME } from '../../src/identity/accounts/name-turns.ts'
import { LONGEST_PASSKEY_NAME, MOST_PASSKEYS } from '../../src/identity/accounts/passkeys.ts'
import { HASHES, LONGEST as LONGEST_PASSWORD, SHORTEST } from '../../src/identity/accounts/passwords.ts'
import { CODES } from '../../src/identity/accounts/recovery-codes.ts'
import { LONGEST_EMAIL, LONGEST_NAME } from '../../src/identity/accounts/store.ts'
import { BUDGETS, budgetsFrom } from '../../src/identity/accounts/throttle.ts'
import { TIMES_EVERYBODY } from '../../src/identity/link-mails/invitations.ts'
import { SENT_WITHIN } from '../../src/identity/link-mails/queue.ts'
import { LONGEST_ADDRESS } from '../../src/http/schema/address.ts'
import { MOST_ACCOUNTS as MOST_ACCOUNTS_OF_ADDRESS } from '../../src/notifications/link-mails/questions.ts'
import { MINUTES_BETWEEN } from '../../src/notifications/pace.ts'
import { MOST_ATTEMPTS as MOST_PUSHES } from '../../src/notifications/push/deliver.ts'
import { LONGEST_ENDPOINT, MOST_DEVICES } from '../../src/notifications/push/schema.ts'
import { PATIENCE as PUSH_PATIENCE, TIME_TO_LIVE } from '../../src/notifications/push/send.ts'
import { TOKEN_DAYS as DEVICE_DAYS } from '../../src/notifications/push/store.ts'
import { VERIFICATION_HOURS } from '../../src/notifications/store.ts'
import { MOST_ATTEMPTS } from '../../src/notifications/deliver.ts'
import { LONGEST as TOKEN_DAYS, MOST as MOST_TOKENS } from '../../src/identity/personal-tokens/schema.ts'
import { LIFETIMES as PROVIDER } from '../../src/identity/provider/provider.ts'
import { LONGEST_TOKEN } from '../../src/identity/provider/signing-keys.ts'
import { SHOWN } from '../../src/identity/purges.ts'
import { IDLE_DAYS, LONGEST_DAYS } from '../../src/identity/sessions/store.ts'
import { RECENT } from '../../src/http/lifecycle/authenticate.ts'
import { BROWSER, LINK } from '../../src/pages/cookies.ts'
import { MOST_ACCOUNTS } from '../../src/pages/known-browser.ts'
import { MOST_PENDING } from '../../src/resources/match-edits/store.ts'
import { MOST_ANSWERS, MOST_AS_ONE } from '../../src/resources/same-people/schema.ts'
import { type Row, type Table, count, days, milliseconds, seconds, several } from './quantities.ts'

const REFUSED = '429'

/** For each budget: what it is for, and what happens when it is used up. */
const OF_BUDGETS: Record<keyof typeof BUDGETS, readonly [what: string, beyond: string]> = {
  address: ['passwords, from an address', REFUSED],
  name: [
    'passwords of an account, from browsers that it does not know',
    `a wait of up to ${milliseconds(WAIT_FOR_NAME)} for the next attempt, then ${REFUSED}`,
  ],
  browser: ['passwords of an account, from a browser that has signed in to it before', REFUSED],
  recovery: ['recovery codes, from an address', REFUSED],
  join: ['links and new accounts, from an address', REFUSED],
  invitation: ['secrets that are of no good invitation, from an address', REFUSED],
  detail: ['names and e-mail addresses that an account tries', REFUSED],
  client: [
    'refused requests of a client, from an address',
    `${REFUSED} \`slow_down\` with \`Retry-After\`; what is right is always let in`,
  ],
  device: ['codes for devices, from an address', `${REFUSED} \`slow_down\` with \`Retry-After\``],
  deviceCode: ['codes for devices that a person types', REFUSED],
  question: ['questions of apps for access, from an address or a person', REFUSED],
  verification: ['links that verify an address for mail, of a person and to an address', REFUSED],
  mailQuestion: ['requests for a link by mail, from an address', REFUSED],
  mailedLink: ['links to sign in by mail, to an address and to an account', 'the same answer, and no mail'],
  mailedInvitation: ['invitations by mail, of a person', REFUSED],
  mailedInvitations: [
    `invitations by mail, of a person over a day; all people together ${several(TIMES_EVERYBODY, 'time')} that`,
    REFUSED,
  ],
  invitedAddress: ['invitations by mail, to an address', REFUSED],
  push: ['browsers that a person registers for push messages', REFUSED],
  unknown: ['records of failures with unknown names, from an address', 'they are not recorded'],
  passkey: ['records of failures with passkeys, from an address', 'they are not recorded'],
}

/** The budgets of an example address, because they show how many more attempts its networks have. */
const [, home, site] = budgetsFrom('address', '2001:db8::1')

export const attempts: Table = {
  heading: 'Attempts to sign in',
  lead: `All instances count them together. The home line of an address (a /56 of IPv6) has ${home?.times} times as many attempts, and its site (a /48, or a /24 of IPv4) ${site?.times} times. A sign-in that succeeds costs none.`,
  rows: [
    ...Object.entries(BUDGETS).map(([name, rule]): Row => {
      const [what, beyond] = OF_BUDGETS[name as keyof typeof BUDGETS]
      const { everybody } = rule as { everybody?: number }
      const others = everybody === undefined ? '' : `; everybody together ${several(everybody, 'time')} that`
      return [
        what,
        `${rule.most}, and 1 more each ${seconds(rule.seconds).replace(/^1 /, '')}${others}`,
        beyond,
      ]
    }),
    [
      'passwords that are compared at once',
      `${HASHES.atOnce}; ${HASHES.mostWaiting} wait for ${milliseconds(HASHES.patience)}, of one sender ${HASHES.mostWaitingOfOne}`,
      '503, of one sender 429',
    ],
  ],
}

export const accounts: Table = {
  heading: 'Accounts',
  rows: [
    ['a password', `${SHORTEST} to ${count(LONGEST_PASSWORD)} characters`, 'the form says why'],
    ['the name of an account', several(LONGEST_NAME, 'character'), 'the form says why'],
    ['an e-mail address', several(LONGEST_EMAIL, 'character'), 'the form says why'],
    ['an address for mail', several(LONGEST_ADDRESS, 'character'), '400'],
    ['mails about the inbox', `one in ${seconds(60 * MINUTES_BETWEEN)}`, 'the next one counts what has come'],
    [
      'attempts to send a mail that the mail server puts off',
      count(MOST_ATTEMPTS),
      'the mail is dropped, and the log says so',
    ],
    ['devices for push messages of a user', count(MOST_DEVICES), '409'],
    ['the address of a device at its push service', several(LONGEST_ENDPOINT, 'character'), '400'],
    [
      'push messages to a device',
      `one in ${seconds(60 * MINUTES_BETWEEN)}`,
      'the next one counts everything that waits',
    ],
    [
      'attempts to send a push message that the push service puts off',
      `${MOST_PUSHES}, each of ${milliseconds(PUSH_PATIENCE)} at most`,
      'the message is dropped, and the log says so',
    ],
    ['passkeys of an account', count(MOST_PASSKEYS), '422'],
    ['the name of a passkey', several(LONGEST_PASSKEY_NAME, 'character'), 'the form says why'],
    ['recovery codes', `${CODES}, each good once`, 'new ones replace them'],
    ['personal tokens of an account', count(MOST_TOKENS), '409'],
    ['pairs of players that a user calls one person or two', count(MOST_ANSWERS), '409'],
    ['players that a user counts as one', count(MOST_AS_ONE), '409'],
    ['edits of a proposer that wait for a decision', count(MOST_PENDING), '409'],
    [
      'accounts that one request for a link by mail reaches',
      count(MOST_ACCOUNTS_OF_ADDRESS),
      'the others get none',
    ],
    ['accounts that a browser is known for', count(MOST_ACCOUNTS), 'the oldest is forgotten'],
  ],
}

export const lifetimes: Table = {
  heading: 'How long it is valid',
  rows: [
    ['a session', `${days(IDLE_DAYS)} after its last use, ${days(LONGEST_DAYS)} in all`, 'sign in again'],
    [
      'a sign-in, for what outlasts the session',
      milliseconds(RECENT),
      '401 `insufficient_user_authentication`',
    ],
    ['a question for a passkey', seconds(CHALLENGE), 'the page asks again'],
    ['an access token of an app', seconds(PROVIDER.accessToken), '401'],
    ['an ID token', seconds(PROVIDER.idToken), ''],
    [
      'a refresh token, and the access of its app',
      `${seconds(PROVIDER.refreshTokenIdle)} after its last use, ${seconds(PROVIDER.refreshToken)} in all`,
      '400 `invalid_grant`',
    ],
    ['a code', seconds(PROVIDER.code), '400 `invalid_grant`'],
    ['a code for a device', seconds(PROVIDER.deviceCode), '400 `expired_token`'],
    ['a question of an app', seconds(PROVIDER.interaction), 'the app asks again'],
    ['an assertion that a client signs', seconds(PROVIDER.assertion), '401 `invalid_client`'],
    ['a former signing key, for tokens that it signed', days(LONGEST_TOKEN / 24), '401'],
    ['a personal token', `up to ${days(TOKEN_DAYS)}, as its maker chooses`, '401'],
    ['the link for the first administrator', seconds(LINKS.firstAdministrator), 'each start prints another'],
    [
      'an invitation',
      `up to ${days(MOST_DAYS)} and ${several(MOST_USES, 'use')}; with the role admin ${several(MOST_USES_OF_ADMINISTRATORS, 'use')}`,
      'a page says that it has ended',
    ],
    [
      'a link to reset an account',
      `${seconds(LINKS.reset)} by default, up to ${days(MOST_DAYS_OF_RESET)}`,
      'the same',
    ],
    ['a link that verifies an address for mail', seconds(3_600 * VERIFICATION_HOURS), '409'],
    ['a link to sign in by mail', seconds(LINKS.signIn), 'a page says that it has ended'],
    ['an invitation that waits to be mailed', seconds(SENT_WITHIN.INVITATION), 'it is not mailed'],
    ['a push message that waits for its browser', seconds(TIME_TO_LIVE), 'the push service drops it'],
    [
      'a device that was registered with an access token alone',
      days(DEVICE_DAYS),
      'it gets no more push messages',
    ],
    ['a link that was opened', seconds(LINK.maxAge), 'open it again'],
    ['a browser that is known', seconds(BROWSER.maxAge), 'it counts as a stranger'],
    ['an expired token or link in lists', days(SHOWN), 'it is deleted'],
  ],
}
