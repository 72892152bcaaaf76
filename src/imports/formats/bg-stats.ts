/** Reads JSON of BG Stats: the app's export, a shared play (`.bgsplay`), and our own export in the same format. */
import type { Plays, SourceGame } from '../play.ts'
import { type Numbered, bgStatsPlay } from './bg-stats-play.ts'
import { Gathered } from './gathered.ts'
import { type Fields, field, fieldsIn, isFields, isTrue, listIn } from './json.ts'
import { idOf, nameOf } from './names.ts'
import { LONGEST_PERSON_NAME } from './limits.ts'
import { shown } from './unreadable.ts'

export const isBgStats = (value: unknown): value is Fields =>
  isFields(value) && Array.isArray(field(value, 'plays')) && Array.isArray(field(value, 'games'))

export function readBgStats(file: Fields): Plays {
  const gathered = new Gathered()
  const numbered: Numbered = {
    gathered,
    people: new Map(),
    bots: new Set(),
    games: new Map(),
    places: new Map(),
  }
  const owner = idOf(field(field(file, 'userInfo'), 'meRefId'))
  addPeople(listIn(file, 'players'), owner, numbered)
  addGames(listIn(file, 'games'), numbered)
  for (const place of listIn(file, 'locations')) {
    const [id, { name }] = [idOf(field(place, 'id')), nameOf(field(place, 'name'), LONGEST_PERSON_NAME)]
    if (id !== undefined && name !== '' && !numbered.places.has(id)) numbered.places.set(id, name)
  }
  for (const [n, play] of listIn(file, 'plays').entries()) {
    const at = `plays[${n}]`
    if (isFields(play)) bgStatsPlay(play, at, numbered)
    else gathered.fault(at, 'NO_PLAY', play)
  }
  addDeleted(listIn(file, 'deletedObjects'), gathered)
  reportOthers(file, gathered)
  return gathered.all('bg-stats')
}

function addPeople(players: unknown[], owner: string | undefined, numbered: Numbered): void {
  const { gathered, people, bots } = numbered
  for (const [n, player] of players.entries()) {
    const at = `players[${n}]`
    const key = keyOf(player, people, gathered, at)
    if (key === undefined) continue
    const { name: userName } = nameOf(field(player, 'bggUsername'), LONGEST_PERSON_NAME)
    if (isTrue(field(fieldsIn(field(player, 'metaData')), 'isNpc'))) bots.add(key)
    gathered.addPerson(
      {
        key,
        name: field(player, 'name') as string,
        ...(owner !== undefined && idOf(field(player, 'id')) === owner && { isOwner: true }),
        ...(userName !== '' && { userName }),
        ...(isTrue(field(player, 'isAnonymous')) && { isAnonymous: true }),
      },
      at,
    )
  }
}

function addGames(list: unknown[], { gathered, games }: Numbered): void {
  for (const [n, game] of list.entries()) {
    const at = `games[${n}]`
    const key = keyOf(game, games, gathered, at)
    if (key !== undefined) gathered.addGame(gameOf(game, key), at)
  }
}

function gameOf(game: unknown, key: string): SourceGame {
  const scorebook = field(fieldsIn(field(game, 'metaData')), 'scorebook')
  const [sourceRef, scoreType] = [field(scorebook, 'sourceRef'), field(scorebook, 'scoreType')]
  const bggId = bggIdOf(field(game, 'bggId'))
  const [minPlayers, maxPlayers] = [field(game, 'minPlayerCount'), field(game, 'maxPlayerCount')]
  const { name } = nameOf(field(game, 'name'), 1)
  return {
    key,
    name: (name === '' ? field(game, 'bggName') : field(game, 'name')) as string,
    ...(bggId !== undefined && { bggId }),
    ...(typeof sourceRef === 'string' && sourceRef !== '' && { sourceRef }),
    ...(typeof scoreType === 'string' && { scoreType }),
    ...(isNumberOfPlayers(minPlayers) && { minPlayers }),
    ...(isNumberOfPlayers(maxPlayers) && { maxPlayers }),
    ...(isTrue(field(game, 'isExpansion')) && !isTrue(field(game, 'isBaseGame')) && { isExpansion: true }),
    ...(isTrue(field(game, 'cooperative')) && { isCooperative: true }),
    ...(field(game, 'highestWins') === false && { lowestWins: true }),
    ...(isTrue(field(game, 'noPoints')) && { hasNoPoints: true }),
  }
}

/** 0 means unknown. */
export const isNumberOfPlayers = (found: unknown): found is number =>
  typeof found === 'number' && Number.isSafeInteger(found) && found > 0

/** 0 means that the game is not at BoardGameGeek. */
export function bggIdOf(found: unknown): number | undefined {
  const number = typeof found === 'string' && /^\d{1,9}$/.test(found) ? Number(found) : found
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 && number < 2 ** 31
    ? number
    : undefined
}

/**
 * The UUID, which is the same in each export. Without a UUID, the number. Remembers the key under the number; if two entries have
 * the same number, the first one counts.
 */
function keyOf(entry: unknown, known: Map<string, string>, gathered: Gathered, at: string) {
  const [id, uuid] = [idOf(field(entry, 'id')), idOf(field(entry, 'uuid'))]
  if (id === undefined || known.has(id)) {
    gathered.fault(at, id === undefined ? 'NO_ID' : 'REPEATED_ID', id ?? field(entry, 'name'))
    return undefined
  }
  const key = uuid ?? `id:${id}`
  known.set(id, key)
  return key
}

function addDeleted(objects: unknown[], gathered: Gathered): void {
  const counts = new Map<string, number>()
  for (const object of objects) {
    const type = shown(field(object, 'objectType') ?? 'something')
    counts.set(type, (counts.get(type) ?? 0) + 1)
    const uuid = idOf(field(object, 'uuid'))
    if (type === 'Play' && uuid !== undefined) gathered.addDeleted(uuid)
  }
  for (const [type, count] of counts) gathered.fault('deletedObjects', 'DELETED', `${count} × ${type}`)
}

/**
 * Reports the lists of the app that belong to no play. The app's built-in entries (`isInternal`) are in every export, so they are
 * not reported.
 */
function reportOthers(file: Fields, gathered: Gathered): void {
  for (const name of Object.keys(file)) {
    if (READ.has(name)) continue
    const list = listIn(file, name).filter((entry) => !isTrue(field(entry, 'isInternal')))
    if (list.length > 0) gathered.fault(shown(name), 'LEFT_OUT', `${list.length} × ${name}`)
  }
}

const READ = new Set(['players', 'games', 'locations', 'plays', 'deletedObjects', 'userInfo', 'about'])
