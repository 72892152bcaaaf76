/**
 * Reads the sessions of BoardGameTracker. This program has no export, so the file contains the answers of its API: `{games,
 * players, locations, sessions}` (docs/import-formats.md).
 */
import type { Plays } from '../play.ts'
import { bggIdOf, isNumberOfPlayers } from './bg-stats.ts'
import { Extra } from './extra.ts'
import { Gathered, Notes } from './gathered.ts'
import { type Fields, field, isFields, isTrue, listIn, words } from './json.ts'
import {
  LARGEST_PARTICIPANT_EXTRA,
  LARGEST_PLAY_EXTRA,
  LONGEST_PERSON_NAME,
  MOST_EXPANSIONS,
  MOST_PARTICIPANTS,
} from './limits.ts'
import { digest, idOf, nameOf } from './names.ts'
import { Seated } from './seated.ts'
import { scoreOf } from './score.ts'
import { NO_DATE, timeOf } from './time.ts'

export const isBoardGameTracker = (value: unknown): value is Fields =>
  ['games', 'players', 'sessions'].every((name) => Array.isArray(field(value, name)))

export function readBoardGameTracker(file: Fields): Plays {
  const gathered = new Gathered()
  const places = new Map<string, string>()
  for (const [n, player] of listIn(file, 'players').entries()) {
    const [id, at] = [idOf(field(player, 'id')), `players[${n}]`]
    if (id === undefined) gathered.fault(at, 'NO_ID', field(player, 'name'))
    else gathered.addPerson({ key: id, name: field(player, 'name') as string }, at)
  }
  for (const [n, game] of listIn(file, 'games').entries()) {
    addGame(game, 'game', `games[${n}]`, gathered)
    for (const [m, expansion] of listIn(game, 'expansions').entries())
      addGame(expansion, 'expansion', `games[${n}].expansions[${m}]`, gathered)
  }
  for (const place of listIn(file, 'locations')) {
    const { name } = nameOf(field(place, 'name'), LONGEST_PERSON_NAME)
    if (name !== '') places.set(idOf(field(place, 'id')) ?? '', name)
  }
  for (const [n, session] of listIn(file, 'sessions').entries()) {
    const at = `sessions[${n}]`
    if (isFields(session)) addPlay(session, at, places, gathered)
    else gathered.fault(at, 'NO_PLAY', session)
  }
  return gathered.all('board-game-tracker')
}

function addGame(found: unknown, kind: 'game' | 'expansion', at: string, gathered: Gathered) {
  const id = idOf(field(found, 'id'))
  if (id === undefined) {
    gathered.fault(at, 'NO_ID', field(found, 'title'))
    return undefined
  }
  const bggId = bggIdOf(field(found, 'bggId'))
  const [minPlayers, maxPlayers] = [field(found, 'minPlayers'), field(found, 'maxPlayers')]
  return gathered.addGame(
    {
      key: `${kind}:${id}`,
      name: field(found, 'title') as string,
      ...(bggId !== undefined && { bggId }),
      ...(kind === 'expansion' && { isExpansion: true }),
      ...(isNumberOfPlayers(minPlayers) && { minPlayers }),
      ...(isNumberOfPlayers(maxPlayers) && { maxPlayers }),
      ...(field(found, 'hasScoring') === false && { hasNoPoints: true }),
    },
    at,
  ).key
}

function addPlay(found: Fields, at: string, places: Map<string, string>, gathered: Gathered): void {
  const players = listIn(found, 'playerSessions').filter(isFields)
  const game = `game:${idOf(found['gameId']) ?? ''}`
  if (!gathered.game(game)) return gathered.fault(`${at}.gameId`, 'NO_GAME', found['gameId'])
  if (players.length === 0 || players.length > MOST_PARTICIPANTS) {
    const kind = players.length === 0 ? 'NO_PARTICIPANTS' : 'MANY_PARTICIPANTS'
    return gathered.fault(at, kind, players.length || found['id'])
  }
  const notes = new Notes()
  const time = timeOf(found['start'])
  if (!time || time.isDoubtful) notes.add(`${at}.start`, time ? 'DOUBTFUL_DATE' : 'NO_DATE', found['start'])
  const seated = new Seated(gathered, notes)
  const participants = players.map((player, n) =>
    participantOf(player, `${at}.playerSessions[${n}]`, gathered, seated, notes),
  )
  const people = participants.map(({ person }) => person).toSorted()
  gathered.addPlay({
    sourceId: idOf(found['id']) ?? gathered.idFrom(digest('tracker', time?.at ?? '', game, ...people)),
    at,
    game,
    expansions: expansionsIn(found, at, gathered, notes),
    playedAt: time?.at ?? NO_DATE,
    ...(!time && { isDraft: true }),
    participants,
    extra: extraOf(found, at, places, notes),
    notes: notes.list,
  })
}

function expansionsIn(found: Fields, at: string, gathered: Gathered, notes: Notes): string[] {
  const list = listIn(found, 'expansions')
  if (list.length > MOST_EXPANSIONS) notes.add(`${at}.expansions`, 'LEFT_OUT', list.length - MOST_EXPANSIONS)
  const keys = list
    .slice(0, MOST_EXPANSIONS)
    .map((expansion, n) => addGame(expansion, 'expansion', `${at}.expansions[${n}]`, gathered))
  return [...new Set(keys.filter((key) => key !== undefined))]
}

function extraOf(found: Fields, at: string, places: Map<string, string>, notes: Notes) {
  const extra = new Extra(notes, at, LARGEST_PLAY_EXTRA)
  const place = idOf(found['locationId'])
  extra.put('durationMinutes', found['minutes'])
  extra.put('location', places.get(place ?? ''))
  if (place !== undefined && !places.has(place)) notes.add(`${at}.locationId`, 'NO_LOCATION', place)
  extra.put('comments', found['comment'])
  extra.putOthers(found, SESSION_FIELDS)
  return extra.fields
}

function participantOf(found: Fields, at: string, gathered: Gathered, seated: Seated, notes: Notes) {
  const id = idOf(found['playerId']) ?? ''
  const key = gathered.person(id) ? id : `missing:${id}`
  if (key !== id) {
    notes.add(`${at}.playerId`, 'NO_PERSON', found['playerId'])
    gathered.addPerson({ key, name: `Player ${id || 'without a number'}` }, at)
  }
  const { score, scoreText, isDirty } = scoreOf(found['score'])
  if (isDirty) notes.add(`${at}.score`, 'SCORE_UNREADABLE', scoreText)
  const extra = new Extra(notes, at, LARGEST_PARTICIPANT_EXTRA)
  extra.putOthers(found, PLAYER_FIELDS)
  return {
    person: seated.keyFor(key, at),
    ...(score !== undefined && { score }),
    ...(scoreText !== undefined && { scoreText }),
    ...(typeof found['won'] === 'boolean' && { hasWon: found['won'] }),
    ...(isTrue(found['firstPlay']) && { isNew: true }),
    extra: extra.fields,
  }
}

const SESSION_FIELDS = words('id comment gameId start end minutes locationId playerSessions expansions')

const PLAYER_FIELDS = words('playerId sessionId score firstPlay won')
