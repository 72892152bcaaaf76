/** Reads played games of NemeStats: the answer of its API, and its spreadsheet saved as CSV. */
import type { Plays } from '../play.ts'
import { bggIdOf } from './bg-stats.ts'
import type { Row } from './csv-rows.ts'
import { Extra } from './extra.ts'
import { Gathered, Notes } from './gathered.ts'
import { type Fields, field, isFields, listIn, words } from './json.ts'
import { LARGEST_PARTICIPANT_EXTRA, LARGEST_PLAY_EXTRA, MOST_PARTICIPANTS } from './limits.ts'
import { digest, idOf, nameOf } from './names.ts'
import { Seated } from './seated.ts'
import { scoreOf } from './score.ts'
import { NO_DATE, timeOf } from './time.ts'
import { wholeOf } from './whole.ts'

export const isNemeStats = (value: unknown): value is Fields => Array.isArray(field(value, 'playedGames'))

export function readNemeStats(file: Fields): Plays {
  const gathered = new Gathered()
  for (const [n, game] of listIn(file, 'playedGames').entries()) {
    const at = `playedGames[${n}]`
    if (isFields(game)) addPlay(game, at, gathered)
    else gathered.fault(at, 'NO_PLAY', game)
  }
  return gathered.all('nemestats')
}

function addPlay(found: Fields, at: string, gathered: Gathered): void {
  const results = listIn(found, 'playerGameResults').filter(isFields)
  if (results.length === 0 || results.length > MOST_PARTICIPANTS) {
    const kind = results.length === 0 ? 'NO_PARTICIPANTS' : 'MANY_PARTICIPANTS'
    return gathered.fault(at, kind, results.length || found['playedGameId'])
  }
  const notes = new Notes()
  const time = timeIn(found['datePlayed'], at, notes)
  const game = gameOf(
    [found['gameDefinitionId'], found['gameDefinitionName']],
    found['boardGameGeekGameDefinitionId'] ?? found['boardGameGeekObjectId'],
    at,
    gathered,
  )
  if (game === undefined) return gathered.fault(at, 'NO_GAME', found['playedGameId'])
  const seated = new Seated(gathered, notes)
  const participants = results.map((result, n) =>
    participantOf(result, `${at}.playerGameResults[${n}]`, gathered, seated, notes),
  )
  const extra = new Extra(notes, at, LARGEST_PLAY_EXTRA)
  extra.put('comments', found['notes'])
  extra.putOthers(found, PLAY_FIELDS)
  const people = participants.map(({ person }) => person).toSorted()
  gathered.addPlay({
    sourceId: idOf(found['playedGameId']) ?? gathered.idFrom(digest('nemestats', time, game, ...people)),
    at,
    game,
    expansions: [],
    playedAt: time,
    ...(time === NO_DATE && { isDraft: true }),
    participants,
    extra: extra.fields,
    notes: notes.list,
  })
}

/** NemeStats knows only days. It writes a day as midnight in UTC. */
function timeIn(found: unknown, at: string, notes: Notes): string {
  const time = timeOf(found)
  if (!time || time.isDoubtful) notes.add(`${at}.datePlayed`, time ? 'DOUBTFUL_DATE' : 'NO_DATE', found)
  return time?.at.replace(/T00:00:00(?:\.0+)?(?:Z|\+00:00)?$/, '') ?? NO_DATE
}

function gameOf([id, name]: [unknown, unknown], found: unknown, at: string, gathered: Gathered) {
  const key = idOf(id) ?? (nameOf(name, 1).name === '' ? undefined : `name:${digest(String(name))}`)
  const bggId = bggIdOf(found)
  if (key === undefined) return undefined
  return gathered.addGame({ key, name: name as string, ...(bggId !== undefined && { bggId }) }, at).key
}

function participantOf(found: Fields, at: string, gathered: Gathered, seated: Seated, notes: Notes) {
  const key = idOf(found['playerId']) ?? `name:${digest(String(found['playerName']))}`
  gathered.addPerson({ key, name: found['playerName'] as string }, at)
  const { score, scoreText, isDirty } = scoreOf(found['pointsScored'])
  if (isDirty) notes.add(`${at}.pointsScored`, 'SCORE_UNREADABLE', scoreText)
  const rank = wholeOf(found['gameRank'], `${at}.gameRank`, notes)
  const extra = new Extra(notes, at, LARGEST_PARTICIPANT_EXTRA)
  extra.putOthers(found, RESULT_FIELDS)
  return {
    person: seated.keyFor(key, at),
    ...(score !== undefined && { score }),
    ...(scoreText !== undefined && { scoreText }),
    ...(rank !== undefined && { rank, hasWon: rank === 1 }),
    extra: extra.fields,
  }
}

const PLAY_FIELDS = words(
  'playedGameId gameDefinitionId gameDefinitionName gamingGroupId datePlayed dateLastUpdated notes ' +
    'boardGameGeekGameDefinitionId boardGameGeekObjectId playerGameResults nemeStatsUrl',
)

/** The fields of a result. The site's own points follow from the ranks in its other plays, so we do not keep them. */
const RESULT_FIELDS = words(
  'playerId playerName playerActive gameRank pointsScored nemeStatsPointsAwarded weightBonusNemePoints ' +
    'gameDurationBonusNemePoints totalNemeStatsPointsAwarded',
)

/** True for a spreadsheet. It names only the winners of a play, so the play becomes a draft without the other players. */
export const isNemeStatsTable = (header: readonly string[]) =>
  header.includes('Played Game Id') && header.includes('Winning Player Names')

export function readNemeStatsTable(header: readonly string[], rows: Iterable<Row>): Plays {
  const gathered = new Gathered()
  for (const { line, cells } of rows) {
    const at = `line ${line}`
    const cell = (name: string) => cells[header.indexOf(name)]?.trim() ?? ''
    const names = cell('Winning Player Names').split(',')
    const ids = cell('Winning Player Ids').split(',')
    // A name can contain a comma, so the number of ids says how many winners there are.
    const winners = names.length === ids.length ? names : [cell('Winning Player Names')]
    const notes = new Notes()
    const time = timeIn(cell('Date Played (UTC)'), at, notes)
    const game = gameOf([cell('Game Id'), cell('Game Name')], cell('BoardGameGeek Object Id'), at, gathered)
    if (game === undefined || cell('Winning Player Names') === '') {
      gathered.fault(at, game === undefined ? 'NO_GAME' : 'NO_PARTICIPANTS', cells.join(' '))
      continue
    }
    const seated = new Seated(gathered, notes)
    notes.add(at, 'WINNERS_ONLY', `${winners.length} of ${cell('Number Of Players')}`)
    const extra = new Extra(notes, at, LARGEST_PLAY_EXTRA)
    extra.put('comments', cell('Notes'))
    extra.put('gamingGroupName', cell('Gaming Group Name'))
    extra.put('numberOfPlayers', cell('Number Of Players'))
    gathered.addPlay({
      sourceId: idOf(cell('Played Game Id')) ?? gathered.idFrom(digest('nemestats', time, game, ...winners)),
      at,
      game,
      expansions: [],
      playedAt: time,
      isDraft: true,
      participants: winners.slice(0, MOST_PARTICIPANTS).map((name, n) => {
        const key = (winners === names && idOf(ids[n])) || `name:${digest(name.trim())}`
        gathered.addPerson({ key, name }, at)
        return { person: seated.keyFor(key, at), rank: 1, hasWon: true, extra: {} }
      }),
      extra: extra.fields,
      notes: notes.list,
    })
  }
  return gathered.all('nemestats')
}
