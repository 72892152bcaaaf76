/** Computes every statistic by hand, in plain TypeScript, from the matches that a caller sees. */
import {
  type Finish,
  type ResultKind,
  type Scoring,
  finish,
  teamOf,
} from '../../src/resources/results/finish.ts'
import { type Strength, UNKNOWN, rated } from '../../src/resources/ratings/bradley-terry.ts'

export interface Ref {
  id: string
  displayName: string
}

/** A match as lists show it, with the fields that the figures need. */
export interface Match {
  id: string
  game: Ref
  community?: Ref
  playedAt: string
  status: string
  /** Undefined if the caller does not see the details of the match. */
  expansions?: Ref[]
  participants: {
    id: string
    ghostPlayer: Ref
    score?: number
    rank?: number
    outcome?: 'WIN' | 'LOSS'
    loadout?: { attributes: Record<string, unknown> }
  }[]
}

/** What the caller sees besides matches. */
export interface Known {
  games: ReadonlyMap<string, Scoring>
  /** For each claimed ghost player, the person who claimed it. */
  claims: ReadonlyMap<string, string>
  /** The owner of each ghost player. */
  owners: ReadonlyMap<string, Ref>
  /** The people that the caller sees, by id. */
  people: ReadonlyMap<string, Ref>
  /** The players that the caller counts as one: for each, the player who is shown for all, and how many they are. */
  same: ReadonlyMap<string, { id: string; counted: number }>
  /** The ghost players that the caller sees, by id. */
  ghosts: ReadonlyMap<string, Ref>
  /** The people whose match history the caller sees. */
  open: ReadonlySet<string>
}

export interface Span {
  from?: string
  to?: string
  timeZone: string
  gameId?: string
  communityId?: string
}

interface Seat extends Finish {
  id: string
  ghost: Ref
  /** The person behind the ghost player, whether or not the caller sees them. */
  owner: string | undefined
  position: number
  faction: unknown
}

interface Played {
  match: Match
  kind: ResultKind
  seats: Seat[]
}

/** Making a format takes fifty times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>()

function dayIn(at: string, timeZone: string): string {
  const parts = { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', parts)
  formats.set(timeZone, format)
  return format.format(new Date(at))
}

const monthIn = (at: string, timeZone: string) => dayIn(at, timeZone).slice(0, 7)

function played(
  matches: Match[],
  { games, claims }: Known,
  { from, to, timeZone, gameId, communityId }: Span,
): Played[] {
  return matches
    .filter((match) => match.status === 'FINALIZED' && match.expansions !== undefined)
    .filter(({ playedAt, game, community }) => {
      const day = dayIn(playedAt, timeZone)
      return (
        (from === undefined || day >= from) &&
        (to === undefined || day <= to) &&
        (gameId === undefined || game.id === gameId) &&
        (communityId === undefined || community?.id === communityId)
      )
    })
    .map((match) => {
      const written = match.participants.map(({ score, rank, outcome, loadout }) => ({
        score,
        rank,
        outcome,
        team: teamOf(loadout?.attributes),
      }))
      const { kind, seats } = finish(written, games.get(match.game.id) ?? { scoreType: 'WIN_LOSS' })
      return {
        match,
        kind,
        seats: match.participants.map(({ id, ghostPlayer, loadout }, index) => ({
          ...(seats[index] ?? { of: 0, tied: false }),
          id,
          ghost: ghostPlayer,
          owner: claims.get(ghostPlayer.id),
          position: index + 1,
          faction: loadout?.attributes['faction'],
        })),
      }
    })
    .toSorted(inOrder(({ match }) => [new Date(match.playedAt).toISOString(), match.id]))
}

type Key = string | number

const inOrder =
  <T>(keys: (one: T) => Key[]) =>
  (a: T, b: T): number => {
    const [own, other] = [keys(a), keys(b)]
    for (const [index, key] of own.entries()) {
      const against = other[index] ?? key
      if (key < against) return -1
      if (key > against) return 1
    }
    return 0
  }

const count = <T>(all: T[], holds: (one: T) => unknown = () => true) => all.filter((one) => holds(one)).length

const grouped = <T, K>(all: T[], by: (one: T) => K): [K, T[]][] => [...Map.groupBy(all, by)]

const last = <T extends { match: Match }>(all: T[]) =>
  all.map(({ match }) => new Date(match.playedAt).getTime()).toSorted((a, b) => b - a)[0] ?? 0

/** Drops undefined fields, as JSON does. */
const json = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

const ofKind = (all: { kind: ResultKind; won?: boolean | undefined }[], kind: ResultKind) => {
  const own = all.filter((one) => one.kind === kind)
  return {
    matches: own.length,
    decided: count(own, ({ won }) => won !== undefined),
    won: count(own, ({ won }) => won),
  }
}

interface Own extends Finish {
  match: Match
  kind: ResultKind
  seats: Seat[]
  own: Seat
  /** The seats of other people, as far as the caller can tell. */
  rest: Seat[]
}

/** The player of the figures: a canonical player or a ghost player by id, with the ghost players that count as the same. */
export type Who = ({ person: string } | { ghost: string }) & { also?: readonly string[] }

const sits = (who: Who, { owner, ghost }: Seat) =>
  ('person' in who ? owner === who.person : ghost.id === who.ghost) || who.also?.includes(ghost.id) === true

function resultsOf(matches: Match[], who: Who, known: Known, span: Span): Own[] {
  const themself = new Set(seatsOf(who, known).map((seat) => seenAs(seat, known)))
  return played(matches, known, span).flatMap(({ match, kind, seats }) => {
    const own = seats.find((seat) => sits(who, seat))
    if (!own) return []
    const rest = seats.filter((seat) => !sits(who, seat) && !themself.has(seenAs(seat, known)))
    return [{ ...own, match, kind, seats, own, rest }]
  })
}

/** All ghost players of this player, each as if it had a seat. */
const seatsOf = (who: Who, { owners, claims }: Known): Seat[] =>
  [...owners.keys()]
    .map((ghost) => ({ ghost: { id: ghost }, owner: claims.get(ghost) }) as Seat)
    .filter((seat) => sits(who, seat))

function runsOf(contests: Own[]): Own[][] {
  const runs: Own[][] = [[]]
  for (const one of contests)
    if (one.won) runs.at(-1)?.push(one)
    else runs.push([])
  return runs
}

function longest(runs: Own[][]) {
  const [best] = runs.filter((run) => run.length > 0).toSorted(inOrder((run) => [-run.length, -last(run)]))
  return best && { wins: best.length, from: best[0]?.match.playedAt, to: best.at(-1)?.match.playedAt }
}

const isPlaced = ({ place }: Own) => place !== undefined

/** True for a competitive match if we know whether it was won. */
const isDecided = ({ kind, won }: Own) => kind === 'COMPETITIVE' && won !== undefined

const isShared = ({ won, winners = 1 }: Own) => won && winners > 1

const middle = (sorted: number[], share = 0.5) => sorted[Math.ceil(share * sorted.length) - 1]

const rising = (scores: (number | undefined)[]) =>
  scores.filter((one) => one !== undefined).toSorted((a, b) => a - b)

const bestOf = (sorted: number[], game: Scoring | undefined) =>
  game?.winCondition === 'LOWER_WINS' ? sorted[0] : sorted.at(-1)

/** `named` holds the fields that identify the player. */
export function personByHand(matches: Match[], who: Who, named: object, known: Known, span: Span) {
  const all = resultsOf(matches, who, known, span)
  const contests = all.filter(isDecided)
  const games = grouped(all, ({ match }) => match.game.id).toSorted(
    inOrder(([id, own]) => [-own.length, -last(own), id]),
  )
  const newest = all.toReversed()
  return json({
    ...named,
    matches: all.length,
    games: games.length,
    hIndex: count(
      games.map(([, own], index) => own.length > index),
      Boolean,
    ),
    firstPlayedAt: all[0]?.match.playedAt,
    lastPlayedAt: all.at(-1)?.match.playedAt,
    alone: ofKind(all, 'ALONE'),
    together: ofKind(all, 'TOGETHER'),
    competitive: {
      matches: count(all, ({ kind }) => kind === 'COMPETITIVE'),
      decided: contests.length,
      won: count(contests, ({ won }) => won),
      shared: count(contests, isShared),
      byChance:
        Math.round(contests.reduce((sum, { of, winners = 0 }) => sum + winners / of, 0) * 10_000) / 10_000,
    },
    unknown: count(all, ({ kind }) => kind === 'UNKNOWN'),
    longestRun: longest(runsOf(contests)),
    currentRun: runsOf(contests).at(-1)?.length ?? 0,
    form: newest.slice(0, 60).map(({ match, kind, place, of, won }) => ({
      on: dayIn(match.playedAt, span.timeZone),
      kind,
      place,
      of,
      won,
    })),
    months: grouped(all, ({ match }) => monthIn(match.playedAt, span.timeZone))
      .toSorted(inOrder(([month]) => [month]))
      .toReversed()
      .slice(0, 18)
      .map(([month, own]) => ({
        month,
        matches: own.length,
        won: count(own, (one) => one.kind === 'COMPETITIVE' && one.won),
        together: count(own, ({ kind }) => kind === 'TOGETHER'),
      })),
    finishes: grouped(all.filter(isPlaced), ({ of }) => of)
      .filter(([of]) => of <= 12)
      .toSorted(inOrder(([of, own]) => [-own.length, of]))
      .slice(0, 8)
      .toSorted(inOrder(([of]) => [of]))
      .map(([of, own]) => ({
        of,
        matches: own.length,
        places: Array.from({ length: of }, (_, index) => count(own, ({ place }) => place === index + 1)),
      })),
    topGames: games.slice(0, 6).map(([id, own]) => {
      const scores = rising(own.map(({ score }) => score))
      const newest = own.filter(({ score }) => score !== undefined).slice(-7)
      const anybody = rising(newest.flatMap(({ seats }) => seats.map(({ score }) => score)))
      return {
        game: own[0]?.match.game,
        matches: own.length,
        decided: count(own, isDecided),
        won: count(own, (one) => isDecided(one) && one.won),
        lastPlayedAt: own.at(-1)?.match.playedAt,
        scores:
          scores.length === 0
            ? undefined
            : {
                written: scores.length,
                lowest: scores[0],
                middle: middle(scores),
                highest: scores.at(-1),
                best: bestOf(scores, known.games.get(id)),
                newest: newest.map(({ score }) => score).toReversed(),
                all: { lowest: anybody[0], highest: anybody.at(-1) },
              },
      }
    }),
  })
}

/** The id under which the caller sees the person in a seat. */
function seenAs({ ghost, owner }: Seat, { people, same }: Known): string {
  const id = owner !== undefined && people.has(owner) ? owner : ghost.id
  return same.get(id)?.id ?? id
}

const shownAs = (id: string, { people, ghosts }: Known) =>
  people.has(id) ? { canonicalPlayer: people.get(id) } : { ghostPlayer: ghosts.get(id) }

/** In figures of games, communities and ratings, no players count as one. */
const apart = (known: Known): Known => ({ ...known, same: new Map() })

/** The first seat of each person, as far as the caller can tell people apart. */
const eachOnce = (seats: Seat[], known: Known): Seat[] =>
  seats.filter(
    (seat, index) => seats.findIndex((one) => seenAs(one, known) === seenAs(seat, known)) === index,
  )

/** The owner of a ghost player; nothing for a canonical player. */
const ownerOf = (id: string, { people, owners }: Known) => (people.has(id) ? {} : { owner: owners.get(id) })

type How = 'AHEAD' | 'LEVEL' | 'BEHIND' | 'TOGETHER' | 'UNKNOWN'

function how(kind: ResultKind, one: Finish, other: Finish): How {
  if (kind === 'TOGETHER' || (one.side !== undefined && one.side === other.side)) return 'TOGETHER'
  if (one.place === undefined || other.place === undefined) return 'UNKNOWN'
  return one.place < other.place ? 'AHEAD' : one.place === other.place ? 'LEVEL' : 'BEHIND'
}

const balance = (all: How[]) => ({
  ahead: count(all, (one) => one === 'AHEAD'),
  level: count(all, (one) => one === 'LEVEL'),
  behind: count(all, (one) => one === 'BEHIND'),
})

const togetherOf = (all: How[]) => count(all, (one) => one === 'TOGETHER')

export function opponentsByHand(matches: Match[], who: Who, known: Known) {
  const met = resultsOf(matches, who, known, { timeZone: 'UTC' }).flatMap((one) =>
    eachOnce(one.rest, known).map((seat) => ({
      ...one,
      seat,
      id: seenAs(seat, known),
      how: how(one.kind, one.own, seat),
    })),
  )
  return grouped(met, ({ id }) => id)
    .map(([id, own]) => ({
      id,
      ...shownAs(id, known),
      ...ownerOf(id, known),
      countedAsOne: known.same.get(id)?.counted,
      met: own.length,
      ...balance(own.map((one) => one.how)),
      together: togetherOf(own.map((one) => one.how)),
      lastMetAt: own.at(-1)?.match.playedAt,
    }))
    .toSorted(inOrder(({ met: times, id }) => [-times, id]))
}

