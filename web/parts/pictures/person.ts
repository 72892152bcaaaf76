/** The picture of a person: each of the last matches as a bar, three figures, and the games they play most. */
import { initialsOf, patternOf } from '../marks/tile-pattern.ts'
import { t } from '../../texts/pictures.ts'
import { say } from '../../texts/text.ts'
import { type Finish, leftBehind } from '../plots/marks/form.ts'
import { EDGE, type Mark, PAPER, PICTURE, type Rect, WIDE, circled, footOf, rect, written } from './mark.ts'

interface Against {
  name: string
  ahead: number
  behind: number
}

interface PersonOfPicture {
  name: string
  /** Such as `105 matches of 35 games, since November 2024`. */
  lead: string
  /** The newest first. */
  form: readonly Finish[]
  /** The wins, and what they are a part of. Absent without a contest. */
  wins?: { value: string; below: string } | undefined
  rival?: Against | undefined
  nemesis?: Against | undefined
  games: readonly { name: string; times: string }[]
}

/** With fewer matches, there are squares in place of bars. */
const FEWEST_BARS = 12
const PLOT = { top: 440, ground: 800 }

export function pictureOfPerson(person: PersonOfPicture): Mark[] {
  const inOrder = person.form.toReversed()
  return [
    PAPER,
    written(person.name, { y: 214, size: 170, display: true, isOneLine: true }),
    written(person.lead, { y: 290, size: 38, ink: 'soft' }),
    ...(inOrder.length < FEWEST_BARS ? squaresOf(inOrder) : barsOf(inOrder)),
    rect('ink', { x: 0, y: PLOT.ground, width: PICTURE.width, height: 4 }),
    written(legendOf(inOrder), { y: 850, size: 30, ink: 'soft' }),
    rect('line', { x: EDGE, y: 888, width: WIDE, height: 2 }),
    ...figuresOf(person),
    ...gamesOf(person),
    ...footOf(say(t.yours)),
  ]
}

const legendOf = (form: readonly Finish[]): string =>
  [
    say(t.inOrder, { count: form.length }),
    say(t.green),
    ...(form.some(({ kind }) => kind === 'TOGETHER') ? [say(t.striped)] : []),
  ].join(' ')

const barOf = ({ kind, won }: Finish, box: Omit<Rect, 'kind' | 'ink'>): Mark => {
  const striped = kind === 'TOGETHER'
  return rect(striped || won === true ? 'felt' : 'pale', { ...box, striped })
}

function barsOf(form: readonly Finish[]): Mark[] {
  const slot = PICTURE.width / form.length
  const bars = form.map((finish, n) => {
    const height = Math.max(0.04, leftBehind(finish) ?? 0) * (PLOT.ground - PLOT.top)
    return barOf(finish, { x: (n + 0.12) * slot, y: PLOT.ground - height, width: slot * 0.76, height })
  })
  return [...bars, ...bestRunOf(form, slot)]
}

/** A run of wins is marked from this length on. */
const RUN = 3
const LABEL = 250

/** The longest run of contests won among the bars, with the pencil around its length. Other matches do not break it. */
function bestRunOf(form: readonly Finish[], slot: number): Mark[] {
  let best = { wins: 0, from: 0, to: 0 }
  let run = { wins: 0, from: 0 }
  for (const [n, { kind, won }] of form.entries()) {
    if (kind !== 'COMPETITIVE' || won === undefined) continue
    run = won ? { wins: run.wins + 1, from: run.wins === 0 ? n : run.from } : { wins: 0, from: n + 1 }
    if (run.wins >= best.wins) best = { ...run, to: n }
  }
  if (best.wins < RUN) return []
  const [left, right] = [best.from * slot, (best.to + 1) * slot]
  const x = Math.min(Math.max(EDGE - 20, (left + right - LABEL) / 2), PICTURE.width - EDGE + 20 - LABEL)
  return [
    rect('pencil', { x: left, y: PLOT.top - 18, width: right - left, height: 8, radius: 4 }),
    circled({ x, y: PLOT.top - 110, width: LABEL, height: 76 }, 7),
    written(say(t.inRow, { count: best.wins }), {
      x: x + LABEL / 2,
      y: PLOT.top - 61,
      size: 34,
      display: true,
      most: LABEL - 40,
      align: 'middle',
    }),
  ]
}

function squaresOf(form: readonly Finish[]): Mark[] {
  const slot = WIDE / FEWEST_BARS
  const side = slot - 10
  return form.map((finish, n) =>
    barOf(finish, { x: EDGE + n * slot, y: PLOT.ground - slot, width: side, height: side, radius: 6 }),
  )
}

/** The share of wins, the rival and the nemesis. Figures without data are left out. */
function figuresOf({ wins, rival, nemesis }: PersonOfPicture): Mark[] {
  const against = [
    { one: rival, text: t.rival },
    { one: nemesis, text: t.nemesis },
  ]
  const figures = [
    ...(wins ? [{ value: wins.value, below: wins.below, ink: 'felt' as const }] : []),
    ...against.flatMap(({ one, text }) =>
      one
        ? [{ value: `${one.ahead}–${one.behind}`, below: say(text, { name: one.name }), ink: 'ink' as const }]
        : [],
    ),
  ]
  const column = WIDE / Math.max(1, figures.length)
  const x = (n: number) => EDGE + n * column
  return [
    ...figures.slice(1).map((_, n) => rect('line', { x: x(n + 1) - 30, y: 906, width: 2, height: 150 })),
    ...figures.flatMap(({ value, below, ink }, n) => [
      written(value, { x: x(n), y: 990, size: 92, ink, display: true, most: column - 40 }),
      written(below, { x: x(n), y: 1046, size: 29, ink: 'soft', most: column - 44 }),
    ]),
  ]
}

const GAMES = 4
const TILE = { y: 1120, side: 96 }

function gamesOf({ games }: PersonOfPicture): Mark[] {
  const column = WIDE / GAMES
  return games.slice(0, GAMES).flatMap(({ name, times }, n) => {
    const x = EDGE + n * column
    const most = column - TILE.side - 30
    const count = written(times, { x: x + TILE.side + 16, y: TILE.y + 66, size: 50, display: true, most })
    return tileAt(name, x).concat(count)
  })
}

function tileAt(name: string, x: number): Mark[] {
  const { y, side } = TILE
  const cell = side / 3
  return [
    rect({ tile: name, part: 'ground' }, { x, y, width: side, height: side, radius: 12 }),
    ...patternOf(name).dots.map(([column, row]) =>
      rect(
        { tile: name, part: 'dots' },
        { x: x + column * cell, y: y + row * cell, width: cell, height: cell, radius: cell / 2 },
      ),
    ),
    written(initialsOf(name), {
      x: x + side / 2,
      y: y + 63,
      size: 40,
      ink: { tile: name, part: 'text' },
      display: true,
      most: side - 12,
      align: 'middle',
    }),
  ]
}
