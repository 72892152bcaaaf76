/** Who sees the fields of imports: only the owner of the import. */
import { by, ref, shows } from '../resources/visibility/rights.ts'
import { Import, ImportPlay, ImportQuestion, MissingGame } from './schema.ts'

export const IMPORT = {
  ...by('own', 'id', 'format', 'timeZone', 'state', 'openQuestions', 'playsToDo', 'playsDone', 'failure'),
  ...by('own', 'startedAt', 'endedAt', 'createdAt', 'updatedAt'),
  ...by('own', 'fileDigest', 'playsUntil'),
  notes: by('own', 'kind', 'count', 'found'),
  plays: by('own', 'status', 'reason', 'plays'),
  names: by('own', 'kind', 'decision', 'names'),
} as const

export const ANSWER = {
  ...by('own', 'kind', 'name', 'decision'),
  ghostPlayer: ref('own'),
  game: ref('own'),
} as const

export const IMPORT_FIELDS = {
  Import: shows(Import, IMPORT),
  ImportQuestion: shows(ImportQuestion, {
    ...by('own', 'id', 'kind', 'name', 'bggId', 'isOwner', 'plays', 'decision', 'answered'),
    ghostPlayer: ref('own'),
    game: ref('own'),
    expansion: ref('own'),
    playset: ref('own'),
    newGame: by('own', 'minPlayers', 'maxPlayers', 'scoreType', 'winCondition'),
    candidates: ref('own'),
    suggestion: by('own', 'answer', 'id'),
  }),
  ImportPlay: shows(ImportPlay, {
    ...by('own', 'id', 'position', 'at', 'status', 'reason', 'game', 'playedAt', 'people', 'matchId'),
    notes: by('own', 'kind', 'found'),
  }),
  MissingGame: shows(MissingGame, by('scope', 'id', 'name', 'bggId', 'people', 'plays')),
}
