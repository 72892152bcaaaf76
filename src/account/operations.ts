/** Export all data of an account, and erase the account. */
import { anybody, change, longRead, version } from '../http/operation/define.ts'
import { conflict } from '../http/problem.ts'
import { LAST_ADMINISTRATOR, lockToErase } from '../identity/administration/store.ts'
import { erase, eventsOfErasure, lock } from './erase.ts'
import { optionalParameters } from '../http/operation/optional-parameters.ts'
import { noContent, text } from '../http/operation/responds.ts'
import { timeZone } from '../resources/statistics/span.ts'
import * as bgStats from './export/bg-stats.ts'
import * as csv from './export/csv.ts'
import { beginning, document } from './export/document.ts'
import { BgStatsFile } from './export/bg-stats-schema.ts'
import { Export } from './export/schema.ts'

export const exportMe = longRead({
  id: 'exportMe',
  route: 'GET /users/me/export',
  summary: 'All data that the service stores about the caller',
  description:
    'Up to 200 items of each list come from one snapshot. Longer lists follow in parts, each read at its own moment: an item that exists during the whole export appears exactly once. If the connection ends early, because the client reads less than 256 KiB in a minute or the account is erased meanwhile, the document is incomplete; unless the account was erased, send the request again.',
  scope: 'svc-engine:user-read',
  responds: { status: 200, schema: Export, etag: false, location: false },
  begin: ({ caller }) => beginning(caller),
  document,
})

const localTimes = optionalParameters({
  timeZone: {
    schema: timeZone(),
    description: 'The time zone of local times: a name of the IANA time zone database.',
    example: 'Europe/Berlin',
    default: 'UTC',
  },
})

const IN_PARTS =
  'Up to 200 matches come from one snapshot; more follow in parts, each read at its own moment. If the connection ends early, the file is incomplete: send the request again.'

export const exportMatchesAsCsv = longRead({
  id: 'exportMatchesAsCsv',
  route: 'GET /users/me/export/csv',
  summary: 'The caller’s matches as CSV',
  description: `The format is RFC 4180, in UTF-8 with a byte order mark. The first row has the names of the columns. Then there is one row for each participant of each match that the caller recorded, including drafts, or in which others recorded the caller. \`loadout\` is JSON. If a text begins like a spreadsheet formula, or with an apostrophe, an apostrophe is put before it. ${IN_PARTS}`,
  scope: 'svc-engine:user-read',
  query: localTimes,
  responds: text('text/csv; charset=utf-8'),
  begin: csv.beginning,
  document: csv.document,
})

export const exportMatchesAsBgStats = longRead({
  id: 'exportMatchesAsBgStats',
  route: 'GET /users/me/export/bg-stats',
  summary: 'The caller’s finished matches as a file for BG Stats',
  description: `The file has the JSON format of BG Stats, a tracker for phones. Facts for which this format has no field are in \`metaData\` under \`scorebook\`. Drafts are left out. ${IN_PARTS}`,
  scope: 'svc-engine:user-read',
  query: localTimes,
  responds: { status: 200, schema: BgStatsFile, etag: false, location: false },
  begin: bgStats.beginning,
  document: bgStats.document,
})

export const eraseMe = change({
  id: 'eraseMe',
  route: 'DELETE /users/me',
  summary: 'Erase the caller’s account permanently',
  description:
    'The user’s name disappears everywhere, claims and trust are revoked, and memberships end; the matches that others recorded stay complete. Tokens issued earlier are refused with 401; signing in again makes a new, empty user. The last administrator who is not disabled gets 409, unless nobody else has an account.',
  scope: 'svc-engine:user-delete',
  recent: true,
  target: ({ caller }) => lock(caller.userId),
  references: ({ caller }) => lockToErase(caller.accountId),
  allow: anybody,
  ifMatch: version,
  erases: true,
  responds: noContent,
  changes: ({ caller }) => eventsOfErasure(caller),
  run({ db, caller, references: account }) {
    if (account?.isLastAdministrator) throw conflict(LAST_ADMINISTRATOR)
    return erase(db, caller, account?.roles ?? [])
  },
})
