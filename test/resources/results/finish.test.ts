/** What a result means, as a table that players would agree with. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createHash } from 'node:crypto'
import {
  RULE,
  type ResultKind,
  type Scoring,
  type Written,
  finish,
  teamOf,
} from '../../../src/resources/results/finish.ts'

const POINTS: Scoring = { scoreType: 'SCORE', winCondition: 'HIGHER_WINS' }
const GOLF: Scoring = { scoreType: 'SCORE', winCondition: 'LOWER_WINS' }
const RACE: Scoring = { scoreType: 'TIME', winCondition: 'LOWER_WINS' }
const SURVIVAL: Scoring = { scoreType: 'TIME', winCondition: 'HIGHER_WINS' }
const TURNS: Scoring = { scoreType: 'TURNS', winCondition: 'LOWER_WINS' }
const DUEL: Scoring = { scoreType: 'WIN_LOSS' }

const win: Written = { outcome: 'WIN' }
const loss: Written = { outcome: 'LOSS' }
const nothing: Written = {}
const score = (points: number | null, more: Written = {}): Written => ({ score: points, ...more })
const rank = (place: number, more: Written = {}): Written => ({ rank: place, ...more })

/**
 * Seats as a player would write them: a place such as `1`, `2=` for a tie, `1!` for a first place that lost. Without a place:
 * `won`, `lost` or `?`.
 */
type Line = [what: string, game: Scoring, written: Written[], kind: ResultKind, seats: string]

const table: Line[] = [
  ['nobody yet', POINTS, [], 'UNKNOWN', ''],

  ['alone and won', POINTS, [win], 'ALONE', 'won'],
  ['alone and lost', POINTS, [loss], 'ALONE', 'lost'],
  ['alone with points: nobody says what was needed', POINTS, [score(72)], 'ALONE', '?'],
  ['alone, first of one', POINTS, [rank(1)], 'ALONE', '?'],

  ['all won', DUEL, [win, win, win], 'TOGETHER', 'won won won'],
  ['all lost', DUEL, [loss, loss], 'TOGETHER', 'lost lost'],
  ['all lost, with points of their own', POINTS, [score(3, loss), score(9, loss)], 'TOGETHER', 'lost lost'],
  ['all won, and shared a rank', DUEL, [rank(1, win), rank(1, win)], 'TOGETHER', 'won won'],
  ['all won, one with a rank', DUEL, [rank(1, win), win], 'TOGETHER', 'won won'],
  ['all say WIN, but came one after the other', DUEL, [rank(1, win), rank(2, win)], 'COMPETITIVE', '1 2'],
  ['two won, of one nobody knows', DUEL, [win, win, nothing], 'COMPETITIVE', '1= 1= ?'],

  ['points', POINTS, [score(41), score(55), score(12)], 'COMPETITIVE', '2 1 3'],
  ['points, half ones too', POINTS, [score(41.5), score(41.25)], 'COMPETITIVE', '1 2'],
  ['negative points', POINTS, [score(-4), score(-10), score(0)], 'COMPETITIVE', '2 3 1'],
  ['few points win', GOLF, [score(41), score(55), score(12)], 'COMPETITIVE', '2 3 1'],
  ['the fastest wins', RACE, [score(3_605), score(3_599.5)], 'COMPETITIVE', '2 1'],
  ['the last to fall wins', SURVIVAL, [score(60), score(90)], 'COMPETITIVE', '2 1'],
  ['fewest turns win', TURNS, [score(9), score(11), score(9)], 'COMPETITIVE', '1= 3 1='],
  ['a shared win', POINTS, [score(50), score(50), score(20)], 'COMPETITIVE', '1= 1= 3'],
  ['a shared second place', POINTS, [score(30), score(50), score(30), score(2)], 'COMPETITIVE', '2= 1 2= 4'],
  ['all the same', POINTS, [score(7), score(7)], 'COMPETITIVE', '1= 1='],
  ['all zero', POINTS, [score(0), score(0)], 'COMPETITIVE', '1= 1='],
  ['no score is not zero', POINTS, [score(0), score(null), score(-1)], 'COMPETITIVE', '1 ? 2'],
  ['no score is not the best time', RACE, [score(90), nothing, score(80)], 'COMPETITIVE', '2 ? 1'],
  ['one wrote points: they are compared with nothing', POINTS, [score(30), nothing], 'UNKNOWN', '? ?'],
  ['one wrote points and WIN', POINTS, [score(30, win), nothing, nothing], 'COMPETITIVE', 'won ? ?'],
  ['one wrote points and LOSS', POINTS, [score(30, loss), nothing], 'COMPETITIVE', 'lost ?'],
  [
    'two wrote points, one of them LOSS',
    POINTS,
    [score(9, loss), score(3), nothing],
    'COMPETITIVE',
    '1! 2 ?',
  ],
  ['one wrote points, another LOSS', POINTS, [score(30), loss, nothing], 'COMPETITIVE', '1 2 ?'],
  [
    'points decide, but nobody who has LOSS won',
    POINTS,
    [score(30, win), score(40, loss)],
    'COMPETITIVE',
    '2 1!',
  ],
  [
    'a shared first place, which one of them lost',
    POINTS,
    [score(5, win), score(5, loss)],
    'COMPETITIVE',
    '1= 1=!',
  ],

  ['a duel', DUEL, [loss, win], 'COMPETITIVE', '2 1'],
  ['one of four won', DUEL, [loss, win, loss, loss], 'COMPETITIVE', '2= 1 2= 2='],
  ['two of four won', DUEL, [win, loss, win, loss], 'COMPETITIVE', '1= 3= 1= 3='],
  ['one won, of the others nobody knows', DUEL, [win, nothing, nothing], 'COMPETITIVE', 'won ? ?'],
  ['one lost, and that is all', DUEL, [loss, nothing, nothing], 'COMPETITIVE', 'lost ? ?'],
  ['two lost, and that is all', DUEL, [loss, nothing, loss], 'COMPETITIVE', 'lost ? lost'],
  [
    'a score means nothing where only winning counts',
    DUEL,
    [score(9, loss), score(1, win)],
    'COMPETITIVE',
    '2 1',
  ],
  ['scores alone tell nothing there', DUEL, [score(9), score(1)], 'UNKNOWN', '? ?'],
  ['out of the game before the count', POINTS, [score(30), score(50), loss], 'COMPETITIVE', '2 1 3'],
  ['two out before the count', POINTS, [loss, score(50), loss], 'COMPETITIVE', '2= 1 2='],
  ['won before the count', POINTS, [score(30), win, score(50)], 'COMPETITIVE', '3 1 2'],

  ['ranks', POINTS, [rank(2), rank(3), rank(1)], 'COMPETITIVE', '2 3 1'],
  ['a rank beats a score', POINTS, [rank(2, score(90)), rank(1, score(10))], 'COMPETITIVE', '2 1'],
  ['a rank beats a word', DUEL, [rank(2, win), rank(1, loss)], 'COMPETITIVE', '2 1!'],
  ['ranks that tie', POINTS, [rank(1), rank(2), rank(2), rank(4)], 'COMPETITIVE', '1 2= 2= 4'],
  [
    'ranks without a gap are as written',
    POINTS,
    [rank(1), rank(2), rank(2), rank(3)],
    'COMPETITIVE',
    '1 2= 2= 3',
  ],
  ['a tie that was broken by hand', POINTS, [rank(1, score(40)), score(40)], 'COMPETITIVE', '1 2'],
  ['a loser by hand', POINTS, [score(40), score(35), rank(3, score(35))], 'COMPETITIVE', '1 2 3'],
  [
    'one rank, the rest by points',
    POINTS,
    [score(40), rank(1, score(35)), score(38)],
    'COMPETITIVE',
    '2 1 3',
  ],
  ['second by hand', POINTS, [rank(2, score(40)), score(30)], 'COMPETITIVE', '2 1'],
  ['two winners by hand', POINTS, [rank(1), score(3), rank(1), score(9)], 'COMPETITIVE', '1= 4 1= 3'],
  ['ranks beside somebody without any result', POINTS, [rank(1), nothing, rank(3)], 'COMPETITIVE', '1 ? 3'],
  ['the first of those who are there', POINTS, [rank(7), rank(8)], 'COMPETITIVE', '1 2'],
  [
    'behind an opponent who is not written down',
    DUEL,
    [rank(2, loss), rank(3, loss), rank(4, loss)],
    'COMPETITIVE',
    '2 3 4',
  ],
  ['the same, beyond the table', DUEL, [rank(7, loss), rank(8, loss), loss], 'COMPETITIVE', '2 3 4'],
  ['lost by rank, and somebody is there who was ahead', DUEL, [rank(2, loss), nothing], 'COMPETITIVE', '2 ?'],
  ['a rank alone is a place', DUEL, [rank(2), nothing, nothing], 'COMPETITIVE', '2 ? ?'],
  ['a rank beyond the table goes before LOSS', DUEL, [rank(9), loss, rank(1)], 'COMPETITIVE', '2 3 1'],
  ['everybody shares a rank', POINTS, [rank(1), rank(1)], 'COMPETITIVE', '1= 1='],
  ['a rank and a loser', DUEL, [rank(1), loss, loss], 'COMPETITIVE', '1 2= 2='],

  ['nothing is written', POINTS, [nothing, nothing], 'UNKNOWN', '? ?'],
]

const shown = (written: Written[], game: Scoring) => {
  const { kind, seats } = finish(written, game)
  const words = seats.map(({ place, tied, won }) =>
    place !== undefined
      ? `${place}${tied ? '=' : ''}${place === 1 && won === false ? '!' : ''}`
      : won === undefined
        ? '?'
        : won
          ? 'won'
          : 'lost',
  )
  return { kind, seats: words.join(' ') }
}

for (const [what, game, written, kind, seats] of table) {
  test(`${what}: ${kind} ${seats}`, () => {
    assert.deepEqual(shown(written, game), { kind, seats })
  })
}

const red = (of: Written): Written => ({ ...of, team: 'red' })
const blue = (of: Written): Written => ({ ...of, team: 'blue' })

const teams: Line[] = [
  ['two against two', DUEL, [red(win), blue(loss), red(win), blue(loss)], 'COMPETITIVE', '1 2 1 2'],
  [
    'each wrote the score of the side',
    POINTS,
    [red(score(9)), red(score(9)), blue(score(12)), blue(score(12))],
    'COMPETITIVE',
    '2 2 1 1',
  ],
  [
    'one wrote the score of the side',
    POINTS,
    [red(score(9)), red(nothing), blue(score(12)), blue(nothing)],
    'COMPETITIVE',
    '2 2 1 1',
  ],
  [
    'a side of one against two',
    POINTS,
    [red(score(50)), blue(score(30)), blue(score(30))],
    'COMPETITIVE',
    '1 2 2',
  ],
  [
    'ranks by heads',
    POINTS,
    [red(rank(1)), red(rank(1)), blue(rank(3)), blue(rank(3))],
    'COMPETITIVE',
    '1 1 2 2',
  ],
  [
    'ranks by sides',
    POINTS,
    [red(rank(1)), red(rank(1)), blue(rank(2)), blue(rank(2))],
    'COMPETITIVE',
    '1 1 2 2',
  ],
  [
    'sides that tie',
    POINTS,
    [red(score(9)), red(score(9)), blue(score(9)), blue(score(9))],
    'COMPETITIVE',
    '1= 1= 1= 1=',
  ],
  [
    'mates with points of their own: the word decides',
    POINTS,
    [red(score(20, win)), red(score(5, win)), blue(score(30, loss)), blue(score(1, loss))],
    'COMPETITIVE',
    '1 1 2 2',
  ],
  [
    'mates with points of their own, and no word',
    POINTS,
    [red(score(20)), red(score(5)), blue(score(30)), blue(score(1))],
    'UNKNOWN',
    '? ? ? ?',
  ],
  [
    'two sides and somebody of none',
    POINTS,
    [red(score(20)), red(score(20)), score(25), blue(score(10))],
    'COMPETITIVE',
    '2 2 1 3',
  ],
  ['one side wrote WIN', DUEL, [red(win), red(nothing), blue(nothing)], 'COMPETITIVE', 'won won ?'],
  [
    'a side that is first, and lost',
    POINTS,
    [red(score(9)), red(loss), blue(score(3))],
    'COMPETITIVE',
    '1! 1! 2',
  ],
  ['mates who say different things', DUEL, [red(win), red(loss), blue(loss)], 'COMPETITIVE', '? ? lost'],
  ['one single side', POINTS, [red(score(20)), red(score(30))], 'TOGETHER', '? ?'],
  ['one single side that won', DUEL, [red(win), red(nothing)], 'TOGETHER', 'won won'],
  ['both sides won', DUEL, [red(win), blue(win)], 'TOGETHER', 'won won'],
]

for (const [what, game, written, kind, seats] of teams) {
  test(`sides, ${what}: ${kind} ${seats}`, () => {
    assert.deepEqual(shown(written, game), { kind, seats })
  })
}

test('a side is one however its name is capitalised, and mates have its number', () => {
  const seats = finish(
    [{ team: 'Red ', score: 3 }, { team: 7, score: 9 }, { team: 'red' }, { team: '7' }, {}],
    POINTS,
  ).seats
  assert.deepEqual(
    seats.map(({ side }) => side),
    [1, 2, 1, 2, undefined],
  )
  assert.deepEqual(
    seats.map(({ of }) => of),
    [3, 3, 3, 3, 3],
  )
})

test('what is no name of a team makes no side', () => {
  for (const team of ['', '  ', null, true, {}, ['red']])
    assert.deepEqual(
      finish(
        [
          { team, score: 1 },
          { team, score: 2 },
        ],
        POINTS,
      ).seats.map(({ side, place }) => [side, place]),
      [
        [undefined, 2],
        [undefined, 1],
      ],
    )
})

test('a team is an attribute of the loadout', () => {
  assert.equal(teamOf({ team: 'red', faction: 'Gulls' }), 'red')
  for (const attributes of [undefined, null, 'red', { faction: 'Gulls' }])
    assert.equal(teamOf(attributes), undefined)
})

test('what chance would give is the share of those who won', () => {
  const winnersOf = (...written: Written[]) =>
    finish(written, POINTS).seats.map(({ winners, of }) => `${winners} of ${of}`)
  for (const [expected, ...written] of [
    ['1 of 3', score(3), score(2), score(1)],
    ['2 of 3', win, win, loss],
    ['2 of 2', score(3), score(3)],
    ['1 of 2', red(win), red(win), blue(loss)],
    // One of the participants without a result may have won.
    ['1 of 3', loss, nothing, nothing],
    ['1 of 3', win, nothing, nothing],
    // Somebody who is not written down has won.
    ['1 of 3', rank(2, loss), rank(3, loss)],
    ['0 of 2', rank(1, loss), rank(2, loss)],
  ] as [string, ...Written[]][])
    assert.deepEqual(
      winnersOf(...written),
      written.map(() => expected),
    )
})

/**
 * If this fails, the same matches mean something else than before. Raise `RULE`, so that stored results are written again. Write
 * the new number and the new figures here.
 */
test('what results mean has the number by which older ones are found', () => {
  const values: Written[] = [undefined, 1, 2].flatMap((r) =>
    [undefined, 4, 5].flatMap((s) =>
      ([undefined, 'WIN', 'LOSS'] as const).map((outcome): Written => ({ rank: r, score: s, outcome })),
    ),
  )
  const digest = createHash('sha256')
  for (const a of values)
    for (const b of values)
      for (const game of [POINTS, GOLF, DUEL])
        for (const third of [[], [red(score(4))], [loss]])
          digest.update(JSON.stringify(finish([red(a), blue(b), ...third], game)))
  assert.deepEqual([RULE, digest.digest('hex').slice(0, 16)], [1, '27e51a6307d85902'])
})

test('a score is kept where it means something, and a zero is one', () => {
  assert.deepEqual(
    finish([score(0), score(null)], POINTS).seats.map((seat) => seat.score),
    [0, undefined],
  )
  assert.deepEqual(
    finish([score(4), win], DUEL).seats.map((seat) => seat.score),
    [undefined, undefined],
  )
})

test('of any three participants, each is placed behind those who are ahead of them and no others', () => {
  const values = [undefined, 1, 2]
  const outcomes = [undefined, 'WIN', 'LOSS'] as const
  const all = values.flatMap((r) =>
    values.flatMap((s) => outcomes.map((outcome): Written => ({ rank: r, score: s, outcome }))),
  )
  for (const a of all)
    for (const b of all)
      for (const c of all) {
        const { kind, seats } = finish([a, b, c], POINTS)
        const turned = finish([c, a, b], POINTS)
        // The order of the seats must not matter.
        const [last, ...others] = turned.seats
        assert.equal(turned.kind + JSON.stringify([...others, last]), kind + JSON.stringify(seats))
        const places = seats.map(({ place }) => place)
        for (const { place, of, tied, won, winners } of seats) {
          assert.ok(place === undefined || (place >= 1 && place <= of))
          assert.equal(tied, place !== undefined && places.filter((other) => other === place).length > 1)
          if (kind === 'COMPETITIVE' && place !== 1 && place !== undefined) assert.equal(won, false)
          assert.equal(winners === undefined, kind !== 'COMPETITIVE')
          assert.ok((winners ?? 1) <= of)
        }
        if (kind !== 'TOGETHER')
          for (const [index, { outcome }] of [a, b, c].entries())
            if (outcome === 'LOSS') assert.notEqual(seats[index]?.won, true, JSON.stringify([a, b, c]))
        // If only one line is filled in, that does not make the person first.
        const lines = [a, b, c].filter((one) => Object.values(one).some((value) => value !== undefined))
        if (lines.length === 1 && lines[0]?.rank === undefined)
          assert.deepEqual(places, [undefined, undefined, undefined])
        for (const [one, other] of [
          [0, 1],
          [0, 2],
          [1, 2],
        ] as const) {
          const [x, y] = [[a, b, c][one] ?? {}, [a, b, c][other] ?? {}]
          if (kind !== 'COMPETITIVE' || !x.rank || !y.rank) continue
          assert.equal(Math.sign((places[one] ?? 0) - (places[other] ?? 0)), Math.sign(x.rank - y.rank))
        }
      }
})
