/** What a picture consists of. A layout is a list of marks; `draw.ts` draws them in this order. */

/** The size of every picture, in pixels. */
export const PICTURE = { width: 1080, height: 1350 }

/** The distance of texts from the edge, in pixels. */
export const EDGE = 66
export const WIDE = PICTURE.width - 2 * EDGE

/** A colour of the light scheme, or a colour of the tile of the game with this name. */
export type Ink =
  | 'paper'
  | 'row'
  | 'ink'
  | 'soft'
  | 'line'
  | 'felt'
  | 'pale'
  | 'pencil'
  | 'fault'
  | 'behind'
  | `seat-${number}`
  | { tile: string; part: 'ground' | 'dots' | 'text' }

export interface Rect {
  kind: 'rect'
  x: number
  y: number
  width: number
  height: number
  ink: Ink
  radius?: number
  /** True for matches that everybody won or lost together. They are never shown by a colour alone. */
  striped?: boolean
}

export interface Text {
  kind: 'text'
  x: number
  /** The line on which the letters stand. Two lines take the place of one: they are centred around it. */
  y: number
  text: string
  size: number
  ink: Ink
  display?: boolean
  /** The greatest width. A longer text is broken into two lines, or drawn narrower. */
  most: number
  /** True for a text that becomes smaller in place of a second line. */
  isOneLine?: boolean
  align?: 'start' | 'middle' | 'end'
}

interface Path {
  kind: 'path'
  /** SVG path data. */
  d: string
  x: number
  y: number
  scale: number
  /** How many times as wide as high it becomes. */
  stretch?: number
  fill?: Ink
  stroke?: Ink
  /** The width of the stroke in pixels of the picture. */
  width?: number
}

export type Mark = Rect | Text | Path

export const rect = (ink: Ink, box: Omit<Rect, 'kind' | 'ink'>): Rect => ({ kind: 'rect', ink, ...box })

/** A text in ordinary ink from the left edge, unless `how` says otherwise. */
export const written = (text: string, how: Partial<Text> & Pick<Text, 'y' | 'size'>): Text => ({
  kind: 'text',
  text,
  x: EDGE,
  ink: 'ink',
  most: WIDE,
  ...how,
})

export const PAPER = rect('paper', { x: 0, y: 0, ...PICTURE })

/** A thin line across the whole picture. */
export const lineAt = (y: number): Mark => rect('line', { x: 0, y, width: PICTURE.width, height: 2 })

/** The size of the drawing that `PENCIL` is in. */
const CIRCLE = { width: 44, height: 34 }
const PENCIL =
  'M27 3.4C17 1.2 5.6 5.4 3.4 14.2 1.2 24 11 31.4 22.4 31.2 33 31 41.6 25 41.2 16.4 40.8 7.6 31 2.2 19.4 3.6c-2 .3-3.4.7-4.6 1.2'

/** The circle of the red pencil, around the middle of a box. */
export function circled(box: { x: number; y: number; width: number; height: number }, width: number): Mark {
  const scale = box.height / CIRCLE.height
  const stretch = box.width / CIRCLE.width / scale
  return { kind: 'path', d: PENCIL, x: box.x, y: box.y, scale, stretch, stroke: 'pencil', width }
}

const SHEET = 'M3 3.5h18v17H3zM3 9h18M3 14.5h18M8 3.5v17'
const WINNER = 'M9.2 12.5a5.2 4.1 -8 1 1 10.4 -1.4a5.2 4.1 -8 1 1 -10.4 1.4'

/** The foot of every picture: whose picture it is, and one more sentence. */
export const footOf = (text = ''): Mark[] => [
  { kind: 'path', d: SHEET, x: EDGE, y: 1262, scale: 1.7, stroke: 'felt', width: 3.4 },
  { kind: 'path', d: WINNER, x: EDGE, y: 1262, scale: 1.7, stroke: 'pencil', width: 3.6 },
  written('Scorebook', { x: 124, y: 1294, size: 32, ink: 'felt', display: true, most: 300 }),
  written(text, { x: PICTURE.width - EDGE, y: 1293, size: 28, ink: 'soft', most: 520, align: 'end' }),
]

/** At most two lines. A single word is never broken. */
export function linesOf(
  text: string,
  most: number,
  widthOf: (text: string) => number,
): [string] | [string, string] {
  if (widthOf(text) <= most) return [text]
  const words = text.split(' ')
  const fitting = words.findLastIndex((_, n) => widthOf(words.slice(0, n + 1).join(' ')) <= most)
  if (fitting < 0) return [text]
  return [words.slice(0, fitting + 1).join(' '), words.slice(fitting + 1).join(' ')]
}
