/** What loadouts say about a match and its scores, under the names of docs/loadouts.md. */

type Attributes = Readonly<Record<string, unknown>>

interface Participant {
  loadout?: { attributes: Attributes } | undefined
}

export const ROUNDS = 'roundScores'
export const COMMENTS = 'comments'
export const MINUTES = 'durationMinutes'

/** More rounds would make a page that nobody reads. */
const MOST_ROUNDS = 200

/** The scores of the rounds. Undefined if they do not add up to the score, or are too many. */
export function roundsIn(
  attributes: Attributes | undefined,
  score: number | undefined,
): number[] | undefined {
  const rounds: unknown = attributes?.[ROUNDS]
  if (!Array.isArray(rounds) || rounds.length === 0 || rounds.length > MOST_ROUNDS) return undefined
  if (!rounds.every(isScore) || score === undefined) return undefined
  const sum = rounds.reduce((total, round) => total + hundredths(round), 0)
  return sum === hundredths(score) ? rounds : undefined
}

const hundredths = (score: number): number => Math.round(score * 100)

const isScore = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) < 1e8 && hundredths(value) / 100 === value

export interface MatchFacts {
  comments?: string | undefined
  minutes?: number | undefined
}

/** What the loadouts of all participants say alike. */
export function factsIn(participants: readonly Participant[]): MatchFacts {
  const common = (name: string): unknown => {
    const [value, ...others] = new Set(participants.map(({ loadout }) => loadout?.attributes[name]))
    return others.length === 0 ? value : undefined
  }
  const [comments, minutes] = [common(COMMENTS), common(MINUTES)]
  return {
    ...(typeof comments === 'string' && comments !== '' && { comments }),
    ...(typeof minutes === 'number' && minutes > 0 && { minutes }),
  }
}

/** The attributes that are shown nowhere else. */
export function othersIn(
  attributes: Attributes,
  { comments, minutes }: MatchFacts,
  rounds: readonly number[] | undefined,
): Record<string, unknown> {
  const shown = new Set<unknown>([comments && COMMENTS, minutes && MINUTES, rounds && ROUNDS])
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => !shown.has(name)))
}
