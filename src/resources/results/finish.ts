/**
 * Computes the places and winners of a match from the scores, ranks and outcomes that people entered. The browser uses this file
 * too.
 */

export const RESULT_KINDS = ['ALONE', 'TOGETHER', 'COMPETITIVE', 'UNKNOWN'] as const

/** `ALONE` means one participant. `TOGETHER` means that all win or all lose. In `UNKNOWN`, nobody has a place. */
export type ResultKind = (typeof RESULT_KINDS)[number]

export interface Written {
  score?: number | null | undefined
  rank?: number | null | undefined
  outcome?: 'WIN' | 'LOSS' | null | undefined
  /** The attribute `team` of the participant's loadout. Participants with the same team are one side. */
  team?: unknown
}

export interface Scoring {
  scoreType: 'SCORE' | 'TIME' | 'TURNS' | 'WIN_LOSS'
  winCondition?: 'HIGHER_WINS' | 'LOWER_WINS' | null | undefined
}

export interface Finish {
  /** The place in a contest, counted from 1. Absent if the entered values do not decide it. */
  place?: number
  /**
   * In a contest: the number of sides, where a participant without a side counts as one. If the best finisher has LOSS, the
   * winner was not recorded, and is counted too. In other matches: the number of participants.
   */
  of: number
  /** How many win the contest. If no winner is known but there may be one, this is 1. */
  winners?: number
  tied: boolean
  won?: boolean
  score?: number
  /** The number of the participant's side, counted from 1. Absent for a participant without a side. */
  side?: number
}

/** Raise this number when the meaning of a result changes: then newer instances compute all stored results again. */
export const RULE = 1

export interface MatchResult {
  kind: ResultKind
  seats: Finish[]
}

/**
 * 1. A single participant is `ALONE`, and wins with the outcome WIN.
 * 2. If all have WIN or all have LOSS, and all ranks are equal, the match is `TOGETHER`. It also is if all participants are on
 * one side.
 * 3. Everything else is a contest. A rank is a place. Participants without a rank take the free places in this order: WIN without
 * a score, then by score, then LOSS without a score. Equal participants share a place. If only one participant has a score or a
 * WIN and the others have nothing, nobody has a place.
 * 4. Place 1 wins, unless its outcome is LOSS. Without places, WIN wins and LOSS loses.
 * 5. A side gets one place. If its members' ranks, scores or outcomes differ, these values do not count.
 *
 *
 *
 * If nobody has a place, and nobody is known to have won or lost, the match is `UNKNOWN`.
 */
export function finish(participants: readonly Written[], game: Scoring): MatchResult {
  const sides = sidesOf(participants)
  const units = unitsOf(participants, sides, game)
  const own = (index: number) => ({ ...scoreOf(participants[index] ?? {}, game), ...sideOf(sides[index]) })
  const equal = (kind: ResultKind, won?: boolean): MatchResult => ({
    kind,
    seats: participants.map((_, index) => ({
      of: participants.length,
      tied: false,
      ...(won === undefined ? {} : { won }),
      ...own(index),
    })),
  })
  const [first] = participants
  if (first === undefined) return equal('UNKNOWN')
  if (participants.length === 1) return equal('ALONE', wonBy(first.outcome))
  if (isShared(participants)) return equal('TOGETHER', first.outcome === 'WIN')
  if (units.length === 1) return equal('TOGETHER', wonBy(units[0]?.outcome))
  const { places, unseen } = placesOf(units, game)
  const won = units.map((unit, n) => wonAt(places[n], unit.said))
  if (won.every((known) => known === undefined)) return equal('UNKNOWN')
  const unitOf = new Map(units.flatMap(({ members }, n) => members.map((index) => [index, n])))
  const of = units.length + unseen
  const known = won.filter(Boolean).length
  const winners = known > 0 || (unseen === 0 && !won.includes(undefined)) ? known : 1
  const shared = countsOf(places)
  return {
    kind: 'COMPETITIVE',
    seats: participants.map(({ outcome }, index) => {
      const n = unitOf.get(index) ?? 0
      const place = places[n]
      const hasWon = place !== undefined && outcome === 'LOSS' ? false : won[n]
      return {
        ...(place === undefined ? {} : { place }),
        of,
        winners,
        tied: place !== undefined && (shared.get(place) ?? 0) > 1,
        ...(hasWon === undefined ? {} : { won: hasWon }),
        ...own(index),
      }
    }),
  }
}

export const teamOf = (attributes: unknown): unknown =>
  typeof attributes === 'object' && attributes !== null && 'team' in attributes ? attributes.team : undefined

/** A side, or a single participant without a side. */
interface Unit {
  members: number[]
  rank: number | undefined
  score: number | undefined
  outcome: 'WIN' | 'LOSS' | undefined
  /** The outcome that was entered for every member of the side, if it is the same for all. */
  said: 'WIN' | 'LOSS' | undefined
}

const wonAt = (place: number | undefined, said: Written['outcome']) =>
  place === undefined ? wonBy(said) : place === 1 && said !== 'LOSS'

const wonBy = (outcome: Written['outcome']) => (outcome ? outcome === 'WIN' : undefined)