/** One side of a head-to-head, and how it is shown. */
export interface Side {
  who: Who
  shown: Ref
  owner?: Ref | undefined
  counted?: number | undefined
}

/** True if both players have a ghost player in common. */
const areOne = (one: Who, other: Who, known: Known) => seatsOf(one, known).some((seat) => sits(other, seat))

export function headToHeadByHand(matches: Match[], one: Side, other: Side, known: Known, span: Span) {
  const meetings = resultsOf(matches, one.who, known, span).flatMap((result) => {
    const seat = areOne(one.who, other.who, known)
      ? undefined
      : result.seats.find((some) => sits(other.who, some))
    if (!seat) return []
    const by = result.score === undefined || seat.score === undefined ? undefined : result.score - seat.score
    return [{ ...result, how: how(result.kind, result.own, seat), by }]
  })
  const hows = meetings.map((meeting) => meeting.how)
  const pairs = hows.filter((what) => what !== 'TOGETHER' && what !== 'UNKNOWN')
  const longestOf = (wanted: How) =>
    Math.max(
      0,
      ...pairs
        .map((_, from) => pairs.slice(from).findIndex((what) => what !== wanted))
        .map((n, from) => (n < 0 ? pairs.length - from : n)),
    )
  const games = grouped(meetings, ({ match }) => match.game.id).toSorted(
    inOrder(([id, own]) => [-own.length, -last(own), id]),
  )
  const together = meetings.filter((meeting) => meeting.how === 'TOGETHER')
  return json({
    one: one.shown,
    ownerOfOne: one.owner,
    other: other.shown,
    ownerOfOther: other.owner,
    countedAsOne: one.counted || other.counted ? { one: one.counted, other: other.counted } : undefined,
    met: meetings.length,
    ...balance(hows),
    together: {
      matches: together.length,
      decided: count(together, ({ won }) => won !== undefined),
      won: count(together, ({ won }) => won),
    },
    unknown: count(hows, (what) => what === 'UNKNOWN'),
    longestRunAhead: longestOf('AHEAD'),
    longestRunBehind: longestOf('BEHIND'),
    firstMetAt: meetings[0]?.match.playedAt,
    lastMetAt: meetings.at(-1)?.match.playedAt,
    games: games.slice(0, 12).map(([, own]) => ({
      game: own[0]?.match.game,
      met: own.length,
      ...balance(own.map((meeting) => meeting.how)),
      together: togetherOf(own.map((meeting) => meeting.how)),
    })),
    meetings: meetings
      .toReversed()
      .slice(0, 200)
      .map((meeting) => ({
        on: dayIn(meeting.match.playedAt, span.timeZone),
        game: games.findIndex(([id]) => id === meeting.match.game.id),
        how: meeting.how,
        by: meeting.by === undefined ? undefined : Math.round(meeting.by * 100) / 100,
      })),
  })
}

const monthsOf = (all: { match: Match }[], timeZone: string) =>
  grouped(all, ({ match }) => monthIn(match.playedAt, timeZone))
    .toSorted(inOrder(([month]) => [month]))
    .toReversed()
    .slice(0, 18)
    .map(([month, own]) => ({ month, matches: own.length }))

