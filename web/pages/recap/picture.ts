/** The layout of the picture of a year: the place of each text and bar. It shows nothing that is not on the page. */

import { EDGE, type Ink, type Mark, PAPER, WIDE, footOf } from '../../parts/pictures/mark.ts'

interface YearOfPicture {
  title: string
  name: string
  cards: readonly { value: string; sentence: string; isFelt?: boolean }[]
  months: readonly { matches: number; won: number }[]
  monthNames: readonly string[]
}

/** With more cards, the text would be too small to read. */
const MOST_CARDS = 8
const PLOT = { top: 1010, height: 170 }

export function pictureOfYear({ title, name, cards, months, monthNames }: YearOfPicture): Mark[] {
  return [
    PAPER,
    { kind: 'text', x: EDGE, y: 150, text: title, size: 96, ink: 'ink', display: true, most: WIDE },
    { kind: 'text', x: EDGE, y: 206, text: name, size: 34, ink: 'soft', most: WIDE },
    ...cards.slice(0, MOST_CARDS).flatMap(rowOf),
    ...columnsOf(months, monthNames),
    ...footOf(),
  ]
}

const ROWS = { top: 250, height: 88 }
const COLUMN = 250

function rowOf({ value, sentence, isFelt }: YearOfPicture['cards'][number], n: number): Mark[] {
  const y = ROWS.top + n * ROWS.height
  return [
    { kind: 'rect', x: EDGE, y, width: WIDE, height: ROWS.height, ink: n % 2 === 0 ? 'row' : 'paper' },
    {
      kind: 'text',
      x: EDGE + COLUMN - 24,
      y: y + 60,
      text: value,
      size: 52,
      ink: isFelt ? 'felt' : 'ink',
      display: true,
      most: COLUMN - 40,
      align: 'end',
    },
    {
      kind: 'text',
      x: EDGE + COLUMN,
      y: y + 55,
      text: sentence,
      size: 30,
      ink: 'ink',
      most: WIDE - COLUMN - 20,
    },
  ]
}

function columnsOf(months: YearOfPicture['months'], names: readonly string[]): Mark[] {
  const most = Math.max(1, ...months.map(({ matches }) => matches))
  const slot = WIDE / Math.max(1, months.length)
  const ground = PLOT.top + PLOT.height
  const column = (n: number, count: number, below: number, ink: Ink): Mark => ({
    kind: 'rect',
    x: EDGE + (n + 0.15) * slot,
    y: ground - ((below + count) / most) * PLOT.height,
    width: slot * 0.7,
    height: (count / most) * PLOT.height,
    ink,
  })
  return [
    ...months.flatMap(({ matches, won }, n) => [
      ...(won > 0 ? [column(n, won, 0, 'felt')] : []),
      ...(matches > won ? [column(n, matches - won, won, 'pale')] : []),
    ]),
    { kind: 'rect', x: EDGE, y: ground, width: WIDE, height: 3, ink: 'ink' },
    ...names.map((text, n): Mark => ({
      kind: 'text',
      x: EDGE + (n + 0.15) * slot,
      y: ground + 36,
      text,
      size: 22,
      ink: 'soft',
      most: slot * 0.8,
    })),
  ]
}
