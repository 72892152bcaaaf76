/** Words for numbers on the page of limits. */

const MEBIBYTE = 1_048_576
const KIBIBYTE = 1_024

/** A row: what is limited, the limit, and what happens beyond it. */
export type Row = readonly [what: string, limit: string, beyond: string]

export interface Table {
  heading: string
  lead?: string
  rows: readonly Row[]
}

export const count = (number: number): string => number.toLocaleString('en')

export function bytes(number: number): string {
  if (number % MEBIBYTE === 0) return `${count(number / MEBIBYTE)} MiB`
  return number % KIBIBYTE === 0 ? `${count(number / KIBIBYTE)} KiB` : `${count(number)} bytes`
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

export function seconds(number: number): string {
  const [unit, length] = UNITS.find(([, each]) => number >= each && number % each === 0) ?? ['second', 1]
  return several(number / length, unit)
}

export const milliseconds = (number: number): string => seconds(number / 1_000)

export const days = (number: number): string => several(number, 'day')

export const several = (number: number, noun: string): string =>
  `${count(number)} ${noun}${number === 1 ? '' : 's'}`

/** Joins words as "a, b and c". */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
