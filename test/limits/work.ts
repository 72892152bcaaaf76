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
import { TIMEOUT } from '../../src/webhooks/post.ts'
import {
  KEPT_DAYS,
  LONGEST_HOLD,
  MOST_FAILING_HOURS,
  MOST_WAITING,
  MOST_WEBHOOKS,
  OVERLAP_HOURS,
  PAUSES,
} from '../../src/webhooks/schedule.ts'
import { LONGEST_URL } from '../../src/webhooks/schema.ts'
import { AT_ONCE } from '../../src/webhooks/send.ts'
import { MOST_ATTEMPTS as MOST_ATTEMPTS_OF_DELIVERY } from '../../src/webhooks/settle.ts'
import { type Table, bytes, count, days, milliseconds, seconds, several } from './quantities.ts'

export const database: Table = {
  heading: 'Time and the database',
  lead: 'Whatever the database does, a request is answered within 5 s ([decision 010](decisions/010-time-limits.md)).',
  rows: [
    ['a statement', milliseconds(LIMITS.statement), '503 (`slow`)'],
    ['a read that is no search', milliseconds(LIMITS.read), 'it is sent again as a search'],
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

export const webhooks: Table = {
  heading: 'Webhooks',
  rows: [
    ['webhooks of a service', count(MOST_WEBHOOKS), '409'],
    ['a URL', several(LONGEST_URL, 'character'), '400'],
    ['deliveries that wait for a webhook', count(MOST_WAITING), 'one `reset` stands for the rest'],
    ['deliveries to an endpoint at once', `${AT_ONCE}; after a failure 1`, 'the others wait'],
    ['an attempt, until the status of the answer', milliseconds(TIMEOUT), 'it has failed'],
    ['an answer', 'its status and headers', 'its body is not read'],
    [
      'attempts of a delivery',
      `${MOST_ATTEMPTS_OF_DELIVERY}, ${PAUSES.map((pause) => milliseconds(pause)).join(', ')} apart, each up to a tenth more`,
      'it has failed, and can be replayed',
    ],
    [
      'the wait of a webhook after a failure',
      `doubled up to ${milliseconds(LONGEST_HOLD)}; what \`Retry-After\` says, up to a day`,
      'nothing is sent to it meanwhile',
    ],
    ['an endpoint that only fails', seconds(3_600 * MOST_FAILING_HOURS), 'the webhook is disabled'],
    ['a former secret', seconds(3_600 * OVERLAP_HOURS), 'it signs nothing'],
    ['deliveries that have ended', days(KEPT_DAYS), 'they are deleted'],
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