export function gameByHand(matches: Match[], game: Ref, caller: Known, span: Span) {
  const known = apart(caller)
  const all = played(matches, known, { ...span, gameId: game.id })
  const seats = all.flatMap(({ match, seats: own }) =>
    own.map((seat) => ({ ...seat, match, players: own.length })),
  )
  const scored = seats.filter(({ score }) => score !== undefined)
  const scores = rising(scored.map(({ score }) => score))
  const [lowest = 0, highest = 0] = [scores[0], scores.at(-1)]
  const sign = known.games.get(game.id)?.winCondition === 'LOWER_WINS' ? 1 : -1
  const [record] = scored.toSorted(
    inOrder(({ score = 0, match, position }) => [
      sign * score,
      new Date(match.playedAt).getTime(),
      match.id,
      position,
    ]),
  )
  const bin = (value: number) =>
    lowest === highest ? 0 : Math.min(Math.floor(((value - lowest) * 12) / (highest - lowest)), 11)
  const distributionOf = (some: number[]) => ({
    values: some.length > 0 && some.length <= 30 ? some : undefined,
    bins:
      some.length > 30
        ? Array.from({ length: 12 }, (_, n) => count(some, (value) => bin(value) === n))
        : undefined,
  })
  const placed = seats.filter(({ place }) => place !== undefined)
  const ofKinds = (kind: ResultKind) =>
    all.filter((one) => one.kind === kind).map((one) => ({ kind, won: one.seats[0]?.won }))
  return json({
    game,
    matches: all.length,
    players: new Set(seats.map((seat) => seenAs(seat, known))).size,
    firstPlayedAt: all[0]?.match.playedAt,
    lastPlayedAt: all.at(-1)?.match.playedAt,
    kinds: {
      alone: ofKinds('ALONE').length,
      together: ofKinds('TOGETHER').length,
      competitive: ofKinds('COMPETITIVE').length,
      unknown: ofKinds('UNKNOWN').length,
    },
    together: ofKind(ofKinds('TOGETHER'), 'TOGETHER'),
    sizes: grouped(all, (one) => one.seats.length)
      .toSorted(inOrder(([players, own]) => [-own.length, players]))
      .slice(0, 8)
      .toSorted(inOrder(([players]) => [players]))
      .map(([players, own]) => {
        const of = rising(own.flatMap((one) => one.seats.map(({ score }) => score)))
        return {
          players,
          matches: own.length,
          written: of.length,
          lowest: of[0],
          middle: middle(of),
          highest: of.at(-1),
          ...distributionOf(of),
        }
      }),
    scores:
      scores.length === 0
        ? undefined
        : {
            written: scores.length,
            lowest,
            lowerQuarter: middle(scores, 0.25),
            middle: middle(scores),
            upperQuarter: middle(scores, 0.75),
            highest,
            ...distributionOf(scores),
          },
    record: record && {
      score: record.score,
      matchId: record.match.id,
      matchParticipantId: record.id,
      playedAt: record.match.playedAt,
      ...shownAs(seenAs(record, known), known),
    },
    months: monthsOf(all, span.timeZone),
    seats: grouped(placed, ({ position }) => position)
      .filter(([position]) => position <= 8)
      .toSorted(inOrder(([position]) => [position]))
      .map(([position, own]) => ({
        position,
        placed: own.length,
        won: count(own, ({ won }) => won),
      })),
    factions: grouped(
      placed.filter(({ faction }) => typeof faction === 'string'),
      ({ faction }) => String(faction),
    )
      .map(([name, own]) => ({ name, placed: own.length, won: count(own, ({ won }) => won) }))
      .toSorted(inOrder((one) => [-one.placed, one.name]))
      .slice(0, 10),
    expansions: grouped(
      all.flatMap(({ match }) => match.expansions ?? []),
      ({ id }) => id,
    )
      .toSorted(inOrder(([id, own]) => [-own.length, id]))
      .slice(0, 10)
      .map(([, own]) => ({ expansion: own[0], matches: own.length })),
  })
}

/** Computes everything except the number of members and the number of matches in the current month. */
export function communityByHand(matches: Match[], community: Ref, caller: Known, span: Span) {
  const known = apart(caller)
  const all = played(matches, known, { ...span, communityId: community.id })
  const seats = all.flatMap((one) => eachOnce(one.seats, known))
  const pairs = all.flatMap((one) => {
    const own = eachOnce(one.seats, known).toSorted(inOrder((seat) => [seenAs(seat, known)]))
    return own.flatMap((a, index) =>
      own
        .slice(index + 1)
        .map((b) => ({ a, b, id: `${seenAs(a, known)} ${seenAs(b, known)}`, how: how(one.kind, a, b) })),
    )
  })
  const most = grouped(pairs, ({ id }) => id)
    .toSorted(inOrder(([id, own]) => [-own.length, id]))
    .slice(0, 12)
  const ofPairs = new Set(
    most.flatMap(([, [own]]) => (own ? [own.a, own.b] : []).map((seat) => seenAs(seat, known))),
  )
  const nameOf = (id: string) => (known.people.get(id) ?? known.ghosts.get(id))?.displayName.toLowerCase()
  /** Says whose stand-in it is only if another player of these pairs has the same name. */
  const inPair = (seat: Seat | undefined) => {
    const id = seenAs(seat as Seat, known)
    const isNamesake = count([...ofPairs], (other) => nameOf(other) === nameOf(id)) > 1
    return { ...shownAs(id, known), ...(isNamesake ? ownerOf(id, known) : {}) }
  }
  return json({
    community,
    players: new Set(seats.map((seat) => seenAs(seat, known))).size,
    matches: all.length,
    games: new Set(all.map(({ match }) => match.game.id)).size,
    firstPlayedAt: all[0]?.match.playedAt,
    lastPlayedAt: all.at(-1)?.match.playedAt,
    topGames: topGames(all, 8),
    months: monthsOf(all, span.timeZone),
    days: grouped(all, ({ match }) => dayIn(match.playedAt, span.timeZone))
      .toSorted(inOrder(([on]) => [on]))
      .toReversed()
      .slice(0, 60)
      .map(([on, own]) => ({ on, matches: own.length })),
    pairs: most.map(([, own]) => ({
      one: inPair(own[0]?.a),
      other: inPair(own[0]?.b),
      met: own.length,
      ...balance(own.map((pair) => pair.how)),
      together: togetherOf(own.map((pair) => pair.how)),
    })),
  })
}