function isShared(participants: readonly Written[]): boolean {
  const outcomes = new Set(participants.map(({ outcome }) => outcome ?? 'NONE'))
  const ranks = new Set(participants.map(({ rank }) => rank).filter(isGiven))
  return outcomes.size === 1 && !outcomes.has('NONE') && ranks.size <= 1
}

/** Numbers the sides by their team names. Capitals and surrounding spaces make no difference. */
function sidesOf(participants: readonly Written[]): (number | undefined)[] {
  const known = new Map<string, number>()
  return participants.map(({ team }) => {
    if (typeof team !== 'string' && typeof team !== 'number') return undefined
    const name = String(team).trim().toLowerCase()
    if (name === '') return undefined
    const side = known.get(name) ?? known.size + 1
    known.set(name, side)
    return side
  })
}

function unitsOf(participants: readonly Written[], sides: (number | undefined)[], game: Scoring): Unit[] {
  const members = new Map<string, number[]>()
  participants.forEach((_, index) => {
    const side = sides[index]
    const name = side === undefined ? `alone ${index}` : `side ${side}`
    const known = members.get(name)
    if (known) known.push(index)
    else members.set(name, [index])
  })
  const groups = [...members.values()]
  const of = <T>(read: (one: Written) => T | null | undefined) => {
    const values = groups.map((group) =>
      group.map((index) => read(participants[index] ?? {})).filter(isGiven),
    )
    const own = values.map((given) => (new Set(given).size === 1 ? given[0] : undefined))
    const agreed = values.every((given) => new Set(given).size <= 1)
    return { own, agreed: agreed ? own : [] }
  }
  const ranks = of(({ rank }) => rank).agreed
  const scores = of((one) => scoreOf(one, game).score).agreed
  const outcomes = of(({ outcome }) => outcome)
  return groups.map((group, index) => ({
    members: group,
    rank: ranks[index],
    score: scores[index],
    outcome: outcomes.agreed[index],
    said: outcomes.own[index],
  }))
}

/**
 * Gives each unit its place. A match can have ten thousand participants, so no loop compares everybody with everybody. `unseen`
 * is 1 if the best finisher has LOSS: then somebody who was not recorded must have won.
 */
function placesOf(units: Unit[], { winCondition }: Scoring) {
  const ranked = units.filter(hasRank).toSorted((a, b) => a.rank - b.rank)
  const unranked = units.filter((unit) => !hasRank(unit))
  const last = unranked.filter(({ score, outcome }) => score === undefined && outcome === 'LOSS')
  const between = inOrder(unranked, winCondition === 'LOWER_WINS' ? 1 : -1)
  const places = new Map<Unit, number>()
  if (ranked.length === 0 && last.length === 0 && between.flat().length === 1)
    return { places: [], unseen: 0 }
  const unseen = isAheadUnseen(ranked, unranked.length - last.length) ? 1 : 0
  const taken = new Set<number>()
  let [ahead, highest] = [0, unseen]
  ranked.forEach((unit, index) => {
    if (unit.rank !== ranked[index - 1]?.rank) ahead = index
    // A rank such as 7 is lowered if there are not enough others to fill the places above it.
    const place = Math.min(unit.rank, 1 + unseen + ahead + unranked.length - last.length)
    places.set(unit, place)
    highest = Math.max(place, highest + 1)
    taken.add(highest)
  })
  let free = 1 + unseen
  for (const equals of between) {
    while (taken.has(free)) free++
    const place = free
    for (const unit of equals) {
      places.set(unit, place)
      while (taken.has(free)) free++
      highest = Math.max(highest, free++)
    }
  }
  if (highest > unseen) for (const unit of last) places.set(unit, highest + 1)
  return { places: units.map((unit) => places.get(unit)), unseen }
}

function isAheadUnseen(ranked: readonly (Unit & { rank: number })[], others: number): boolean {
  const [best] = ranked
  if (best === undefined || best.rank === 1 || others > 0) return false
  const said = new Set(ranked.filter(({ rank }) => rank === best.rank).map((unit) => unit.said))
  return said.has('LOSS') && !said.has('WIN')
}

/** Puts units in order: first those with WIN and no score, then by score. Equal units form one group. */
function inOrder(units: Unit[], sign: 1 | -1): Unit[][] {
  const keyOf = ({ score, outcome }: Unit) =>
    score === undefined ? (outcome === 'WIN' ? Number.NEGATIVE_INFINITY : undefined) : sign * score
  const groups = Map.groupBy(units, keyOf)
  const keys = [...groups.keys()].filter(isGiven).toSorted((a, b) => a - b)
  return keys.map((key) => groups.get(key) ?? [])
}

const hasRank = (unit: Unit): unit is Unit & { rank: number } => unit.rank !== undefined

function countsOf(places: (number | undefined)[]): Map<number | undefined, number> {
  const counts = new Map<number | undefined, number>()
  for (const place of places) counts.set(place, (counts.get(place) ?? 0) + 1)
  return counts
}

/** The score, if it counts. It does not in games with WIN_LOSS. A missing score is not 0. */
const scoreOf = ({ score }: Written, { scoreType }: Scoring): { score?: number } =>
  isGiven(score) && scoreType !== 'WIN_LOSS' ? { score } : {}

const sideOf = (side: number | undefined): { side?: number } => (side === undefined ? {} : { side })

const isGiven = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined
