/**
 * Rules between several fields of a game or candidate: player counts must be in order, and the win condition must fit the score
 * type.
 */
import type { Violation, ViolationCode } from '../../http/problem.ts'

/** The fields that are compared. They have the type `unknown`, because the client can send any value. */
export interface Parts {
  minPlayers?: unknown
  maxPlayers?: unknown
  scoreType?: unknown
  winCondition?: unknown
}

interface Incoherence {
  field: keyof Parts
  code: ViolationCode
  /** The rest of the sentence that begins with the field's name. */
  message: string
}

/** Returns violations only for fields in `sent`, because these are the fields that the client can correct. */
export function incoherences(parts: Parts, sent: Parts = parts): Incoherence[] {
  const { minPlayers, maxPlayers, scoreType, winCondition } = parts
  const found: Incoherence[] = []
  if (typeof minPlayers === 'number' && typeof maxPlayers === 'number' && maxPlayers < minPlayers) {
    const sentMinimum = isThere(sent.minPlayers) && !isThere(sent.maxPlayers)
    found.push(
      sentMinimum
        ? outOfRange('minPlayers', `must be at most maxPlayers, which is ${maxPlayers}`)
        : outOfRange('maxPlayers', `must be at least minPlayers, which is ${minPlayers}`),
    )
  }
  if (scoreType === 'WIN_LOSS' && isThere(winCondition)) {
    const message = 'must be absent where scoreType is WIN_LOSS'
    found.push({ field: 'winCondition', code: 'INVALID_VALUE', message })
  }
  return found
}

export const lacksWinCondition = ({ scoreType, winCondition }: Parts) =>
  (scoreType === 'SCORE' || scoreType === 'TIME' || scoreType === 'TURNS') && !isThere(winCondition)

export const violationOf = ({ field, code, message }: Incoherence, sent: Parts): Violation => ({
  field,
  code,
  message: `${field} ${message}.`,
  ...(isThere(sent[field]) ? { rejectedValue: sent[field] } : {}),
})

const outOfRange = (field: keyof Parts, message: string): Incoherence => ({
  field,
  code: 'OUT_OF_RANGE',
  message,
})

const isThere = (value: unknown) => value !== undefined && value !== null
