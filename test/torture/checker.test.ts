/** The checker sees what is wrong: a sound journal, and the same one falsified in each way that a promise may be broken. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Checker, type Row } from './checker.ts'
import type { Answered, Entry, Sent } from './journal.ts'

const documented = () => new Set([200, 201, 204, 404, 409, 412, 422, 500, 503])

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

const told = (n: number, status: number, body?: object, more: Partial<Answered> = {}): Entry => ({
  is: 'answered',
  n,
  ms: 1,
  status,
  text: body ? JSON.stringify(body) : '',
  ...more,
})

const patch = (n: number, key: string, from: number, more: Partial<Sent> = {}) =>
  sent(n, 'PATCH', '/matches/m', { key, ifMatch: `"${from}"`, body: { playedAt: n }, ...more })

const imported = (edition: number) => ({ keys: [{ key: 'k', baseText: String(edition) }] })
const counts = { added: 0, updated: 1, obsoleted: 0, unchanged: 0 }

/** A match is made, changed twice and read; a change is answered on its second attempt; a ghost player comes and goes. */
const sound: Entry[] = [
  sent(1, 'POST', '/matches', { key: 'k1', body: { gameId: 'x' } }),
  told(1, 201, match(1, 10), { etag: '"1"' }),
  patch(2, 'k2', 1),
  { is: 'fault', name: 'kill' },
  { is: 'silent', n: 2, why: 'socket hang up' },
  patch(3, 'k2', 1, { body: { playedAt: 2 } }),
  told(3, 503, {}, { retryAfter: true }),
  { is: 'mended' },
  patch(4, 'k2', 1, { body: { playedAt: 2 } }),
  told(4, 200, match(2, 11), { etag: '"2"', replayed: true }),
  patch(5, 'k3', 1),
  told(5, 412, {}),
  patch(6, 'k4', 2),
  told(6, 200, match(3, 12), { etag: '"3"' }),
  sent(7, 'GET', '/matches/m'),
  told(7, 200, match(3, 12), { etag: '"3"' }),
  sent(8, 'POST', '/ghost-players', { key: 'k5', body: { displayName: 'G' } }),
  told(8, 201, { id: 'g', displayName: 'G' }, { etag: '"1"' }),
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
  patch(14, 'k4', 2, { body: { playedAt: 6 } }),
  told(14, 200, match(3, 12), { etag: '"3"', replayed: true }),
]

const rows: Row[] = [
  { kind: 'matches', id: 'm', version: 3, gone: false },
  { kind: 'ghost_players', id: 'g', version: 2, gone: true },
]

function verdictOf(entries: Entry[], there: Row[] = rows) {
  const checker = new Checker(documented)
  for (const entry of entries) checker.take(entry)
  return checker.verdict(there)
}

/** The journal with the entry of this number and kind replaced. */
const but = (n: number, is: Entry['is'], ...instead: Entry[]): Entry[] =>
  sound.flatMap((entry) => (entry.is === is && 'n' in entry && entry.n === n ? instead : [entry]))

test('a sound journal breaks no promise, and its figures are right', () => {
  const { figures, broken } = verdictOf(sound)
  assert.deepEqual(broken, [])
  assert.deepEqual(figures, {
    acknowledged: 6,
    retried: 1,
    replays: 1,
    refused: 1,
    reads: 2,
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
  ['a row has a change more than was told', /told of: a key with two effects/, sound, matchRow(4)],
  [
    'a row is there that nobody was told of',
    /made that nobody was told of: a key with two effects/,
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
    /deleted though nobody/,
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
    but(14, 'answered', told(14, 200, match(3, 13), { etag: '"3"', replayed: true })),
  ],
  [
    'a retry got another status',
    /A retry got another answer/,
    but(14, 'answered', told(14, 201, match(3, 12), { etag: '"3"', replayed: true })),
  ],
  [
    'a retry was refused after the change was acknowledged',
    /acknowledged, and its retry refused/,
    but(14, 'answered', told(14, 412, {})),
  ],
  [
    'a first answer says that it is a retry’s',
    /first answer to a request says/,
    but(6, 'answered', told(6, 200, match(3, 12), { etag: '"3"', replayed: true })),
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
    [...sound, sent(20, 'GET', '/matches?limit=5'), told(20, 200, { items: [match(3, 12, 11)] })],
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
  ['a status is in no document', /in no document/, but(5, 'answered', told(5, 418, {}))],
  ['a 503 does not say when to come back', /when to come back/, but(3, 'answered', told(3, 503, {}))],
  ['an answer is missing without a fault', /nothing was at fault/, but(6, 'answered', silentOf(6))],
  [
    'a change is never answered',
    /never acknowledged nor refused/,
    but(6, 'answered', silentOf(6)).filter((entry) => !('n' in entry && entry.n === 14)),
  ],
  ['a request has neither answer nor end', /has no answer/, but(7, 'answered')],
]

test('a claim request may be rejected because another one is approved, and not otherwise', () => {
  const asked = (n: number, id: string) => [
    sent(n, 'POST', '/claim-requests', { key: `c${n}`, body: { ghostPlayerId: 'g' } }),
    told(n, 201, { id, status: 'PENDING', ghostPlayer: { id: 'g' } }, { etag: '"1"' }),
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
