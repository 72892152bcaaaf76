/** Reads the plays of somebody at BoardGameGeek. */
import type { Plays } from '../play.ts'
import { bggIdOf } from './bg-stats.ts'
import { participantOf } from './bgg-player.ts'
import { type Attributes, type BggPages, type BggPlay, bggPagesIn } from './bgg-xml.ts'
import { Extra } from './extra.ts'
import { Gathered, Notes } from './gathered.ts'
import { LARGEST_PLAY_EXTRA, LONGEST_GAME_NAME, MOST_PARTICIPANTS, MOST_QUANTITY } from './limits.ts'
import { digest, idOf, nameOf } from './names.ts'
import { Seated } from './seated.ts'
import { NO_DATE, timeOf } from './time.ts'

export function readBgg(text: string, isGuessed: boolean): Plays {
  const found = bggPagesIn(text)
  const gathered = new Gathered()
  if (isGuessed) gathered.fault('', 'ENCODING_GUESSED', 'no UTF-8, so read as Windows-1252')
  const owner = ownerOf(found, gathered)
  for (const [n, play] of found.plays.entries()) addPlays(play, `play[${n}]`, owner, gathered)
  reportMissing(found, gathered)
  return gathered.all('bgg')
}

/** The person whose plays these are. If this person is also a player in one of the plays, the name comes from there. */
function ownerOf({ pages, plays }: BggPages, gathered: Gathered): string | undefined {
  const page = pages.find((page) => (page.get('username') ?? '') !== '')
  if (!page) return undefined
  const [userName = '', id = '0'] = [page.get('username'), page.get('userid')]
  const isOwner = (player: Attributes) =>
    id === '0' ? player.get('username') === userName : player.get('userid') === id
  const name = plays
    .values()
    .flatMap(({ players }) => players)
    .find((player) => isOwner(player) && nameOf(player.get('name'), 1).name !== '')
    ?.get('name')
  const key = idOf(id) !== undefined && id !== '0' ? `user:${idOf(id)}` : `username:${userName.toLowerCase()}`
  return gathered.addPerson({ key, name: name ?? userName, userName, isOwner: true }, 'plays').key
}

function addPlays(found: BggPlay, at: string, owner: string | undefined, gathered: Gathered): void {
  const { play, players, playerCount } = found
  if (playerCount > MOST_PARTICIPANTS) return gathered.fault(at, 'MANY_PARTICIPANTS', playerCount)
  const game = gameOf(found, at, gathered)
  if (game === undefined) return gathered.fault(at, 'NO_GAME', play.get('id'))
  if (players.length === 0 && owner === undefined)
    return gathered.fault(at, 'NO_PARTICIPANTS', play.get('id'))
  const notes = new Notes()
  const time = timeIn(play, at, notes)
  const seated = new Seated(gathered, notes)
  const participants = players.map((player, n) =>
    participantOf(player, `${at}.player[${n}]`, gathered, seated, notes),
  )
  if (owner !== undefined && participants.length === 0) {
    notes.add(at, 'OWNER_ALONE', gathered.person(owner)?.name)
    participants.push({ person: owner, extra: {} })
  }
  const people = participants.map(({ person }) => person).toSorted()
  const id = idOf(play.get('id')) ?? gathered.idFrom(digest('bgg', time, game, ...people))
  const extra = extraOf(found, at, notes)
  const quantity = quantityOf(play, at, notes)
  const isDraft = isSet(play, 'incomplete') || time === NO_DATE
  if (gathered.game(game)?.isExpansion) notes.add(at, 'EXPANSION_AS_GAME', gathered.game(game)?.name)
  // All copies share the participants, because copies of a thousand plays would take much memory.
  for (let n = 1; n <= quantity; n++)
    gathered.addPlay({
      sourceId: n === 1 ? id : `${id}#${n}`,
      at,
      game,
      expansions: [],
      playedAt: time,
      ...(isDraft && { isDraft }),
      participants,
      extra,
      notes: notes.list,
    })
}

const isSet = (attributes: Attributes, name: string) => (attributes.get(name) ?? '0') === '1'

function timeIn(play: Attributes, at: string, notes: Notes): string {
  const time = timeOf(play.get('date'))
  if (!time || time.isDoubtful) notes.add(`${at}.date`, time ? 'DOUBTFUL_DATE' : 'NO_DATE', play.get('date'))
  return time?.at ?? NO_DATE
}

/** An entry can stand for several plays. The first one keeps the id of the entry. */
function quantityOf(play: Attributes, at: string, notes: Notes): number {
  const written = play.get('quantity') ?? '1'
  const quantity = /^\d{1,9}$/.test(written) ? Number(written) : 0
  if (quantity === 1) return 1
  notes.add(`${at}.quantity`, quantity > MOST_QUANTITY ? 'MANY_PLAYS' : 'QUANTITY', written)
  return quantity > MOST_QUANTITY ? 1 : Math.max(quantity, 1)
}

function gameOf({ item, subtypes }: BggPlay, at: string, gathered: Gathered): string | undefined {
  const bggId = bggIdOf(item.get('objectid'))
  const { name } = nameOf(item.get('name'), LONGEST_GAME_NAME)
  if (bggId === undefined && name === '') return undefined
  const key = bggId === undefined ? `name:${name}` : `bgg:${bggId}`
  const isExpansion = subtypes.includes('boardgameexpansion')
  return gathered.addGame(
    {
      key,
      name: item.get('name') ?? '',
      ...(bggId !== undefined && { bggId }),
      ...(isExpansion && { isExpansion }),
    },
    at,
  ).key
}

function extraOf({ play, item, comments }: BggPlay, at: string, notes: Notes) {
  const extra = new Extra(notes, at, LARGEST_PLAY_EXTRA)
  extra.put('durationMinutes', numberOr(play.get('length')))
  extra.put('location', play.get('location'))
  extra.put('comments', comments.trim())
  if (isSet(play, 'nowinstats')) {
    extra.put('noWinStats', true)
    notes.add(`${at}.nowinstats`, 'NO_WIN_STATS', true)
  }
  if (isSet(play, 'incomplete')) notes.add(`${at}.incomplete`, 'INCOMPLETE', true)
  if ((item.get('objecttype') ?? 'thing') !== 'thing') extra.put('objectType', item.get('objecttype'))
  for (const [name, value] of play) if (!PLAY_ATTRIBUTES.has(name)) extra.put(name, value)
  return extra.fields
}

const PLAY_ATTRIBUTES = new Set('id date quantity length incomplete nowinstats location'.split(' '))

const numberOr = (text: string | undefined) =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : text

/** Reports missing entries: each page says how many entries all pages have together. */
function reportMissing({ pages, plays }: BggPages, gathered: Gathered): void {
  const total = Math.max(...pages.map((page) => Number(page.get('total') ?? 0) || 0))
  const ids = new Set(plays.map(({ play }) => play.get('id')))
  if (total > ids.size) gathered.fault('plays', 'MISSING_PAGES', `${ids.size} of ${total} plays`)
}
