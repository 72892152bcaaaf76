/** The checker accepts a correct journal, and finds each way to falsify it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Checker, type Row } from './checker.ts'
import { newChecker } from './held.ts'
import type { Entry, Sent } from './journal.ts'

const offDocument = () => undefined

const match = (version: number, mark: number, other = mark) => ({
  id: 'm',
  status: 'DRAFT',
  version,
  participants: [
    { id: 'a', ghostPlayer: { id: 'g', displayName: 'G' }, score: mark, loadout: { attributes: { mark } } },
    {
      id: 'b',
      ghostPlayer: { id: 'h', displayName: 'H' },
      score: other,
      loadout: { attributes: { mark: other } },
    },
  ],
})

const sent = (n: number, method: Sent['method'], path: string, more: Partial<Sent> = {}): Entry => ({
  is: 'sent',
  n,
  by: 'p',
  instance: 0,
  method,
  path,
  ...more,
})

const replayed = { 'idempotent-replayed': 'true' }

const told = (n: number, status: number, body?: object, headers: Record<string, string> = {}): Entry => ({
  is: 'answered',
  n,
  ms: 1,
  status,
  headers,
  text: body ? JSON.stringify(body) : '',
})

const marked = (mark: number) => ({
  participants: [1, 2].map((rank) => ({ rank, score: mark, loadoutAttributes: { mark } })),
})

/** The answer for a new thing: version 1, and its address. */
const made = (n: number, path: string, body: { id: string; [name: string]: unknown }) =>
  told(n, 201, body, { etag: '"1"', location: `/api/v1${path}/${body.id}` })

const patch = (n: number, key: string, from: number, mark: number) =>
  sent(n, 'PATCH', '/matches/m', { key, ifMatch: `"${from}"`, body: marked(mark) })

const imported = (edition: number) => ({
  keys: ['a', 'b'].map((key) => ({ key, baseText: String(edition) })),
})
const counts = { added: 1, updated: 1, obsoleted: 0, unchanged: 0 }

/**
 * A correct journal. A match is made, changed twice and read; one change is answered only at the second attempt; a ghost player
 * is made and deleted.
 */
const sound: Entry[] = [
  sent(1, 'POST', '/matches', { key: 'k1', body: { gameId: 'x', ...marked(10) } }),
  made(1, '/matches', match(1, 10)),
  patch(2, 'k2', 1, 11),
  { is: 'fault', name: 'kill' },
  { is: 'silent', n: 2, why: 'socket hang up' },
  patch(3, 'k2', 1, 11),
  told(3, 503, {}),
  { is: 'mended' },
  patch(4, 'k2', 1, 11),
  told(4, 200, match(2, 11), { etag: '"2"', ...replayed }),
  patch(5, 'k3', 1, 13),
  told(5, 412, {}),
  patch(6, 'k4', 2, 12),
  told(6, 200, match(3, 12), { etag: '"3"' }),
  sent(7, 'GET', '/matches/m'),
  told(7, 200, match(3, 12), { etag: '"3"' }),
  sent(8, 'POST', '/ghost-players', { key: 'k5', body: { displayName: 'G' } }),
  made(8, '/ghost-players', { id: 'g', displayName: 'G' }),
  sent(9, 'DELETE', '/ghost-players/g', { key: 'k6', ifMatch: '"1"' }),
  told(9, 204),
  sent(10, 'GET', '/ghost-players/g'),
  told(10, 404, {}),
  sent(11, 'POST', '/applications/app/keys/import', { key: 'k7', body: imported(1) }),
  told(11, 200, counts),
  sent(12, 'GET', '/applications/app/messages/en'),
  told(12, 200, { messages: { a: '1', b: '1' } }, { etag: '"x"' }),
  sent(13, 'POST', '/ghost-players', { key: 'k1', body: { displayName: 'X' } }),
  told(13, 422, {}),
  patch(14, 'k4', 2, 12),
  told(14, 200, match(3, 12), { etag: '"3"', ...replayed }),
  sent(15, 'GET', '/matches?limit=5'),
  told(15, 200, { limit: 5, items: [match(3, 12), { ...match(1, 99), id: 'of another' }] }),
  sent(16, 'GET', '/matches/count'),
  told(16, 200, { count: 2 }),
  sent(17, 'GET', '/ghost-players/count'),
  told(17, 200, { count: 0 }),
  sent(18, 'POST', '/matches', { key: 'k1', body: { gameId: 'x', ...marked(10) } }),
  told(18, 201, match(1, 10), { etag: '"1"', location: '/api/v1/matches/m', ...replayed }),
]

