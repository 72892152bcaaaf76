/** Reads a player of BoardGameGeek. */
import type { PlayParticipant } from '../play.ts'
import type { Attributes } from './bgg-xml.ts'
import { Extra } from './extra.ts'
import type { Gathered, Notes } from './gathered.ts'
import { LARGEST_PARTICIPANT_EXTRA, LONGEST_PERSON_NAME } from './limits.ts'
import { idOf, nameOf } from './names.ts'
import { isResult, scoreOf } from './score.ts'
import type { Seated } from './seated.ts'

export function participantOf(
  player: Attributes,
  at: string,
  gathered: Gathered,
  seated: Seated,
  notes: Notes,
): PlayParticipant {
  const key = personOf(player, at, gathered)
  const extra = new Extra(notes, at, LARGEST_PARTICIPANT_EXTRA)
  const { name } = nameOf(player.get('name'), LONGEST_PERSON_NAME)
  if (name !== '' && name !== gathered.person(key)?.name) extra.put('name', name)
  const position = player.get('startposition') ?? ''
  const seat = /^\d{1,6}$/.test(position) ? Number(position) : 0
  if (seat === 0) extra.put('startPosition', position)
  extra.put('color', player.get('color'))
  const rating = player.get('rating') ?? '0'
  extra.put('rating', /^\d{1,3}(?:\.\d{1,9})?$/.test(rating) ? Number(rating) : rating)
  for (const [name, value] of player) if (!ATTRIBUTES.has(name)) extra.put(name, value)
  return {
    person: seated.keyFor(key, at),
    ...resultOf(player.get('score'), at, notes),
    ...(player.has('win') && { hasWon: player.get('win') === '1' }),
    ...(seat > 0 && { seat }),
    ...(player.get('new') === '1' && { isNew: true }),
    extra: extra.fields,
  }
}

/** People type results such as `49-46` here. */
function resultOf(found: string | undefined, at: string, notes: Notes) {
  const { score, scoreText, isDirty } = scoreOf(found)
  const isClean = !isDirty && !(scoreText !== undefined && isResult(scoreText))
  if (!isClean) notes.add(`${at}.score`, 'SCORE_UNREADABLE', scoreText)
  return {
    ...(isClean && score !== undefined && { score }),
    ...(scoreText !== undefined && { scoreText }),
  }
}

/**
 * Finds the person by the id of the account, otherwise by the user name or the name. Without any of these, it is an unknown
 * person.
 */
function personOf(player: Attributes, at: string, gathered: Gathered): string {
  const userName = nameOf(player.get('username'), LONGEST_PERSON_NAME).name
  const name = nameOf(player.get('name'), LONGEST_PERSON_NAME).name
  const id = idOf(player.get('userid'))
  if (id !== undefined && id !== '0')
    return gathered.addPerson(
      { key: `user:${id}`, name: name || userName, ...(userName && { userName }) },
      at,
    ).key
  if (userName !== '')
    return gathered.addPerson(
      { key: `username:${userName.toLowerCase()}`, name: name || userName, userName },
      at,
    ).key
  if (name !== '') return gathered.addPerson({ key: `name:${name}`, name: player.get('name') ?? '' }, at).key
  return gathered.addPerson({ key: 'anonymous', name: 'Anonymous player', isAnonymous: true }, at).key
}

const ATTRIBUTES = new Set('username userid name startposition color score new rating win'.split(' '))