const topGames = (all: { match: Match }[], most: number) =>
  grouped(all, ({ match }) => match.game.id)
    .toSorted(inOrder(([id, own]) => [-own.length, -last(own), id]))
    .slice(0, most)
    .map(([, own]) => ({ game: own[0]?.match.game, matches: own.length }))

export function recapByHand(matches: Match[], person: string, year: number, known: Known, timeZone: string) {
  const all = resultsOf(matches, { person }, known, { timeZone, from: `${year}-01-01`, to: `${year}-12-31` })
  const earlier = new Set(
    resultsOf(matches, { person }, known, { timeZone, to: `${year - 1}-12-31` }).map(
      ({ match }) => match.game.id,
    ),
  )
  const met = all.flatMap((one) =>
    eachOnce(one.rest, known).map((seat) => ({
      seat,
      id: seenAs(seat, known),
      how: how(one.kind, one.own, seat),
    })),
  )
  const people = grouped(met, ({ id }) => id)
  const margins = all.flatMap((one) => {
    const behind = eachOnce(one.rest, known).filter((seat) => how(one.kind, one.own, seat) === 'AHEAD')
    const differences = behind.flatMap(({ score }) =>
      score === undefined || one.score === undefined
        ? []
        : [Math.round(Math.abs(one.score - score) * 100) / 100],
    )
    if (!isDecided(one) || !one.won || isShared(one) || differences.length === 0) return []
    return [
      {
        matchId: one.match.id,
        game: one.match.game,
        playedAt: one.match.playedAt,
        by: Math.min(...differences),
      },
    ]
  })
  const win = (sign: number) =>
    margins
      .toReversed()
      .toSorted(inOrder(({ by, playedAt }) => [sign * by, -new Date(playedAt).getTime()]))[0]
  const days = grouped(all, ({ match }) => dayIn(match.playedAt, timeZone)).toSorted(
    inOrder(([day, own]) => [-own.length, -Date.parse(day)]),
  )
  const competitive = all.filter(({ kind }) => kind === 'COMPETITIVE')
  return json({
    year,
    matches: all.length,
    days: days.length,
    people: people.length,
    games: new Set(all.map(({ match }) => match.game.id)).size,
    newGames: new Set(all.map(({ match }) => match.game.id).filter((id) => !earlier.has(id))).size,
    competitive: {
      matches: competitive.length,
      decided: count(competitive, isDecided),
      won: count(competitive, ({ won }) => won),
      shared: count(competitive, isShared),
    },
    together: ofKind(all, 'TOGETHER'),
    longestRun: longest(runsOf(all.filter(isDecided))),
    closestWin: win(1),
    biggestWin: win(-1),
    mostMet: people
      .filter(
        ([id, own]) =>
          (!known.people.has(id) || known.open.has(id)) &&
          own.every(({ seat: { owner } }) => owner === undefined || known.open.has(owner)),
      )
      .toSorted(inOrder(([id, own]) => [-own.length, id]))
      .slice(0, 5)
      .map(([id, own]) => ({
        ...shownAs(id, known),
        countedAsOne: known.same.get(id)?.counted,
        met: own.length,
        ...balance(own.map((one) => one.how)),
        together: togetherOf(own.map((one) => one.how)),
      })),
    busiestDay: days[0] && { on: days[0][0], matches: days[0][1].length },
    months: Array.from({ length: 12 }, (_, index) => {
      const own = all.filter(({ match }) => Number(monthIn(match.playedAt, timeZone).slice(5)) === index + 1)
      return { month: index + 1, matches: own.length, won: count(own, (one) => isDecided(one) && one.won) }
    }),
    topGames: topGames(all, 5),
  })
}