const rows: Row[] = [
  { kind: 'matches', id: 'm', version: 3, gone: false },
  { kind: 'ghost_players', id: 'g', version: 2, gone: true },
]

function verdictOf(entries: Entry[], there: Row[] = rows) {
  const checker = new Checker(offDocument)
  for (const entry of entries) checker.take(entry)
  return checker.verdict(there)
}

/** The journal, with the entry of this number and kind replaced. */
const but = (n: number, is: Entry['is'], ...instead: Entry[]): Entry[] =>
  sound.flatMap((entry) => (entry.is === is && 'n' in entry && entry.n === n ? instead : [entry]))

test('a sound journal breaks no promise, and its figures are right', () => {
  const { figures, broken } = verdictOf(sound)
  assert.deepEqual(broken, [])
  assert.deepEqual(figures, {
    acknowledged: 6,
    retried: 1,
    replays: 2,
    refused: 1,
    reads: 5,
    unavailable: 1,
    silent: 1,
    faults: 1,
    rows: 2,
    longestAnswer: 1,
  })
})

const matchRow = (version: number): Row[] => [
  { kind: 'matches', id: 'm', version, gone: false },
  ...rows.slice(1),
]

const falsified: [name: string, seen: RegExp, entries: Entry[], there?: Row[]][] = [
  ['a created match has no row', /has no row: a lost write/, sound, rows.slice(1)],
  ['an acknowledged change is not in the row', /is not there: a lost write/, sound, matchRow(2)],
  [
    'a row has a change more than was acknowledged',
    /acknowledged: a key with two effects/,
    sound,
    matchRow(4),
  ],
  [
    'a row exists that no answer acknowledged',
    /made that no answer acknowledged: a key with two effects/,
    sound,
    [...rows, { kind: 'matches', id: 'other', version: 1, gone: false }],
  ],
  [
    'a deleted row is there',
    /deleted is there again: a lost write/,
    sound,
    rows.map((row) => ({ ...row, gone: false })),
  ],
  [
    'a row is deleted that nobody deleted',
    /deleted though no answer/,
    sound,
    rows.map((row) => ({ ...row, gone: true })),
  ],
  [
    'a key was worked on twice',
    /A key was worked on twice/,
    but(14, 'answered', told(14, 200, match(3, 12), { etag: '"3"' })),
  ],
  [
    'a retry got another body',
    /A retry got another answer/,
    but(14, 'answered', told(14, 200, match(3, 13), { etag: '"3"', ...replayed })),
  ],
  [
    'a retry got another status',
    /A retry got another answer/,
    but(14, 'answered', told(14, 201, match(3, 12), { etag: '"3"', ...replayed })),
  ],
  [
    'a retry was refused after the change was acknowledged',
    /acknowledged, and its retry refused/,
    but(14, 'answered', told(14, 412, {})),
  ],
  [
    'a first answer says that it is a retry’s',
    /first answer to a request says/,
    but(6, 'answered', told(6, 200, match(3, 12), { etag: '"3"', ...replayed })),
  ],
  [
    'two changes of one version were acknowledged',
    /: a fork/,
    but(5, 'answered', told(5, 200, match(2, 14), { etag: '"2"' })),
  ],
  [
    'a change skips a version',
    /did not raise the version by one/,
    but(6, 'answered', told(6, 200, match(4, 12), { etag: '"4"' })),
  ],
  [
    'a read shows the version before',
    /shows less than was acknowledged/,
    but(7, 'answered', told(7, 200, match(2, 11), { etag: '"2"' })),
  ],
  ['a read finds nothing', /not there: a lost write/, but(7, 'answered', told(7, 404, {}))],
  ['a read is forbidden', /A read was refused/, but(7, 'answered', told(7, 409, {}))],
  [
    'a deleted ghost player is read',
    /deleted is there again: a lost write/,
    but(10, 'answered', told(10, 200, { id: 'g' }, { etag: '"2"' })),
  ],
  [
    'a read shows half of a change',
    /a torn read/,
    but(7, 'answered', told(7, 200, match(3, 12, 11), { etag: '"3"' })),
  ],
  [
    'a list shows half of a change',
    /a torn read/,
    but(15, 'answered', told(15, 200, { limit: 5, items: [match(3, 12, 11)] })),
  ],
  [
    'one version is shown in two ways',
    /shown in two ways/,
    but(7, 'answered', told(7, 200, match(3, 13), { etag: '"3"' })),
  ],
  [
    'texts of two imports are seen',
    /two imports were seen at once: a torn read/,
    but(12, 'answered', told(12, 200, { messages: { a: '1', b: '0' } })),
  ],
  [
    'texts before the import are seen',
    /older import than was acknowledged/,
    but(12, 'answered', told(12, 200, { messages: { a: '0' } })),
  ],
  [
    'texts of no import are seen',
    /import that nobody sent/,
    but(12, 'answered', told(12, 200, { messages: { a: '7' } })),
  ],
  [
    'an import was made twice',
    /import was made twice/,
    but(11, 'answered', told(11, 200, { ...counts, updated: 0, unchanged: 1 })),
  ],
  ['a used key is taken for another request', /taken for another/, but(13, 'answered', told(13, 201, {}))],
  ['a request is answered 500', /answered 500/, but(5, 'answered', told(5, 500, {}))],
  [
    'a retry got another Location',
    /A retry got another answer/,
    but(
      18,
      'answered',
      told(18, 201, match(1, 10), { etag: '"1"', location: '/api/v1/matches/n', ...replayed }),
    ),
  ],
  [
    'the Location of what was made is another',
    /The Location of what was made/,
    but(
      8,
      'answered',
      told(8, 201, { id: 'g', displayName: 'G' }, { etag: '"1"', location: '/api/v1/ghost-players/h' }),
    ),
  ],
  [
    'a change is acknowledged and not done',
    /not what was asked for: a lost write/,
    but(6, 'answered', told(6, 200, match(3, 11), { etag: '"3"' })),
  ],
  [
    'a new thing has another name',
    /not what was asked for: a lost write/,
    but(8, 'answered', made(8, '/ghost-players', { id: 'g', displayName: 'H' })),
  ],
  [
    'a read shows what was replaced, under the newest version',
    /an acknowledged change replaced/,
    but(7, 'answered', told(7, 200, match(3, 11), { etag: '"3"' })),
  ],
  [
    'a list shows what was replaced',
    /an acknowledged change replaced/,
    but(15, 'answered', told(15, 200, { limit: 5, items: [match(3, 11)] })),
  ],
  [
    'a list lacks a match',
    /A list lacks what was acknowledged/,
    but(15, 'answered', told(15, 200, { limit: 5, items: [] })),
  ],
  [
    'a count lacks a match',
    /A list lacks what was acknowledged/,
    but(16, 'answered', told(16, 200, { count: 0 })),
  ],
  [
    'a list has something twice',
    /A list has something twice/,
    but(15, 'answered', told(15, 200, { limit: 5, items: [match(3, 12), match(3, 12)] })),
  ],
  [
    'a list shows what was deleted',
    /deleted is there again: a lost write/,
    [...sound, sent(20, 'GET', '/ghost-players'), told(20, 200, { limit: 5, items: [{ id: 'g' }] })],
  ],
  [
    'what was deleted is changed',
    /Something deleted was changed/,
    [
      ...sound,
      sent(20, 'PATCH', '/ghost-players/g', { key: 'k20', ifMatch: '"2"', body: { displayName: 'I' } }),
      told(20, 200, { id: 'g', displayName: 'I' }, { etag: '"3"' }),
    ],
  ],
  [
    'the newest version is refused as old',
    /newest version was answered 412/,
    [...sound, patch(20, 'k20', 3, 14), told(20, 412, {})],
  ],
  [
    'a change finds nothing where something is',
    /not there: a lost write/,
    [...sound, patch(20, 'k20', 3, 14), told(20, 404, {})],
  ],
  [
    'a read finds nothing, though the deletion was refused',
    /not there: a lost write/,
    [
      ...sound,
      sent(20, 'DELETE', '/matches/m', { key: 'k20', ifMatch: '"2"' }),
      told(20, 412, {}),
      sent(21, 'GET', '/matches/m'),
      told(21, 404, {}),
    ],
  ],
  [
    'a count lacks a match, though its deletion was refused',
    /A list lacks what was acknowledged/,
    [
      ...sound,
      sent(20, 'DELETE', '/matches/m', { key: 'k20', ifMatch: '"2"' }),
      told(20, 412, {}),
      sent(21, 'GET', '/matches/count'),
      told(21, 200, { count: 0 }),
    ],
  ],
  ...[400, 401, 403, 422].map((status): (typeof falsified)[number] => [
    `a sound change is answered ${status}`,
    /refused for no reason/,
    but(5, 'answered', told(5, status, {})),
  ]),
  [
    'an import lacks a key',
    /other keys than the import: a torn read/,
    but(12, 'answered', told(12, 200, { messages: { a: '1' } })),
  ],
  [
    'an import was made in part',
    /An import was made in part/,
    but(11, 'answered', told(11, 200, { ...counts, added: 0 })),
  ],
  ['an answer is missing without a fault', /nothing was at fault/, but(6, 'answered', silentOf(6))],
  [
    'a change is never answered',
    /never acknowledged nor refused/,
    but(6, 'answered', silentOf(6)).filter((entry) => !('n' in entry && entry.n === 14)),
  ],
  ['a request has neither answer nor end', /has no answer/, but(7, 'answered')],
]

