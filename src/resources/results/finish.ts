/** What the participants of a match have written, and what it means: who came where, and who won. The browser uses it too. */

export const RESULT_KINDS = ['ALONE', 'TOGETHER', 'COMPETITIVE', 'UNKNOWN'] as const

/**
 * `ALONE` has one participant. `TOGETHER` is won or lost by all of them. Nobody is placed in an `UNKNOWN` one: it counts as
 * played, and in nothing else.
 */
export type ResultKind = (typeof RESULT_KINDS)[number]

/** What is written of a participant. */
export interface Written {
  score?: number | null | undefined
  rank?: number | null | undefined
  outcome?: 'WIN' | 'LOSS' | null | undefined
  /** The attribute `team` of the loadout: whoever has the same one is on the same side. */
  team?: unknown
}

/** What a score of the game means. */
export interface Scoring {
  scoreType: 'SCORE' | 'TIME' | 'TURNS' | 'WIN_LOSS'
  winCondition?: 'HIGHER_WINS' | 'LOWER_WINS' | null | undefined
}

/** How a participant finished. */
export interface Finish {
  /** In a competitive match, from 1; absent for whom nothing is written that tells it. */
  place?: number
  /**
   * How many finished against one another: each side once, each participant of no side once, and once whoever was ahead of a first
   * one with LOSS; without a contest, everybody.
   */
  of: number
  /** In a competitive match, how many of these have won: one if nobody is known to have, but somebody may. */
  winners?: number
  /** Another side, or somebody of no side, has the same place. */
  tied: boolean
  /** Absent if it is not known. */
  won?: boolean
  score?: number
  /** From 1, the same for side mates; absent for a participant of no side. */
  side?: number
}

/**
 * Raise it with each change of what a result means. The results that are kept are written again as soon as a service starts that has
 * a newer one.
 */
export const RULE = 1

export interface Finished {
  kind: ResultKind
  /** In the order of the participants. */
  seats: Finish[]
}

/**
 * 1. One participant is alone, and won if it says WIN.
 * 2. If everybody has WIN, or everybody LOSS, and no two ranks differ, they played together; so do those of one single side.
 * 3. Else it is a contest. A rank is a place. Who has none takes the places that are left: first who has WIN and no score, then
 *    by score, and who has LOSS and no score comes last. Equal ones share a place. A score or a WIN alone, with nothing else
 *    beside it, is compared with nothing, and so is no place.
 * 4. Place 1 has won, but for whoever has LOSS. Without a place, WIN has won and LOSS has not.
 * 5. A side finishes as one. If its mates wrote different ranks, scores or outcomes, these tell nothing about sides.
 *
 * Where nobody has a place, and nobody is known to have won or lost, the match is `UNKNOWN`.
 */
export function finish(participants: readonly Written[], game: Scoring): Finished {
  const sides = sidesOf(participants)
  const units = unitsOf(participants, sides, game)
  const own = (index: number) => ({ ...scoreOf(participants[index] ?? {}, game), ...sideOf(sides[index]) })
  const equal = (kind: ResultKind, won?: boolean): Finished => ({
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

/** The value of the attribute `team`, if the attributes of a loadout have one. */
export const teamOf = (attributes: unknown): unknown =>
  typeof attributes === 'object' && attributes !== null && 'team' in attributes ? attributes.team : undefined

/** A side, or a participant of no side: finishes as one. */
interface Unit {
  members: number[]
  rank: number | undefined
  score: number | undefined
  outcome: 'WIN' | 'LOSS' | undefined
  /** The outcome that its own mates agree on, whatever those of other sides wrote. */
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

/** The number of each participant's side. Texts are one side however they are capitalised or spaced around. */
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
 * A place for each unit, and how many finished ahead of all of them, unseen: nobody has a place who is told to have lost, and yet would
 * be the first. A match may have ten thousand participants, so nothing here looks at all others for each of them.
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
    // A rank that leaves more places free than there are others for them is written too high.
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

/** The best rank is not the first, nobody is there to be ahead of it, and its LOSS is written. */
function isAheadUnseen(ranked: readonly (Unit & { rank: number })[], others: number): boolean {
  const [best] = ranked
  if (best === undefined || best.rank === 1 || others > 0) return false
  const said = new Set(ranked.filter(({ rank }) => rank === best.rank).map((unit) => unit.said))
  return said.has('LOSS') && !said.has('WIN')
}

/** Those who have a score, or have WIN without one, by what they have: equal ones together. */
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

/** Where only winning counts, a score means nothing. No score is never a zero. */
const scoreOf = ({ score }: Written, { scoreType }: Scoring): { score?: number } =>
  isGiven(score) && scoreType !== 'WIN_LOSS' ? { score } : {}

const sideOf = (side: number | undefined): { side?: number } => (side === undefined ? {} : { side })

const isGiven = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined
