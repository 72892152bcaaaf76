/** Reads a play of BG Stats. */
import type { Play, PlayParticipant } from '../play.ts'
import { Extra } from './extra.ts'
import { type Gathered, Notes } from './gathered.ts'
import { type Fields, field, fieldsIn, isFields, isTrue, listIn, words } from './json.ts'
import {
  LARGEST_PARTICIPANT_EXTRA,
  LARGEST_PLAY_EXTRA,
  LONGEST_PERSON_NAME,
  MOST_EXPANSIONS,
  MOST_PARTICIPANTS,
} from './limits.ts'
import { digest, idOf, nameOf } from './names.ts'
import { Seated } from './seated.ts'
import { loadoutIn } from './loadout.ts'
import { scoreOf } from './score.ts'
import { NO_DATE, type ReadTime, timeOf } from './time.ts'
import { shown } from './unreadable.ts'
import { wholeOf } from './whole.ts'

/** The people, games and places of a file, each under the number by which plays refer to it. */
export interface Numbered {
  gathered: Gathered
  people: Map<string, string>
  bots: Set<string>
  games: Map<string, string>
  places: Map<string, string>
}

export function bgStatsPlay(found: Fields, at: string, numbered: Numbered): void {
  const { gathered, games } = numbered
  const scores = listIn(found, 'playerScores')
  const game = games.get(idOf(field(found, 'gameRefId')) ?? '')
  if (game === undefined) return gathered.fault(`${at}.gameRefId`, 'NO_GAME', found['gameRefId'])
  if (scores.length === 0)
    return gathered.fault(`${at}.playerScores`, 'NO_PARTICIPANTS', shown(found['uuid']))
  if (scores.length > MOST_PARTICIPANTS)
    return gathered.fault(`${at}.playerScores`, 'MANY_PARTICIPANTS', scores.length)
  const notes = new Notes()
  const meta = fieldsIn(found['metaData'])
  const scorebook = field(meta, 'scorebook')
  const time = timeIn(found, scorebook, at, notes)
  const isIgnored = isTrue(found['ignored'])
  if (isIgnored) notes.add(`${at}.ignored`, 'IGNORED', true)
  if (gathered.game(game)?.isExpansion) notes.add(at, 'EXPANSION_AS_GAME', gathered.game(game)?.name)
  const participants = participantsIn(scores, at, numbered, notes)
  const people = participants.map(({ person }) => person).toSorted()
  gathered.addPlay({
    sourceId: idOf(found['uuid']) ?? gathered.idFrom(digest('bg-stats', time.at, game, ...people)),
    at,
    game,
    expansions: expansionsIn(found, at, numbered, notes),
    playedAt: time.at,
    ...namesIn(scorebook, notes, at),
    ...((isIgnored || time.at === NO_DATE) && { isDraft: true }),
    participants,
    extra: extraOf(found, meta, at, numbered, notes),
    notes: notes.list,
  })
}

function timeIn(found: Fields, scorebook: unknown, at: string, notes: Notes): ReadTime {
  const time = timeOf(field(scorebook, 'playedAt')) ?? timeOf(found['playDate'])
  if (time?.isDoubtful) notes.add(`${at}.playDate`, 'DOUBTFUL_DATE', found['playDate'])
  if (time) return time
  notes.add(`${at}.playDate`, 'NO_DATE', found['playDate'])
  return timeOf(found['entryDate']) ?? { at: NO_DATE }
}

function namesIn(
  scorebook: unknown,
  notes: Notes,
  at: string,
): Pick<Play, 'playset' | 'community' | 'recorder'> {
  const named = (['playset', 'community', 'recorder'] as const).map((key) => {
    const { name, changed } = nameOf(field(scorebook, key), LONGEST_PERSON_NAME)
    if (changed) notes.add(`${at}.metaData.scorebook.${key}`, changed, field(scorebook, key))
    return [key, name] as const
  })
  return Object.fromEntries(named.filter(([, name]) => name !== ''))
}

function expansionsIn(found: Fields, at: string, { games }: Numbered, notes: Notes): string[] {
  const expansions = new Set<string>()
  for (const [n, expansion] of listIn(found, 'expansionPlays').entries()) {
    const key = games.get(idOf(field(expansion, 'gameRefId')) ?? '')
    if (key === undefined || expansions.size >= MOST_EXPANSIONS)
      notes.add(`${at}.expansionPlays[${n}]`, key === undefined ? 'NO_GAME' : 'LEFT_OUT', key)
    else expansions.add(key)
  }
  return [...expansions]
}

function extraOf(found: Fields, meta: Fields | undefined, at: string, { places }: Numbered, notes: Notes) {
  const extra = new Extra(notes, at, LARGEST_PLAY_EXTRA)
  const place = idOf(found['locationRefId'])
  extra.put('durationMinutes', found['durationMin'])
  extra.put('location', places.get(place ?? ''))
  if (place !== undefined && place !== '0' && !places.has(place))
    notes.add(`${at}.locationRefId`, 'NO_LOCATION', place)
  extra.put('ignored', found['ignored'])
  extra.put('bggPlayId', found['bggId'])
  if (meta) extra.putOthers(meta, SCOREBOOK)
  else extra.put('metaData', found['metaData'])
  extra.putOthers(found, PLAY_FIELDS)
  return extra.fields
}

function participantsIn(scores: unknown[], at: string, numbered: Numbered, notes: Notes): PlayParticipant[] {
  const seated = new Seated(numbered.gathered, notes)
  return scores.flatMap((found, n) => {
    if (isFields(found)) return [participantOf(found, `${at}.playerScores[${n}]`, numbered, seated, notes)]
    notes.add(`${at}.playerScores[${n}]`, 'LEFT_OUT', found)
    return []
  })
}

function participantOf(
  found: Fields,
  at: string,
  numbered: Numbered,
  seated: Seated,
  notes: Notes,
): PlayParticipant {
  const meta = fieldsIn(found['metaData'])
  const scorebook = field(meta, 'scorebook')
  const { score, scoreText, isDirty } = scoreOf(found['score'])
  if (isDirty) notes.add(`${at}.score`, 'SCORE_UNREADABLE', scoreText)
  const key = personOf(found, at, numbered, notes)
  const standIn = nameOf(field(scorebook, 'name'), LONGEST_PERSON_NAME).name
  const known = numbered.gathered.person(key)
  const extra = new Extra(notes, at, LARGEST_PARTICIPANT_EXTRA)
  extra.put('startPlayer', found['startPlayer'])
  if (numbered.bots.has(key)) extra.put('isBot', true)
  if (meta) extra.putOthers(meta, SCOREBOOK)
  else extra.put('metaData', found['metaData'])
  extra.putOthers(found, SCORE_FIELDS)
  const rank = wholeOf(found['rank'], `${at}.rank`, notes)
  return {
    person: seated.keyFor(key, at, standIn),
    ...(score !== undefined && { score }),
    ...(scoreText !== undefined && { scoreText }),
    ...(rank !== undefined && { rank }),
    ...(standIn !== '' && standIn !== known?.name && { standIn }),
    ...(isFields(scorebook) ? ownOf(scorebook, at, notes, extra) : resultOf(found, at, notes)),
    extra: extra.fields,
  }
}

/**
 * What the app says about a participant. In our own export, it is put back into the loadout, and the winners follow from the
 * other fields.
 */
function resultOf(found: Fields, at: string, notes: Notes): Partial<PlayParticipant> {
  const seat = wholeOf(found['seatOrder'], `${at}.seatOrder`, notes)
  const [team, role] = [
    nameOf(found['team'], LONGEST_PERSON_NAME),
    nameOf(found['role'], LONGEST_PERSON_NAME),
  ]
  if (team.changed) notes.add(`${at}.team`, team.changed, found['team'])
  if (role.changed) notes.add(`${at}.role`, role.changed, found['role'])
  return {
    ...(found['winner'] !== undefined && { hasWon: isTrue(found['winner']) }),
    ...(team.name !== '' && { team: team.name }),
    ...(role.name !== '' && { role: role.name }),
    ...(seat !== undefined && { seat }),
    ...(isTrue(found['newPlayer']) && { isNew: true }),
  }
}

function ownOf(scorebook: Fields, at: string, notes: Notes, extra: Extra): Partial<PlayParticipant> {
  const outcome = scorebook['outcome']
  return {
    ...((outcome === 'WIN' || outcome === 'LOSS') && { outcome }),
    ...loadoutIn(scorebook['loadout'], `${at}.metaData.scorebook.loadout`, notes, extra),
  }
}

/** A person who is missing in the file's list gets an entry, so that no result is lost. */
function personOf(found: Fields, at: string, { gathered, people }: Numbered, notes: Notes): string {
  const id = idOf(found['playerRefId'])
  const known = people.get(id ?? '')
  const { name } = nameOf(found['anonymousName'], LONGEST_PERSON_NAME)
  if (known !== undefined) {
    if (name === '' || !gathered.person(known)?.isAnonymous) return known
    return gathered.addPerson({ key: `anonymous:${digest(name)}`, name }, at).key
  }
  notes.add(`${at}.playerRefId`, 'NO_PERSON', found['playerRefId'])
  const key = `missing:${id ?? ''}`
  return gathered.addPerson({ key, name: `Player ${id ?? 'without a number'}` }, at).key
}

const SCOREBOOK = new Set(['scorebook'])

/** The fields that we read, and fields that only say when and with which program the entry was made. */
const PLAY_FIELDS = words(
  'uuid modificationDate entryDate playDate usesTeams durationMin ignored bggId manualWinner ' +
    'gameRefId locationRefId playerScores expansionPlays metaData',
)

const SCORE_FIELDS = words(
  'score winner newPlayer startPlayer playerRefId rank seatOrder role team anonymousName metaData',
)