const asDocumented = (entries: Entry[]) => {
  const checker = newChecker()
  for (const entry of entries) checker.take(entry)
  return checker.verdict([]).broken.join()
}
const problem = (status: number, more: object = {}) => ({
  type: 'https://example.org/problems/unavailable',
  title: 'Unavailable',
  status,
  detail: 'The database is away.',
  instance: 'https://example.org/api/v1/groups/count',
  requestId: 'r',
  ...more,
})
const headers = { 'content-type': 'application/problem+json', 'x-request-id': 'r', 'retry-after': '1' }
const { 'retry-after': _, ...withoutRetry } = headers

test('an answer during a fault is compared with the document', () => {
  const answered = (...answer: [status: number, body: object, headers: Record<string, string>]) =>
    asDocumented([sent(1, 'GET', '/groups/count'), told(1, ...answer)])
  assert.equal(answered(503, problem(503), headers), '')
  assert.match(answered(503, problem(503), withoutRetry), /no Retry-After/)
  assert.match(answered(503, problem(503, { stack: 'at connect' }), headers), /off its schema/)
  assert.match(answered(503, { error: 'away' }, headers), /off its schema/)
  assert.match(answered(503, problem(503), { ...headers, 'content-type': 'text/html' }), /comes as text/)
  assert.match(answered(409, problem(409), headers), /in no document/)
  assert.match(
    answered(200, { count: '1' }, { 'content-type': 'application/json', 'x-request-id': 'r' }),
    /off its/,
  )
})

/** A journal in which an edit of a final match is approved, followed by `more` entries. */
const edited = (mark: number, ...more: Entry[]): Entry[] => [
  ...sound,
  sent(40, 'POST', '/matches/m/edits', { key: 'e40', body: { participantChanges: [{ score: 20 }] } }),
  made(40, '/matches/m/edits', { id: 'e' }),
  sent(41, 'PATCH', '/matches/m/edits/e', { key: 'e41', ifMatch: '"1"', body: { status: 'APPROVED' } }),
  told(41, 200, { id: 'e', status: 'APPROVED' }, { etag: '"2"' }),
  sent(42, 'GET', '/matches/m'),
  told(42, 200, match(4, mark), { etag: '"4"' }),
  ...more,
]
const editRow = (version: number): Row => ({ kind: 'match_edits', id: 'e', version, gone: false })

test('an edit that was approved is in its match', () => {
  const there = [...matchRow(4), editRow(2)]
  assert.deepEqual(verdictOf(edited(20), there).broken, [])
  assert.match(verdictOf(edited(12), there).broken.join(), /an acknowledged change replaced/)
})

test('an edit is decided once', () => {
  const again = edited(
    20,
    sent(43, 'PATCH', '/matches/m/edits/e', { key: 'e43', ifMatch: '"2"', body: { status: 'APPROVED' } }),
    told(43, 200, { id: 'e', status: 'APPROVED' }, { etag: '"3"' }),
  )
  assert.match(verdictOf(again, [...matchRow(5), editRow(3)]).broken.join(), /decided twice/)
})

