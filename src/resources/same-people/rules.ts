/** The rules of an answer: which two players may be counted as one person. */
import { conflict, forbidden, invalid } from '../../http/problem.ts'
import { unknownReference } from '../../http/schema/unknown-reference.ts'
import { MOST_ANSWERS, MOST_AS_ONE } from './schema.ts'
import type { Obstacles, Pair } from './store.ts'

/**
 * Throws if a player does not exist (400), if the caller does not see one of them (403), or if they are one person already (409).
 */
export function mustBeTwo(pair: Pair, { oneId, otherId }: { oneId: string; otherId: string }): void {
  const unknown = [
    ...(pair.oneIsSeen === null ? [unknownReference('oneId', PLAYER, oneId)] : []),
    ...(pair.otherIsSeen === null ? [unknownReference('otherId', PLAYER, otherId)] : []),
  ]
  if (unknown.length > 0) throw invalid(unknown)
  if (!pair.oneIsSeen || !pair.otherIsSeen)
    throw forbidden('You may not see one of these players, so you cannot say who it is.')
  if (pair.onePlayerId === pair.otherPlayerId) throw conflict('These two are one person already.')
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
