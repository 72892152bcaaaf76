/** What must hold for a candidate: which change its state allows, and what it needs to be published. */
import type * as z from 'zod'
import { type Violation, conflict, invalid } from '../../http/problem.ts'
import { unknownReference } from '../../resources/references.ts'
import { EDITABLE, type ApproveCandidate, type RetryCandidate, type UpdateCandidate } from './schema.ts'
import type { Base, LockedCandidate } from './store.ts'

/** What a person may set, as it is kept. */
export interface Fields {
  displayName: string
  description: string | null
  minPlayers: number | null
  maxPlayers: number | null
  playingTime: number | null
  minAge: number | null
  yearPublished: number | null
  imageUrl: string | null
  tags: string[]
  isExpansion: boolean
  baseGameCatalogId: string | null
  scoreType: 'SCORE' | 'TIME' | 'TURNS' | 'WIN_LOSS' | null
  winCondition: 'HIGHER_WINS' | 'LOWER_WINS' | null
}

export const NOTHING: Omit<Fields, 'displayName'> = {
  description: null,
  minPlayers: null,
  maxPlayers: null,
  playingTime: null,
  minAge: null,
  yearPublished: null,
  imageUrl: null,
  tags: [],
  isExpansion: false,
  baseGameCatalogId: null,
  scoreType: null,
  winCondition: null,
}

type Change = z.output<typeof UpdateCandidate>

export interface Changed {
  values: Fields
  /** What a person has set by now. */
  typed: string[]
  /** The fields whose values are others than they were. */
  differing: string[]
}

/** The candidate that a change makes of the one there is; throws where what it sets doesn't go together. */
export function changed(current: Fields & { typed: readonly string[] }, change: Change): Changed {
  const values = { ...pick(current), ...given(change) }
  const implied: string[] = []
  // What can't be any more goes with what it depended on.
  if (change.scoreType === 'WIN_LOSS' && change.winCondition === undefined) {
    values.winCondition = null
    implied.push('winCondition')
  }
  if (change.isExpansion === false && change.baseGameCatalogId === undefined) {
    values.baseGameCatalogId = null
    implied.push('baseGameCatalogId')
  }
  const touched = [...Object.keys(given(change)), ...implied]
  const violations = incoherent(values).filter(({ about }) => about.some((field) => touched.includes(field)))
  if (violations.length > 0) throw invalid(violations.map(({ violation }) => violation))
  return {
    values,
    typed: [...new Set([...current.typed, ...touched])],
    differing: EDITABLE.filter((field) => JSON.stringify(values[field]) !== JSON.stringify(current[field])),
  }
}

/** A game needs what the engine needs of it; every fault is named. */
export function mustBeComplete(values: Fields): void {
  const needed = values.isExpansion
    ? []
    : [
        ...(['description', 'minPlayers', 'maxPlayers', 'scoreType'] as const),
        ...(values.scoreType === 'WIN_LOSS' ? [] : (['winCondition'] as const)),
      ]
  const missing = needed
    .filter((field) => values[field] === null)
    .map((field): Violation => ({
      field,
      code: 'REQUIRED',
      message: `${field} is required to publish a game.`,
    }))
  const violations = [...missing, ...incoherent(values).map(({ violation }) => violation)]
  if (violations.length > 0) throw invalid(violations)
}

export function mustBePending({ status }: LockedCandidate, participle: string): void {
  if (status === 'PENDING') return
  throw conflict(`This candidate is ${status} and cannot be ${participle} any more.`)
}

export function mustNotBeRejected({ status }: LockedCandidate): void {
  if (status === 'REJECTED') throw conflict('This candidate is REJECTED, which is final.')
}

/** What was approved as a game stays one, and an expansion that is in the engine stays with its game. */
export function mustStay(candidate: LockedCandidate, values: Fields, gameId: string | undefined): void {
  if (candidate.status === 'PENDING') return
  if (values.isExpansion !== candidate.isExpansion)
    throw conflict('What was approved as a game or as an expansion cannot become the other.')
  if (candidate.expansionId !== null && gameId !== undefined && gameId !== candidate.gameId)
    throw conflict('This expansion is published under another game, and stays there.')
}

