/** Reads the expansions of a match: names and source references, separated by semicolons. */
import { bggIdOf } from './bg-stats.ts'
import type { CsvRow } from './csv-columns.ts'
import type { Gathered, Notes } from './gathered.ts'
import { LONGEST_GAME_NAME, LONGEST_ID, MOST_EXPANSIONS } from './limits.ts'
import { digest, nameOf } from './names.ts'

export function expansionsOf(row: CsvRow, gathered: Gathered, notes: Notes): string[] {
  const keys = new Set<string>()
  for (const { name, ref } of pairsIn(row, notes)) {
    if (keys.size >= MOST_EXPANSIONS) {
      notes.add(row.at, 'LEFT_OUT', name)
      break
    }
    const bggId = bggIdOf(/^bgg:(\d+)$/.exec(ref)?.[1])
    const key = ref || `expansion ${digest(nameOf(name, LONGEST_GAME_NAME).name)}`
    gathered.addGame(
      {
        key,
        name,
        isExpansion: true,
        ...(ref !== '' && { sourceRef: ref }),
        ...(bggId !== undefined && { bggId }),
      },
      row.at,
    )
    keys.add(key)
  }
  return [...keys]
}

/**
 * A name can contain a semicolon. Then the number of references says how many expansions there are; with one reference, the whole
 * text is one name.
 */
function pairsIn(row: CsvRow, notes: Notes): { name: string; ref: string }[] {
  const text = row.cell('expansions')
  const names = split(text)
  const refs = row.cell('expansionRefs') === '' ? [] : row.cell('expansionRefs').split(';').map(bounded)
  if (text === '') return refs.filter((ref) => ref !== '').map((ref) => ({ name: ref, ref }))
  if (refs.length === 1 && refs[0] !== '') return [{ name: text, ref: refs[0] ?? '' }]
  if (refs.length === names.length) return names.map((name, n) => ({ name, ref: refs[n] ?? '' }))
  if (refs.length > 0) notes.add(row.at, 'UNCLEAR_EXPANSIONS', `${text}: ${row.cell('expansionRefs')}`)
  return names.map((name) => ({ name, ref: /^[a-z][a-z0-9-]*:\S+$/.test(name) ? bounded(name) : '' }))
}

const split = (text: string) =>
  text
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '')

const bounded = (ref: string) => (ref.trim().length > LONGEST_ID ? digest(ref.trim()) : ref.trim())
