/** Reads a row of the ranking's export, by the names in its header. */
import { cut } from '../outside/escaped-text.ts'
import { UnreadableExport } from './lines.ts'

/** Why a row cannot be read. */
export const FAULTS = ['TOO_LONG', 'QUOTES', 'FIELD_COUNT', 'ID', 'REPEATED_ID', 'NAME', 'NUMBER'] as const

export type RowFault = (typeof FAULTS)[number]

export interface RankingRow {
  catalogId: string
  displayName: string
  yearPublished?: number
  rank?: number
  bayesAverage?: number
  average?: number
  usersRated?: number
  isExpansion?: boolean
  /** The rank in each family of games, such as `strategygames`. */
  familyRanks: Record<string, number>
}

export interface Columns {
  count: number
  id: number
  name: number
  rank: number
  year: number
  bayesAverage: number
  average: number
  usersRated: number
  isExpansion: number
  families: { family: string; at: number }[]
}

/** Finds each column by its name. Capitals, spaces and underscores make no difference. A missing column has the index -1. */
export function columnsOf(header: string): Columns {
  const names = fieldsOf(header)?.map((name) => name.trim().toLowerCase())
  if (names === undefined) throw new UnreadableExport('The header of the export has broken quotes.')
  const plain = names.map((name) => name.replaceAll(/[ _]/g, ''))
  const twice = plain.find((name, index) => name !== '' && plain.indexOf(name) !== index)
  if (twice !== undefined) throw new UnreadableExport(`The header of the export names ${twice} twice.`)
  const find = (...known: string[]) => plain.findIndex((name) => known.includes(name))
  const columns = {
    count: names.length,
    id: find('id'),
    name: find('name'),
    rank: find('rank'),
    year: find('yearpublished', 'year'),
    bayesAverage: find('bayesaverage'),
    average: find('average'),
    usersRated: find('usersrated'),
    isExpansion: find('isexpansion'),
    families: names.flatMap((name, at) => {
      const family = /^([a-z]{1,40})_rank$/.exec(name)?.[1]
      return family === undefined ? [] : [{ family, at }]
    }),
  }
  const missing = (['id', 'name', 'rank'] as const).filter((name) => columns[name] === -1)
  if (missing.length > 0)
    throw new UnreadableExport(`The header of the export lacks the column ${missing.join(', ')}.`)
  return columns
}

/** Returns the row, or why it cannot be read. */
export function rowOf(line: string, columns: Columns): RankingRow | RowFault {
  const fields = fieldsOf(line)
  if (fields === undefined) return 'QUOTES'
  if (fields.length !== columns.count) return 'FIELD_COUNT'
  const at = (index: number) => fields[index] ?? ''
  const catalogId = idIn(at(columns.id))
  const displayName = cut(at(columns.name).trim(), LONGEST_NAME)
  if (catalogId === undefined) return 'ID'
  if (displayName === '' || displayName.includes('\0')) return 'NAME'
  const yearPublished = integerIn(at(columns.year), -INT32, INT32)
  const rank = integerIn(at(columns.rank), 0, INT32)
  const bayesAverage = decimalIn(at(columns.bayesAverage))
  const average = decimalIn(at(columns.average))
  const usersRated = integerIn(at(columns.usersRated), 0, INT32)
  const isExpansion = integerIn(at(columns.isExpansion), 0, 1)
  const row: RankingRow = { catalogId, displayName, familyRanks: {} }
  for (const { family, at: index } of columns.families) {
    const value = integerIn(at(index), 0, INT32)
    if (value === WRONG) return 'NUMBER'
    if (value !== undefined && value !== 0) row.familyRanks[family] = value
  }
  if (
    yearPublished === WRONG ||
    rank === WRONG ||
    bayesAverage === WRONG ||
    average === WRONG ||
    usersRated === WRONG ||
    isExpansion === WRONG
  )
    return 'NUMBER'
  if (yearPublished !== undefined && yearPublished !== 0) row.yearPublished = yearPublished
  if (rank !== undefined && rank !== 0) row.rank = rank
  if (bayesAverage !== undefined) row.bayesAverage = bayesAverage
  if (average !== undefined) row.average = average
  if (usersRated !== undefined) row.usersRated = usersRated
  if (columns.isExpansion !== -1) row.isExpansion = isExpansion === 1
  return row
}

const LONGEST_NAME = 255
const INT32 = 2_147_483_647
const INT64 = 9_223_372_036_854_775_807n
const WRONG = Symbol('not a number')

/** The id without leading zeros, so that each id has only one spelling. */
function idIn(text: string): string | undefined {
  if (!/^\d{1,40}$/.test(text)) return undefined
  const id = text.replace(/^0+/, '')
  if (id === '' || (id.length > 18 && BigInt(id) > INT64)) return undefined
  return id
}

function integerIn(text: string, min: number, max: number): number | undefined | typeof WRONG {
  if (text === '') return undefined
  const value = /^-?\d{1,10}$/.test(text) ? Number(text) + 0 : Number.NaN
  return value >= min && value <= max ? value : WRONG
}

function decimalIn(text: string): number | undefined | typeof WRONG {
  if (text === '') return undefined
  return /^\d{1,6}(\.\d{1,20})?$/.test(text) ? Number(text) : WRONG
}

/** The fields of a line. Undefined if its quotes are wrong. */
function fieldsOf(line: string): string[] | undefined {
  if (!line.includes('"')) return line.split(',')
  const fields: string[] = []
  let at = 0
  for (;;) {
    let end: number
    if (line[at] === '"') {
      end = at + 1
      for (;;) {
        end = line.indexOf('"', end)
        if (end === -1) return undefined
        if (line[end + 1] !== '"') break
        end += 2
      }
      fields.push(line.slice(at + 1, end).replaceAll('""', '"'))
      end++
      if (end < line.length && line[end] !== ',') return undefined
    } else {
      end = line.indexOf(',', at)
      if (end === -1) end = line.length
      const field = line.slice(at, end)
      if (field.includes('"')) return undefined
      fields.push(field)
    }
    if (end >= line.length) return fields
    at = end + 1
  }
}
