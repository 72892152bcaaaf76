/** The rules of an answer: which two players may be counted as one person. */
import { conflict, forbidden, invalid } from '../../http/problem.ts'
import { unknownReference } from '../../http/schema/unknown-reference.ts'
import { MOST_ANSWERS, MOST_AS_ONE } from './schema.ts'
import type { Answer, Obstacles, Pair } from './store.ts'

/**
 * Throws if a player does not exist (400), if the caller does not see one of them (403), or if the answer says about a single person
 * that it is two (409). A claim may have made one person of the two since the caller was asked; then "the same" is right already, and
 * counts if the claim ends.
 */
export function mustBeAskable(pair: Pair, { oneId, otherId, isSame }: Answer): void {
  const unknown = [
    ...(pair.oneIsSeen === null ? [unknownReference('oneId', PLAYER, oneId)] : []),
    ...(pair.otherIsSeen === null ? [unknownReference('otherId', PLAYER, otherId)] : []),
  ]
  if (unknown.length > 0) throw invalid(unknown)
  if (!pair.oneIsSeen || !pair.otherIsSeen)
    throw forbidden('You may not see one of these players, so you cannot say who it is.')
  if (oneId === otherId) throw conflict('This is one player, so there is nothing to say.')
  if (!isSame && pair.onePlayerId === pair.otherPlayerId)
    throw conflict('One person has claimed both of these, so they cannot be two.')
}

const PLAYER = 'the id of a ghost player or of a canonical player'

export function mustBeFree(obstacles: Obstacles, isSame: boolean): void {
  if (obstacles.tooManyAnswers)
    throw conflict(`You have said this about ${MOST_ANSWERS} pairs, and nobody may say it about more.`)
  if (isSame) mustFitAsOne(obstacles)
  else if (obstacles.saidTwo)
    throw conflict('You count these two as one person; take that back before you say that they are two.')
}

function mustFitAsOne(obstacles: Obstacles): void {
  if (obstacles.isCaller)
    throw conflict('Who you are yourself, a claim request says; this is for other people alone.')
  if (obstacles.hasTwoPeople)
    throw conflict('These would be two people with accounts of their own, who cannot count as one.')
  if (obstacles.saidTwo)
    throw conflict('You have said that two of these players are two people; take that back first.')
  if (obstacles.sitTogether) throw conflict('Two of these players sat in one match, so they are two people.')
  if (obstacles.tooManyAsOne) throw conflict(`At most ${MOST_AS_ONE} players can count as one person.`)
}
