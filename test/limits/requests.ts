/** The limits of requests: their bodies, fields, lists, turns and connections. */
import { operations } from '../../src/api.ts'
import { MOST_AT_ONCE as EXPORTS } from '../../src/account/export/pages.ts'
import { CONNECTIONS, LIMITS as DATABASE } from '../../src/db/server.ts'
import { DEFAULT_ITEMS, MOST_ITEMS } from '../../src/http/filter/parameters.ts'
import { MOST_LOOKS, MOST_WILDCARDS } from '../../src/http/filter/fields.ts'
import { MAX_COMPARISONS, MAX_DEPTH, MAX_LENGTH, MAX_VALUES } from '../../src/http/filter/rsql.ts'
import { MAX_DEPTH as MAX_NESTING } from '../../src/http/json/read.ts'
import {
  AT_ONCE,
  AT_ONCE_OF,
  MOST_WAITING_OF_CALLER,
  PATIENCE,
} from '../../src/http/lifecycle/caller-turns.ts'
import { RETENTION_DAYS } from '../../src/http/lifecycle/idempotency.ts'
import { PATIENCE as WAIT_FOR_ROOM, VALUES } from '../../src/http/lifecycle/made-bodies.ts'
import { BODY_LIMIT, MOST_VALUES } from '../../src/http/operation/operation.ts'
import { SLOWEST } from '../../src/http/operation/paced.ts'
import { LONGEST_SILENCE } from '../../src/http/operation/streamed-body.ts'
import { LONGEST_REJECTED_VALUE, MOST_VIOLATIONS } from '../../src/http/problem.ts'
import { LARGE_BODIES, MOST_OF_FORMS, MOST_OF_STRANGERS } from '../../src/http/server/bodies.ts'
import { LIMITS as CONNECTION } from '../../src/http/server/connections.ts'
import { LARGEST_HEADER } from '../../src/http/server/refusals.ts'
import { KEPT_ALIVE, MOST_UNDER_WAY } from '../../src/http/server/server.ts'
import {
  MOST as MOST_STREAMS,
  MOST_OF_ADDRESS,
  MOST_OF_CALLER,
  SLOWEST as SLOWEST_STREAM,
} from '../../src/http/streams/streams.ts'
import { MOST_WAITING as CHANGES_WAITING } from '../../src/http/turns/turns.ts'
import { MOST_TEXTS } from '../../src/messages/files/schema.ts'
import { LONGEST_ATTRIBUTE, MOST_ATTRIBUTES, MOST_LEVELS } from '../../src/messages/files/xliff-read.ts'
import { DEEPEST, LONGEST_SKELETON } from '../../src/messages/icu.ts'
import { LONGEST_QUERY } from '../../src/pages/consent/browser-routes.ts'
import { BODY_LIMIT as PROVIDER_BODY } from '../../src/pages/consent/provider-site.ts'
import { FORM_LIMIT } from '../../src/pages/form.ts'
import { LONGEST_ROW } from '../../src/pipeline/rankings/lines.ts'
import * as IMAGE from '../../src/resources/game-images/squares.ts'
import { LARGEST_ATTRIBUTES } from '../../src/resources/matches/limits.ts'
import {
  type Row,
  type Table,
  bytes,
  count,
  days,
  listed,
  milliseconds,
  seconds,
  several,
} from './quantities.ts'

export const bodies = (): Table => ({
  heading: 'Bodies',
  lead: 'A body of an operation has these limits, unless a row below names the operation.',
  rows: [
    ['a body', bytes(BODY_LIMIT), '413'],
    ...exceptions('bodyLimit', BODY_LIMIT, bytes, '413'),
    [
      'its values: objects, lists, texts, numbers, `true`, `false`, `null`',
      count(MOST_VALUES),
      '400 `TOO_MANY_ITEMS`; nothing more is read',
    ],
    ...exceptions('mostValues', MOST_VALUES, count, '400 `TOO_MANY_ITEMS`'),
    ['levels of nesting', count(MAX_NESTING), '400'],
    ['the attributes of a loadout, as they were sent', bytes(LARGEST_ATTRIBUTES), '400 `VALUE_TOO_LONG`'],
    ['a row of a ranking', bytes(LONGEST_ROW), 'it is left out and counted'],
    ['a text of an application: nested plurals and selects', count(DEEPEST), '400'],
    ['the skeleton of a date in it', several(LONGEST_SKELETON, 'character'), '400'],
    ['texts in a file of translations', count(MOST_TEXTS), '400'],
    ['levels of elements in XLIFF', count(MOST_LEVELS), '400'],
    ['attributes of an element in XLIFF', count(MOST_ATTRIBUTES), '400'],
    ['an attribute in XLIFF', several(LONGEST_ATTRIBUTE, 'character'), '400'],
    ['a form of a page', bytes(FORM_LIMIT), '413'],
    ['a request of an app to the OpenID provider', bytes(PROVIDER_BODY), '413 `invalid_request`'],
    ['the address with which an app asks for access', several(LONGEST_QUERY, 'byte'), 'a page with 400'],
    ['the request line and the headers', bytes(LARGEST_HEADER), '431'],
    ['violations in one answer', count(MOST_VIOLATIONS), 'the sentence says that there are more'],
    ['a rejected value in an answer', several(LONGEST_REJECTED_VALUE, 'character'), 'it is left out'],
  ],
})