interface Rated extends Strength {
  /** The ghost player in the last match. */
  ghost: Ref
  matches: number
  wins: number
  chance: number
}

const shownRating = ({ mu, sigma }: Strength) => Math.round(1000 + 40 * (mu - 3 * sigma))

/** Plays the contests of a person in a game. Players without a place in a match are left out of it. */
function* contestsOf(matches: Match[], person: string, known: Known, gameId: string) {
  const players = new Map<string, Rated>()
  for (const { match, kind, seats } of resultsOf(matches, { person }, known, { timeZone: 'UTC', gameId })) {
    if (kind !== 'COMPETITIVE') continue
    const placed = seats
      .map((seat) => ({ ...seat, who: seenAs(seat, known) }))
      .filter(({ who }, n, all) => all.findIndex((other) => other.who === who) === n)
      .filter(({ place }) => place !== undefined)
    const sides = grouped(placed, ({ side, id }) => side ?? id).map(([, own]) => own)
    if (sides.length < 2) continue
    const after = rated(
      sides.map((own) => ({
        place: own[0]?.place ?? 0,
        players: own.map(({ who }) => players.get(who) ?? UNKNOWN),
      })),
    )
    for (const [n, own] of sides.entries())
      for (const [k, { who, ghost, won, winners = 0, of }] of own.entries()) {
        const before = players.get(who)
        players.set(who, {
          ...(after[n]?.[k] ?? UNKNOWN),
          ghost,
          matches: (before?.matches ?? 0) + 1,
          wins: (before?.wins ?? 0) + (won ? 1 : 0),
          chance: (before?.chance ?? 0) + winners / of,
        })
      }
    yield { match, players, isPlaced: placed.some(({ who }) => who === person) }
  }
}

/** Computes a person's rating in a game from these matches alone. */
export function ratingByHand(matches: Match[], person: string, caller: Known, gameId: string) {
  const line: object[] = []
  const shown = ({ mu, sigma }: Strength) => ({
    rating: shownRating({ mu, sigma }),
    uncertainty: Math.round(40 * sigma),
    estimate: Math.round(1000 + 40 * mu),
  })
  let own: Strength = UNKNOWN
  for (const { match, players, isPlaced } of contestsOf(matches, person, apart(caller), gameId)) {
    own = players.get(person) ?? UNKNOWN
    if (isPlaced) line.push({ match: line.length + 1, playedAt: match.playedAt, ...shown(own) })
  }
  return { ...shown(own), provisional: line.length < 5, matches: line.length, line: line.slice(4) }
}

/** Computes the leaderboard of a person's own contests in a game. */
export function ownLeaderboardByHand(matches: Match[], person: string, caller: Known, gameId: string) {
  let all: [who: string, Rated][] = []
  for (const { players } of contestsOf(matches, person, apart(caller), gameId)) all = [...players]
  const ranked = all.filter(([, one]) => one.matches >= 5).map(([, one]) => shownRating(one))
  const items = all.map(([who, one]) => ({
    ...(one.matches < 5 ? {} : { place: 1 + ranked.filter((rating) => rating > shownRating(one)).length }),
    ghostPlayer: one.ghost,
    owner: caller.owners.get(one.ghost.id),
    ...(caller.people.has(who) ? { canonicalPlayer: caller.people.get(who) } : {}),
    rating: shownRating(one),
    uncertainty: Math.round(40 * one.sigma),
    provisional: one.matches < 5,
    matches: one.matches,
    wins: one.wins,
    winShare: Number((one.wins / one.matches).toFixed(3)),
    chance: Number((one.chance / one.matches).toFixed(4)),
  }))
  return {
    players: all.length,
    items: items.toSorted(
      (a, b) =>
        Number(a.provisional) - Number(b.provisional) ||
        (a.provisional ? b.wins - a.wins || a.matches - b.matches : b.rating - a.rating) ||
        (a.ghostPlayer.id < b.ghostPlayer.id ? -1 : 1),
    ),
  }
}
