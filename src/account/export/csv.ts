/** Exports the caller's matches as CSV (RFC 4180): one row for each participant, in UTF-8. */
import type { Database } from '../../db/database.ts'
import type { UserCaller } from '../../http/caller.ts'
import {
  type ExportedMatch,
  type ExportedParticipant,
  exporterIn,
  firstMatches,
  matchesOf,
} from './matches.ts'
import { type Item, oneOfFew } from './pages.ts'

type Input = { caller: UserCaller; query: { timeZone: string } }

type Cell = (match: ExportedMatch, participant: ExportedParticipant, position: number) => string

const COLUMNS: Record<string, Cell> = {
  match_id: ({ match }) => match.id,
  status: ({ match }) => match.status,
  played_at: ({ match }) => match.playedAt,
  local_time: ({ localTimes }) => localTimes.played,
  game: ({ match }) => text(match.game.displayName),
  game_source_ref: ({ game }) => game.sourceRef ?? '',
  expansions: ({ match }) => text(match.expansions.map(({ displayName }) => displayName).join('; ')),
  expansion_source_refs: ({ expansions }) => expansions.map(({ sourceRef }) => sourceRef ?? '').join('; '),
  playset: ({ match }) => text(match.playset?.displayName ?? ''),
  community: ({ match }) => text(match.community?.displayName ?? ''),
  recorder: ({ match }) => text(match.recorder.displayName),
  position: (_match, _participant, position) => String(position),
  player: (_match, { ghostPlayer }) => text(ghostPlayer.displayName),
  is_me: ({ own }, { id }) => String(own.includes(id)),
  score: (_match, { score }) => String(score ?? ''),
  rank: (_match, { rank }) => String(rank ?? ''),
  outcome: (_match, { outcome }) => outcome ?? '',
  won: ({ match, winners }, { id }) => (match.status === 'DRAFT' ? '' : String(winners.includes(id))),
  loadout: ({ loadouts }, { id }) => loadouts[id] ?? '',
}

export const beginning = (input: Input) => firstMatches(source(input))

export const document = (rows: Item[], input: Input, db: Database): AsyncIterable<string> => {
  const { begun } = exporterIn(rows)
  return oneOfFew(async function* () {
    // Without this byte order mark, spreadsheets do not read the file as UTF-8.
    yield `\uFEFF${line(Object.keys(COLUMNS))}`
    for await (const page of matchesOf(begun, source(input), db)) yield page.map(rowsOf).join('')
  })
}

const source = (input: Input) => ({ ...input, name: 'exportMatchesAsCsv' })

const rowsOf = (match: ExportedMatch): string =>
  match.match.participants
    .map((participant, n) => line(Object.values(COLUMNS).map((cell) => cell(match, participant, n + 1))))
    .join('')

const line = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/**
 * A spreadsheet runs a cell that begins like a formula. With an apostrophe before it, the cell is a text. A text that begins with
 * an apostrophe gets another one, so a reader can always remove one.
 */
const text = (words: string): string => (/^[=+\-@\t\r'＝＋－＠]/.test(words) ? `'${words}` : words)