test('of two changes that are under way at once either may be the last', () => {
  const both = (mark: number): Entry[] => [
    ...sound,
    patch(50, 'k50', 3, 30),
    patch(51, 'k51', 4, 31),
    told(51, 200, match(5, 31), { etag: '"5"' }),
    told(50, 200, match(4, 30), { etag: '"4"' }),
    sent(52, 'GET', '/matches?limit=5'),
    told(52, 200, { limit: 5, items: [match(5, mark)] }),
  ]
  for (const mark of [30, 31]) assert.deepEqual(verdictOf(both(mark), matchRow(5)).broken, [])
  assert.match(verdictOf(both(12), matchRow(5)).broken.join(), /an acknowledged change replaced/)
})

test('a claim edge that was revoked stays so', () => {
  const entries: Entry[] = [
    ...sound,
    sent(60, 'POST', '/claim-requests', { key: 'c60', body: { ghostPlayerId: 'g' } }),
    made(60, '/claim-requests', { id: 'c' }),
    sent(61, 'PATCH', '/claim-requests/c', { key: 'c61', ifMatch: '"1"', body: { status: 'APPROVED' } }),
    told(61, 200, { id: 'c', status: 'APPROVED', claimEdgeId: 'e' }, { etag: '"2"' }),
    sent(62, 'DELETE', '/claim-edges/e', { key: 'c62', ifMatch: '"1"' }),
    told(62, 204),
  ]
  const there = (gone: boolean): Row[] => [
    ...rows,
    { kind: 'claim_requests', id: 'c', version: 2, gone: false },
    { kind: 'claim_edges', id: 'e', version: 2, gone },
  ]
  assert.deepEqual(verdictOf(entries, there(true)).broken, [])
  assert.match(verdictOf(entries, there(false)).broken.join(), /deleted is there again/)
})

test('a claim request may be rejected because another one is approved, and not otherwise', () => {
  const asked = (n: number, id: string) => [
    sent(n, 'POST', '/claim-requests', { key: `c${n}`, body: { ghostPlayerId: 'g' } }),
    made(n, '/claim-requests', { id, status: 'PENDING', ghostPlayer: { id: 'g' } }),
  ]
  const approval = [
    sent(32, 'PATCH', '/claim-requests/a', { key: 'c32', ifMatch: '"1"', body: { status: 'APPROVED' } }),
    told(32, 200, { id: 'a', status: 'APPROVED', claimEdgeId: 'e' }, { etag: '"2"' }),
  ]
  const requests = (version: number): Row[] => [
    ...rows,
    { kind: 'claim_requests', id: 'a', version, gone: false },
    { kind: 'claim_requests', id: 'b', version: 2, gone: false },
  ]
  const edge: Row = { kind: 'claim_edges', id: 'e', version: 1, gone: false }
  const pending = [...sound, ...asked(30, 'a'), ...asked(31, 'b')]
  assert.deepEqual(verdictOf([...pending, ...approval], [...requests(2), edge]).broken, [])
  assert.match(verdictOf(pending, requests(1)).broken.join(), /two effects/)
})

function silentOf(n: number): Entry {
  return { is: 'silent', n, why: 'socket hang up' }
}

for (const [name, seen, entries, there] of falsified) {
  test(`the checker sees that ${name}`, () => {
    const { broken } = verdictOf(entries, there)
    assert.ok(
      broken.some((sentence) => seen.test(sentence)),
      `${seen} is not in: ${broken.join('\n')}`,
    )
  })
}
