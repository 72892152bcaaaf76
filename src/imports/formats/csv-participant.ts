/** Makes a participant from a row. */
import type { PlayParticipant } from '../play.ts'
import { type Columns, type CsvRow, unguarded } from './csv-columns.ts'
import { Extra } from './extra.ts'
import type { Gathered, Notes } from './gathered.ts'
import { LARGEST_PARTICIPANT_EXTRA, LONGEST_PERSON_NAME } from './limits.ts'
import { loadoutIn } from './loadout.ts'
import { nameOf } from './names.ts'
import { scoreOf } from './score.ts'
import type { Seated } from './seated.ts'
import { wholeOf } from './whole.ts'

export function participantOf(
  row: CsvRow,
  columns: Columns,
  gathered: Gathered,
  seated: Seated,
  notes: Notes,
): PlayParticipant {
  const { at, cell } = row
  const { name } = nameOf(cell('player'), LONGEST_PERSON_NAME)
  const isMe = isYes(cell('isMe'))
  const key = isMe ? 'me' : `name:${name}`
  const person = gathered.addPerson({ key, name: cell('player'), ...(isMe && { isOwner: true }) }, at)
  const { score, scoreText, isDirty } = scoreOf(cell('score'))
  if (isDirty) notes.add(at, 'SCORE_UNREADABLE', scoreText)
  const rank = wholeOf(cell('rank'), at, notes)
  const extra = new Extra(notes, at, LARGEST_PARTICIPANT_EXTRA)
  const loadout = loadoutOf(row, columns, notes, extra)
  for (const [column, n] of columns.others) extra.put(column, unguarded(row.cells[n] ?? ''))
  return {
    person: seated.keyFor(key, at, name === person.name ? '' : name),
    ...(score !== undefined && { score }),
    ...(scoreText !== undefined && { scoreText }),
    ...(rank !== undefined && { rank }),
    ...(name !== person.name && { standIn: name }),
    ...outcomeOf(cell('outcome'), at, notes),
    // Our export computes the winners from the other fields, so we do not read them.
    ...(!columns.isOurs && cell('won') !== '' && { hasWon: isYes(cell('won')) }),
    ...seatOf(row, notes),
    ...loadout,
    extra: extra.fields,
  }
}

function seatOf({ at, cell }: CsvRow, notes: Notes): Partial<PlayParticipant> {
  const seat = wholeOf(cell('seat'), at, notes)
  const [team, role] = [nameOf(cell('team'), LONGEST_PERSON_NAME), nameOf(cell('role'), LONGEST_PERSON_NAME)]
  if (team.changed) notes.add(at, team.changed, cell('team'))
  if (role.changed) notes.add(at, role.changed, cell('role'))
  return {
    ...(team.name !== '' && { team: team.name }),
    ...(role.name !== '' && { role: role.name }),
    ...(seat !== undefined && { seat }),
    ...(isYes(cell('isNew')) && { isNew: true }),
  }
}

function outcomeOf(found: string, at: string, notes: Notes): Pick<PlayParticipant, 'outcome'> {
  const outcome = OUTCOMES[found.toLowerCase()]
  if (found !== '' && outcome === undefined) notes.add(at, 'NO_OUTCOME', found)
  return outcome === undefined ? {} : { outcome }
}

const OUTCOMES: Record<string, 'WIN' | 'LOSS' | 'DRAW' | undefined> = Object.assign(
  Object.create(null) as object,
  { win: 'WIN', won: 'WIN', loss: 'LOSS', lost: 'LOSS', draw: 'DRAW', tie: 'DRAW' } as const,
)

const isYes = (cell: string) => /^(?:true|yes|1|x)$/i.test(cell)

/** The column `loadout` has the whole loadout as JSON. The columns `loadout.…` have one attribute each, as text. */
function loadoutOf(row: CsvRow, columns: Columns, notes: Notes, extra: Extra) {
  const whole = row.cell('loadout')
  if (whole !== '') return loadoutIn(whole, row.at, notes, extra)
  const attributes: [string, string][] = []
  for (const [name, n] of columns.attributes) {
    const value = unguarded(row.cells[n] ?? '').trim()
    if (value !== '') attributes.push([name, value])
  }
  if (attributes.length === 0) return {}
  return loadoutIn(JSON.stringify(Object.fromEntries(attributes)), row.at, notes, extra)
}