/** Where an approved candidate belongs in the engine, and whether it has to wait for that. */
export function placeOf(
  candidate: LockedCandidate,
  { isExpansion }: Fields,
  gameId: string | undefined,
  base: Base | undefined,
): { gameId: string | null; waiting: boolean } {
  if (!isExpansion)
    return { gameId: candidate.status === 'PENDING' ? null : candidate.gameId, waiting: false }
  if (candidate.expansionId !== null) return { gameId: candidate.gameId, waiting: false }
  if (gameId !== undefined) return { gameId, waiting: false }
  if (base?.gameId) return { gameId: base.gameId, waiting: false }
  if (base === undefined)
    throw conflict('The base game of this expansion is not known; give the gameId of the game in the engine.')
  if (base.status === 'REJECTED')
    throw conflict('The base game of this expansion is REJECTED; give the gameId of the game in the engine.')
  return { gameId: null, waiting: true }
}

export function mustBeBaseGame(
  { gameId }: z.output<typeof ApproveCandidate>,
  { isExpansion }: Fields,
  found: boolean,
): void {
  if (gameId === undefined) return
  if (!isExpansion) {
    const message = 'gameId has to be absent for a game: only an expansion has a base game.'
    throw invalid([{ field: 'gameId', code: 'INVALID_VALUE', message, rejectedValue: gameId }])
  }
  if (!found) throw invalid([unknownReference('gameId', 'the id of a game', gameId)])
}

/** The stage that trying again leads to. */
export function retried(
  { status, stage, blocked, waiting, hasText }: LockedCandidate,
  { step }: z.output<typeof RetryCandidate>,
): LockedCandidate['stage'] {
  if (status === 'PENDING' && stage === 'FAILED' && step !== 'PUBLISH')
    return hasText && step !== 'COLLECT_RULES' ? 'RULES_COLLECTED' : 'PENDING_RULES'
  if (blocked && waiting)
    throw conflict(
      'The base game of this expansion is REJECTED; approve it with the gameId of its base game.',
    )
  if (status === 'APPROVED' && blocked && (step === undefined || step === 'PUBLISH')) return stage
  if (status === 'REJECTED') throw conflict('This candidate is REJECTED, which is final.')
  const what = step === undefined ? 'nothing' : `no ${step}`
  throw conflict(`This candidate is ${stage} and ${status}: there is ${what} to try again.`)
}

interface Incoherence {
  about: readonly string[]
  violation: Violation
}

/** What doesn't go together, whichever of it is there. */
function incoherent(values: Fields): Incoherence[] {
  const { minPlayers, maxPlayers, scoreType, winCondition, isExpansion, baseGameCatalogId } = values
  const found: Incoherence[] = []
  if (minPlayers !== null && maxPlayers !== null && maxPlayers < minPlayers) {
    const message = `maxPlayers has to be at least minPlayers, which is ${minPlayers}.`
    found.push({
      about: ['minPlayers', 'maxPlayers'],
      violation: { field: 'maxPlayers', code: 'OUT_OF_RANGE', message, rejectedValue: maxPlayers },
    })
  }
  if (scoreType === 'WIN_LOSS' && winCondition !== null) {
    const message = 'winCondition has to be absent where scoreType is WIN_LOSS.'
    found.push({
      about: ['scoreType', 'winCondition'],
      violation: { field: 'winCondition', code: 'INVALID_VALUE', message, rejectedValue: winCondition },
    })
  }
  if (!isExpansion && baseGameCatalogId !== null) {
    const message = 'baseGameCatalogId has to be absent unless isExpansion is true.'
    found.push({
      about: ['isExpansion', 'baseGameCatalogId'],
      violation: { field: 'baseGameCatalogId', code: 'INVALID_VALUE', message },
    })
  }
  return found
}

const pick = (current: Fields): Fields => {
  const { displayName, description, minPlayers, maxPlayers, playingTime, minAge, yearPublished } = current
  const { imageUrl, tags, isExpansion, baseGameCatalogId, scoreType, winCondition } = current
  return {
    displayName,
    description,
    minPlayers,
    maxPlayers,
    playingTime,
    minAge,
    yearPublished,
    imageUrl,
    tags,
    isExpansion,
    baseGameCatalogId,
    scoreType,
    winCondition,
  }
}

const given = (change: Change): Partial<Fields> =>
  Object.fromEntries(
    EDITABLE.flatMap((field) => (change[field] === undefined ? [] : [[field, change[field]]])),
  )
