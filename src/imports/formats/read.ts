/** Reads a file of plays in any of the known formats. It uses only the bytes of the file: no database, no network. */
import type { Plays } from '../play.ts'
import { isBgStats, readBgStats } from './bg-stats.ts'
import { isBoardGameTracker, readBoardGameTracker } from './board-game-tracker.ts'
import { isCreatePlay, readCreatePlays } from './create-play.ts'
import { readBgg } from './bgg.ts'
import { readCsv } from './csv.ts'
import { decoded } from './decode.ts'
import { field, jsonIn } from './json.ts'
import { isNemeStats, readNemeStats } from './nemestats.ts'
import { UnreadableFile } from './unreadable.ts'

export { UnreadableFile } from './unreadable.ts'

/**
 * Reads the file. Throws `UnreadableFile`, whose message is one sentence for the person. A problem with a single play is a fault
 * or a note.
 */
export function read(file: Uint8Array, { name = '' }: { name?: string } = {}): Plays {
  const { text, isGuessed } = decoded(file)
  const beginning = text.trimStart().charAt(0)
  if (/\.(?:csv|tsv)$/i.test(name) || !/[<{[]/.test(beginning)) return readCsv(text, isGuessed)
  if (beginning === '{' || beginning === '[') {
    if (isGuessed)
      throw new UnreadableFile(
        'The file is no UTF-8 text, which JSON must be; export it again, and pick it as the app wrote it.',
      )
    return readJson(text)
  }
  return readBgg(text, isGuessed)
}

function readJson(text: string): Plays {
  const value = jsonIn(text)
  if (isBgStats(value)) return readBgStats(value)
  if (isNemeStats(value)) return readNemeStats(value)
  if (isBoardGameTracker(value)) return readBoardGameTracker(value)
  if (isCreatePlay(value)) return readCreatePlays([value])
  if (Array.isArray(value) && value.length > 0 && value.every(isCreatePlay)) return readCreatePlays(value)
  if (isWholeExport(value))
    throw new UnreadableFile(
      'The file is an export of everything that the service knows of somebody; pick the export of matches as CSV or for BG Stats instead.',
    )
  throw new UnreadableFile(UNKNOWN)
}

/** True for the service's export of a whole account. It has more than plays, so it cannot be imported. */
const isWholeExport = (value: unknown) => Array.isArray(field(value, 'recordedMatches'))

const UNKNOWN =
  'The file has no plays in a format that we know; pick an export of BG Stats, BoardGameGeek, NemeStats or BoardGameTracker, or a CSV with a header.'