/** The operations whose limit differs from the usual one: a row for each limit. */
function exceptions(
  of: 'bodyLimit' | 'mostValues',
  usual: number,
  words: (limit: number) => string,
  beyond: string,
): Row[] {
  const others = Map.groupBy(
    operations.filter((operation) => operation[of] !== usual),
    (operation) => operation[of],
  )
  const what = of === 'bodyLimit' ? 'a body' : 'its values'
  return [...others]
    .toSorted(([one], [other]) => one - other)
    .map(([limit, those]) => [`${what}: ${listed(those.map(({ id }) => `\`${id}\``))}`, words(limit), beyond])
}

export const lists: Table = {
  heading: 'Lists, filters and repetitions',
  rows: [
    ['items of a page', `${MOST_ITEMS}, by default ${DEFAULT_ITEMS}`, '400 `OUT_OF_RANGE`'],
    ['a filter', several(MAX_LENGTH, 'character'), '400 `INVALID_SEARCH`'],
    ['comparisons in it', count(MAX_COMPARISONS), '400 `INVALID_SEARCH`'],
    ['nested parentheses', count(MAX_DEPTH), '400 `INVALID_SEARCH`'],
    ['values of `=in=` or `=out=`', count(MAX_VALUES), '400 `INVALID_SEARCH`'],
    ['values with a wildcard', count(MOST_WILDCARDS), '400 `INVALID_SEARCH`'],
    [
      'conditions on elements of a collection (expansions, tags, members)',
      count(MOST_LOOKS),
      '400 `INVALID_SEARCH`',
    ],
    [
      'a search: a list or count with a filter, and statistics',
      milliseconds(DATABASE.search),
      '400 `INVALID_SEARCH`; 503 for figures that no parameter narrows',
    ],
    [
      'how long an Idempotency-Key is remembered',
      days(RETENTION_DAYS),
      'a UUIDv7 that is older is 400; any other key makes the change again',
    ],
  ],
}

const ownProcesses =
  'With `SCOREBOOK_PROCESSES` these are divided among the processes, and each has at least 1.'

export const caller: Table = {
  heading: 'Requests of a caller',
  lead: `A caller is the user or client of the token, whatever the number of their tokens and connections. ${ownProcesses}`,
  rows: [
    ['requests at work', count(AT_ONCE), `others wait ${seconds(PATIENCE)}, then 429 with \`Retry-After\``],
    ['of them with a filter', count(AT_ONCE_OF.filtered), 'the same'],
    [`of them with a body above ${bytes(BODY_LIMIT)}`, count(AT_ONCE_OF.large), 'the same'],
    ['of them exports', count(AT_ONCE_OF.long), 'the same'],
    ['requests that wait', count(MOST_WAITING_OF_CALLER), '429 at once'],
    [
      'reads at the database',
      `half of its ${several(CONNECTIONS.readers, 'connection')} for reads, one on each`,
      'others wait their turn',
    ],
  ],
}

const part = (of: number) => ['', '', 'half', 'a third', 'a quarter'][of] ?? `1/${of}`

export const service: Table = {
  heading: 'Requests and connections of a process',
  rows: [
    ['requests under way', count(MOST_UNDER_WAY), '503'],
    ['large exports at once', count(EXPORTS), '503'],
    ['open streams of events', count(MOST_STREAMS), '503'],
    ['open streams of a caller; several processes have a part each', count(MOST_OF_CALLER), '429'],
    [
      'open streams from an address (a /56 of IPv6); this machine has no such limit',
      count(MOST_OF_ADDRESS),
      '429',
    ],
    ['a stream that its client does not read', milliseconds(SLOWEST_STREAM), 'the connection is cut'],
    ['changes that wait for one another', count(CHANGES_WAITING), '503'],
    [
      `bodies above ${bytes(BODY_LIMIT)}, together`,
      `${part(LARGE_BODIES.part)} of Node's heap, ${LARGE_BODIES.least} to ${LARGE_BODIES.most} MiB; a token must be valid first (401, 403)`,
      '503',
    ],
    [
      'bodies of callers who are refused, together',
      bytes(MOST_OF_STRANGERS),
      '401 or 403 unread, and the connection is closed',
    ],
    [
      'pixels of an uploaded image',
      `${count(IMAGE.MOST_PIXELS)}; half as many with 16 bits for each channel`,
      '400 `INVALID_FORMAT`',
    ],
    [
      'uploaded or fetched images that are read at once',
      `${IMAGE.AT_ONCE}, each for ${seconds(IMAGE.LONGEST_READING)}; ${count(IMAGE.MOST_WAITING)} wait ${milliseconds(IMAGE.PATIENCE)}`,
      '503',
    ],
    ['forms of pages, together', bytes(MOST_OF_FORMS), '503'],
    [
      'values made of bodies, together',
      `${part(VALUES.part)} of Node's heap, ${bytes(VALUES.most)} at most`,
      `others wait ${milliseconds(WAIT_FOR_ROOM)}, then 503`,
    ],
    ['requests of one connection', `1 at work, ${count(CONNECTION.waiting)} wait`, 'the connection is cut'],
    ['requests that wait, of all connections', count(CONNECTION.waitingOfAll), 'the connection is cut'],
    ['until the headers have arrived', milliseconds(CONNECTION.headers), '408'],
    [
      'until a body has arrived',
      `${milliseconds(CONNECTION.body)}; ${milliseconds(CONNECTION.largeBody)} above ${bytes(BODY_LIMIT)} with a token`,
      '408',
    ],
    [
      'silence of a client, while nothing is worked on',
      milliseconds(CONNECTION.silence),
      '408, or the connection is cut',
    ],
    ['silence in the body of a ranking', milliseconds(LONGEST_SILENCE), '400 `MALFORMED_BODY`'],
    ['one piece of an export, until its reader has it', milliseconds(SLOWEST), 'the connection is cut'],
    [
      'answers that are written and not read, together',
      bytes(CONNECTION.unread),
      'the connections with the most to read are cut',
    ],
    ['a connection without a request', milliseconds(KEPT_ALIVE), 'it is closed'],
  ],
}
