/** Reads plays in the format in which apps and websites send them to BG Stats: one play, or a list of plays. */
import type { Plays } from '../play.ts'
import { bggIdOf } from './bg-stats.ts'
import { Extra } from './extra.ts'
import { Gathered, Notes } from './gathered.ts'
import { type Fields, field, isFields, isTrue, listIn, words } from './json.ts'
import {
  LARGEST_PARTICIPANT_EXTRA,
  LARGEST_PLAY_EXTRA,
  LONGEST_PERSON_NAME,
  MOST_PARTICIPANTS,
} from './limits.ts'
import { digest, idOf, nameOf } from './names.ts'
import { Seated } from './seated.ts'
import { scoreOf } from './score.ts'
import { NO_DATE, timeOf } from './time.ts'
import { wholeOf } from './whole.ts'

export const isCreatePlay = (value: unknown): value is Fields =>
  isFields(field(value, 'game')) && Array.isArray(field(value, 'players'))

export function readCreatePlays(plays: unknown[]): Plays {
  const gathered = new Gathered()
  for (const [n, play] of plays.entries()) {
    const at = `plays[${n}]`
    if (isCreatePlay(play)) addPlay(play, at, gathered)
    else gathered.fault(at, 'NO_PLAY', play)
  }
  return gathered.all('bg-stats')
}

function addPlay(found: Fields, at: string, gathered: Gathered): void {
  const players = listIn(found, 'players')
  if (players.length === 0 || players.length > MOST_PARTICIPANTS) {
    const kind = players.length === 0 ? 'NO_PARTICIPANTS' : 'MANY_PARTICIPANTS'
    return gathered.fault(`${at}.players`, kind, players.length)
  }
  const notes = new Notes()
  const time = timeIn(found, at, notes)
  const source = nameOf(found['sourceName'], LONGEST_PERSON_NAME).name
  const game = gameOf(field(found, 'game'), source, `${at}.game`, gathered)
  const seated = new Seated(gathered, notes)
  const participants = players.flatMap((player, n) => {
    if (isFields(player))
      return [participantOf(player, source, `${at}.players[${n}]`, gathered, seated, notes)]
    notes.add(`${at}.players[${n}]`, 'LEFT_OUT', player)
    return []
  })
  if (participants.length === 0) return gathered.fault(`${at}.players`, 'NO_PARTICIPANTS', players.length)
  const id = idOf(found['sourcePlayId'])
  const people = participants.map(({ person }) => person).toSorted()
  const extra = new Extra(notes, at, LARGEST_PLAY_EXTRA)
  extra.put('durationMinutes', found['durationMin'])
  extra.putOthers(found, PLAY_FIELDS)
  gathered.addPlay({
    sourceId:
      id === undefined ? gathered.idFrom(digest('create-play', time, game, ...people)) : keyOf(source, id),
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

/** In this format times are in UTC, unlike in the app's export. */
function timeIn(found: Fields, at: string, notes: Notes): string {
  const time = timeOf(found['playDate'])
  if (!time || time.isDoubtful)
    notes.add(`${at}.playDate`, time ? 'DOUBTFUL_DATE' : 'NO_DATE', found['playDate'])
  if (!time) return NO_DATE
  return /T\d{2}:\d{2}:\d{2}$/.test(time.at) ? `${time.at}Z` : time.at
}

function gameOf(found: unknown, source: string, at: string, gathered: Gathered): string {
  const bggId = bggIdOf(field(found, 'bggId'))
  const name = nameOf(field(found, 'name'), LONGEST_PERSON_NAME).name
  const id = idOf(field(found, 'sourceGameId'))
  return gathered.addGame(
    {
      key: id === undefined ? `name:${digest(name)}` : keyOf(source, id),
      name: field(found, 'name') as string,
      ...(bggId !== undefined && { bggId }),
      ...(field(found, 'highestWins') === false && { lowestWins: true }),
      ...(isTrue(field(found, 'noPoints')) && { hasNoPoints: true }),
    },
    at,
  ).key
}

function participantOf(
  found: Fields,
  source: string,
  at: string,
  gathered: Gathered,
  seated: Seated,
  notes: Notes,
) {
  const id = idOf(found['sourcePlayerId'])
  const name = nameOf(found['name'], LONGEST_PERSON_NAME).name
  const key = id === undefined ? `name:${digest(name)}` : keyOf(source, id)
  gathered.addPerson({ key, name: found['name'] as string }, at)
  const { score, scoreText, isDirty } = scoreOf(found['score'])
  if (isDirty) notes.add(`${at}.score`, 'SCORE_UNREADABLE', scoreText)
  const role = nameOf(found['role'], LONGEST_PERSON_NAME).name
  const team = nameOf(found['team'], LONGEST_PERSON_NAME).name
  const rank = wholeOf(found['rank'], `${at}.rank`, notes)
  const extra = new Extra(notes, at, LARGEST_PARTICIPANT_EXTRA)
  extra.put('startPlayer', found['startPlayer'])
  extra.putOthers(found, PLAYER_FIELDS)
  return {
    person: seated.keyFor(key, at),
    ...(score !== undefined && { score }),
    ...(scoreText !== undefined && { scoreText }),
    ...(rank !== undefined && { rank }),
    ...(found['winner'] !== undefined && { hasWon: isTrue(found['winner']) }),
    ...(role !== '' && { role }),
    ...(team !== '' && { team }),
    ...(isTrue(found['newPlayer']) && { isNew: true }),
    extra: extra.fields,
  }
}

/** Ids are unique only within a source, so the key begins with the source. */
const keyOf = (source: string, id: string) => `${digest(source).slice(0, 8)}:${id}`

const PLAY_FIELDS = words('sourcePlayId playDate durationMin game players')

const PLAYER_FIELDS = words('name sourcePlayerId score rank winner role team newPlayer startPlayer')
