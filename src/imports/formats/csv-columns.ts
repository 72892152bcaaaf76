/** The columns of a CSV file. Each may have one of several names, and the order does not matter (docs/import-csv.md). */
import { nameOf } from './names.ts'
import { UnreadableFile, shown } from './unreadable.ts'

const NAMES = {
  match: 'match_id match_ref match play_id play_ref',
  status: 'status',
  playedAt: 'played_at date played',
  localTime: 'local_time',
  timeZone: 'time_zone timezone',
  game: 'game game_name',
  gameRef: 'game_source_ref game_ref',
  bggId: 'bgg_id',
  expansions: 'expansions',
  expansionRefs: 'expansion_source_refs',
  playset: 'playset',
  community: 'community',
  recorder: 'recorder',
  position: 'position',
  player: 'player player_name name',
  isMe: 'is_me',
  score: 'score points',
  rank: 'rank place',
  outcome: 'outcome result',
  won: 'won winner',
  team: 'team',
  seat: 'seat',
  role: 'role',
  isNew: 'is_new',
  loadout: 'loadout',
} as const

type Column = keyof typeof NAMES

export interface Columns {
  of: ReadonlyMap<Column, number>
  /** The columns `loadout.…`, by the name of the attribute. */
  attributes: ReadonlyMap<string, number>
  /** All other columns that have a name. */
  others: ReadonlyMap<string, number>
  /** True if our own export wrote the file. */
  isOurs: boolean
}

/** Throws `UnreadableFile` if the columns that every match needs are missing. */
export function columnsIn(header: readonly string[]): Columns {
  const of = new Map<Column, number>()
  const attributes = new Map<string, number>()
  const others = new Map<string, number>()
  for (const [n, cell] of header.entries()) {
    const written = nameOf(cell, 64).name
    const name = written.toLowerCase().replaceAll(/[\s-]+/g, '_')
    const column = BY_NAME.get(name)
    if (column !== undefined && !of.has(column)) of.set(column, n)
    else if (name.startsWith('loadout.') && name.length > 8) attributes.set(written.slice(8), n)
    else if (name !== '' && column === undefined) others.set(name, n)
  }
  const missing = [
    ...(of.has('game') || of.has('gameRef') || of.has('bggId') ? [] : ['game']),
    ...(of.has('player') ? [] : ['player']),
    ...(of.has('playedAt') || of.has('localTime') ? [] : ['played_at']),
  ]
  if (missing.length > 0)
    throw new UnreadableFile(
      `The first line of the file must name its columns, and has none for ${missing.join(', ')}, but "${shown(header.join(' ').trim())}"; add a header such as match_ref,played_at,game,player,score,rank.`,
    )
  return { of, attributes, others, isOurs: OURS.every((column) => of.has(column)) }
}

export interface CsvRow {
  at: string
  cell: (column: Column) => string
  cells: readonly string[]
}

export const cellOf =
  (cells: readonly string[], { of }: Columns) =>
  (column: Column) =>
    unguarded(cells[of.get(column) ?? -1] ?? '').trim()

/**
 * Removes an apostrophe that our export has added. It adds one before a text that a spreadsheet would run as a formula, and
 * before a text that begins with an apostrophe. In other files an apostrophe belongs to the text.
 */
export const unguarded = (cell: string): string =>
  cell.startsWith("'") && /^'[=+\-@\t\r'＝＋－＠]/.test(cell) ? cell.slice(1) : cell

const OURS: Column[] = ['match', 'localTime', 'isMe', 'recorder', 'loadout']

const BY_NAME = new Map(
  Object.entries(NAMES).flatMap(([column, names]) =>
    names.split(' ').map((name) => [name, column as Column]),
  ),
)
