/** Makes a play from the rows of a match. */
import type { Play, PlayParticipant } from '../play.ts'
import { bggIdOf } from './bg-stats.ts'
import type { Columns, CsvRow } from './csv-columns.ts'
import { expansionsOf } from './csv-expansions.ts'
import { participantOf } from './csv-participant.ts'
import { type Gathered, Notes } from './gathered.ts'
import { LONGEST_GAME_NAME, LONGEST_PERSON_NAME, MOST_PARTICIPANTS } from './limits.ts'
import { digest, nameOf } from './names.ts'
import { Seated } from './seated.ts'
import { NO_DATE, timeOf } from './time.ts'
import { inZone } from './zone.ts'

/** The rows of a match. The first row has the facts that all rows share. */
export interface MatchRows {
  id: string | undefined
  rows: CsvRow[]
  /** The number of rows, including those beyond the limit. */
  count: number
  /** True if the file ends in the middle of one of these rows. */
  isCut: boolean
}

export function addMatch({ id, rows, count, isCut }: MatchRows, columns: Columns, gathered: Gathered): void {
  const [first] = rows
  if (first === undefined) return
  if (isCut) return gathered.fault(rows.at(-1)?.at ?? first.at, 'CUT_ROW', rows.at(-1)?.cells.join(' '))
  if (count > MOST_PARTICIPANTS) return gathered.fault(first.at, 'MANY_PARTICIPANTS', count)
  const game = gameOf(first, gathered)
  if (game === undefined) return gathered.fault(first.at, 'NO_GAME', first.cells.join(' '))
  const notes = new Notes()
  const time = timeIn(first, notes)
  const seated = new Seated(gathered, notes)
  const participants = inOrder(rows).flatMap((row): PlayParticipant[] => {
    if (row.cell('player') !== '') return [participantOf(row, columns, gathered, seated, notes)]
    notes.add(row.at, 'NO_PERSON', row.cells.join(' '))
    return []
  })
  if (participants.length === 0) return gathered.fault(first.at, 'NO_PARTICIPANTS', first.cells.join(' '))
  for (const row of rows) noteDifferences(first, row, notes)
  const people = participants.map(({ person }) => person).toSorted()
  gathered.addPlay({
    sourceId: id ?? gathered.idFrom(digest('csv', time, game, ...people)),
    at: first.at,
    game,
    expansions: expansionsOf(first, gathered, notes),
    playedAt: time,
    ...namesIn(first, notes),
    ...((isDraft(first, notes) || time === NO_DATE) && { isDraft: true }),
    participants,
    extra: {},
    notes: notes.list,
  })
}

function gameOf(row: CsvRow, gathered: Gathered): string | undefined {
  const ref = row.cell('gameRef')
  const { name } = nameOf(row.cell('game'), LONGEST_GAME_NAME)
  const bggId = bggIdOf(row.cell('bggId')) ?? bggIdOf(/^bgg:(\d+)$/.exec(ref)?.[1])
  const key = ref || (bggId === undefined ? name : `bgg:${bggId}`)
  if (key === '') return undefined
  return gathered.addGame(
    {
      key: key.length > LONGEST_KEY ? digest(key) : key,
      name: row.cell('game'),
      ...(bggId !== undefined && { bggId }),
      ...(ref !== '' && ref.length <= LONGEST_KEY && { sourceRef: ref }),
    },
    row.at,
  ).key
}

const LONGEST_KEY = 300

function timeIn(row: CsvRow, notes: Notes): string {
  const time = timeOf(row.cell('playedAt')) ?? timeOf(row.cell('localTime'))
  const written = row.cell('playedAt') || row.cell('localTime')
  if (!time || time.isDoubtful) notes.add(row.at, time ? 'DOUBTFUL_DATE' : 'NO_DATE', written)
  if (!time) return NO_DATE
  const timeZone = row.cell('timeZone')
  if (timeZone === '' || !/T\d{2}:\d{2}:\d{2}$/.test(time.at)) return time.at
  const at = inZone(time.at, timeZone)
  if (at === undefined) notes.add(row.at, 'NO_TIME_ZONE', timeZone)
  return at ?? time.at
}

function isDraft(row: CsvRow, notes: Notes): boolean {
  const status = row.cell('status').toUpperCase()
  if (status !== '' && status !== 'FINALIZED' && status !== 'DRAFT') notes.add(row.at, 'NO_STATUS', status)
  return status === 'DRAFT'
}

function namesIn(row: CsvRow, notes: Notes): Pick<Play, 'playset' | 'community' | 'recorder'> {
  const named = (['playset', 'community', 'recorder'] as const).map((key) => {
    const { name, changed } = nameOf(row.cell(key), LONGEST_PERSON_NAME)
    if (changed) notes.add(row.at, changed, row.cell(key))
    return [key, name] as const
  })
  return Object.fromEntries(named.filter(([, name]) => name !== ''))
}

/** Sorts the rows by the column `position`, if every row has a number there. */
function inOrder(rows: CsvRow[]): CsvRow[] {
  const positions = new Map(rows.map((row) => [row, row.cell('position')]))
  if (![...positions.values()].every((position) => /^\d{1,9}$/.test(position))) return rows
  return rows.toSorted((one, other) => Number(positions.get(one)) - Number(positions.get(other)))
}

function noteDifferences(first: CsvRow, row: CsvRow, notes: Notes): void {
  for (const column of SHARED) {
    const cell = row.cell(column)
    if (cell !== '' && cell !== first.cell(column)) notes.add(row.at, 'CONTRADICTION', `${column}: ${cell}`)
  }
}

const SHARED = [
  'playedAt',
  'game',
  'gameRef',
  'status',
  'expansions',
  'playset',
  'community',
  'recorder',
] as const
