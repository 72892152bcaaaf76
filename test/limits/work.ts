/** The limits of the service's own work: the database, backups and the pipeline. */
import { LONGEST_DRAIN, LONGEST_END } from '../../src/cli/service/answer.ts'
import { mostConnections } from '../../src/cli/service/connections.ts'
import { MOST_PROCESSES } from '../../src/config/parse.ts'
import { BEFORE, DAYS, MONTHS, WEEKS } from '../../src/db/backup/retention.ts'
import { LOG_DAYS } from '../../src/db/backup/daily.ts'
import { RESERVE } from '../../src/db/backup/room.ts'
import { ANSWER, CHECK, LIMITS, SILENCE } from '../../src/db/server.ts'
import { OLDEST } from '../../src/db/servers.ts'
import { KEPT_FOR, KEPT_UNHEARD } from '../../src/identity/sessions/account-status.ts'
import { MOST_ATTEMPTS, MOST_UNPROVEN } from '../../src/pipeline/back-off.ts'
import { FIRST_WAIT, LONGEST_WAIT, MOST_FAILURES, MOST_LOST } from '../../src/pipeline/leases.ts'
import { DOCUMENT, READING } from '../../src/pipeline/outside/rulebooks.ts'
import { ENOUGH, MOST_READ } from '../../src/pipeline/steps/collect.ts'
import { LEASE } from '../../src/pipeline/worker.ts'
import { type Table, bytes, count, days, milliseconds, seconds, several } from './quantities.ts'

export const database: Table = {
  heading: 'Time and the database',
  lead: 'Whatever the database does, a request is answered within 5 s ([decision 010](decisions/010-time-limits.md)).',
  rows: [
    ['a statement', milliseconds(LIMITS.statement), '503 (`slow`)'],
    ['a wait for a lock', milliseconds(LIMITS.lock), '503 (`locked`)'],
    ['a search', milliseconds(LIMITS.search), '400 `INVALID_SEARCH`, or 503'],
    [
      'a read, or a whole transaction, with the wait for a connection',
      milliseconds(LIMITS.statement + ANSWER),
      '503 (`busy` or `slow`)',
    ],
    ['silence of a connection that owes an answer', milliseconds(LIMITS.statement + SILENCE), 'it is ended'],
    ['`/readyz`', milliseconds(CHECK), '503'],
    ['how late a standby may be', milliseconds(OLDEST), 'it is not asked'],
    [
      'what an instance remembers of an account, a session or a token',
      `${milliseconds(KEPT_FOR)}; ${milliseconds(KEPT_UNHEARD)} without notifications of changes`,
      'it is looked up again',
    ],
    [
      'connections of an instance to one server',
      `${mostConnections(1)}; with ${MOST_PROCESSES} processes, which is the most, ${mostConnections(MOST_PROCESSES)}`,
      'work waits for one',
    ],
    ['requests under way after SIGTERM', milliseconds(LONGEST_DRAIN), 'they are cut off'],
    ['the end of the process after that', milliseconds(LONGEST_END), 'it exits'],
  ],
}

export const backups: Table = {
  heading: 'Backups',
  rows: [
    [
      'daily backups',
      `the newest of ${days(DAYS)}, ${several(WEEKS, 'week')} and ${several(MONTHS, 'month')}`,
      'older ones are deleted',
    ],
    ['backups from before migrations, and from before upgrades', `${BEFORE} each`, 'older ones are deleted'],
    ['points in time', `back to the oldest backup of ${days(LOG_DAYS)}`, 'older log is deleted'],
    ['room on the disk of the data', bytes(RESERVE), 'no backup is made'],
  ],
}

export const pipeline: Table = {
  heading: 'Game-catalog pipeline',
  rows: [
    ['a worker holds an item', milliseconds(LEASE), 'it renews the lease, or another worker takes the item'],
    ['workers that end with the same item', count(MOST_LOST), 'it has failed'],
    ['attempts of an item', count(MOST_ATTEMPTS), 'it has failed, or rests for a day'],
    ['interpretations without evidence', count(MOST_UNPROVEN), 'it has failed'],
    [
      'failures of a service in a row',
      count(MOST_FAILURES),
      `the step is suspended for ${seconds(60 * FIRST_WAIT)}, doubled up to ${seconds(60 * LONGEST_WAIT)}`,
    ],
    [
      'rulebooks that are tried for a candidate',
      `${MOST_READ}, until ${ENOUGH} could be read`,
      'the candidate has failed if none could',
    ],
    [
      'fetching a document',
      `${bytes(DOCUMENT.mostBytes)}, ${milliseconds(DOCUMENT.timeout)}`,
      'the next one is tried',
    ],
    [
      'reading a document',
      `${milliseconds(READING.time)}, ${bytes(READING.memory)} of memory, ${several(READING.mostPages, 'page')}, ${several(READING.mostCharacters, 'character')}`,
      'the next one is tried; the rest of a long text is left out',
    ],
  ],
}
