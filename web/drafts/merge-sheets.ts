/** Merges a draft, field by field, with changes that somebody else has made to its match. */
import { type Clash, type Fields, merge, same } from '../parts/changes/merge.ts'
import { roundsOf, typedRounds } from './loadout.ts'
import { typedOf } from './score.ts'
import { type GameFacts, type Outcome, type Ref, type Seat, type Sheet, scoreOfSeat } from './sheet.ts'

/** The parts of a match that change together with its game. */
interface GameField {
  game?: GameFacts | undefined
  playset: Ref | null
  expansions: readonly Ref[]
}

export interface SeatField {
  name: string
  /** A list if the score is counted by rounds. */
  score: number | readonly number[] | null
  rank: number | null
  outcome: Outcome | null
  loadout: Readonly<Record<string, unknown>> | null
}

interface MergedSheet {
  /** The merged sheet. For a clash, it has my value. */
  sheet: Sheet
  clashes: Clash[]
  chosen: (values: Fields) => Sheet
}

/**
 * `before` is the sheet that was sent last, `mine` the sheet on this device, and `now` the service's. A clash is named by its
 * field, such as `playedAt` or `score <key>`. A participant who is missing in one of the three sheets is a single field, `seat
 * <key>`.
 */
export function mergeSheets(before: Sheet, mine: Sheet, now: Sheet): MergedSheet {
  const staying = keysOf(before).filter((key) => keysOf(mine).includes(key) && keysOf(now).includes(key))
  const sameGame = before.game?.id === mine.game?.id && mine.game?.id === now.game?.id
  const fieldsOf = (sheet: Sheet) => fieldsOfOne(sheet, new Set(staying), sameGame)
  const { values, clashes } = merge(fieldsOf(before), fieldsOf(mine), fieldsOf(now))
  const chosen = (choice: Fields) => sheetFrom({ ...values, ...choice }, mine, now)
  return { sheet: chosen({}), clashes, chosen }
}

const keyOf = (seat: Seat) => seat.ghostPlayerId ?? seat.key

const keysOf = ({ seats }: Sheet) => seats.map(keyOf)

function fieldsOfOne(sheet: Sheet, staying: ReadonlySet<string>, sameGame: boolean): Fields {
  const { game, playset = null, expansions, playedAt, community = null, comments, minutes } = sheet
  const ofGame: GameField = { game, playset, expansions }
  return {
    playedAt,
    community,
    comments,
    minutes,
    ...(sameGame ? { playset, expansions } : { game: ofGame }),
    ...Object.fromEntries(sheet.seats.flatMap((seat) => fieldsOfSeat(sheet, seat, staying.has(keyOf(seat))))),
  }
}

function fieldsOfSeat(sheet: Sheet, seat: Seat, stays: boolean): [string, unknown][] {
  const { name, rank = null, outcome = null, loadout = null } = seat
  const field: SeatField = { name, score: scoreIn(sheet, seat), rank, outcome, loadout }
  if (!stays) return [[`seat ${keyOf(seat)}`, field]]
  return (['score', 'rank', 'outcome', 'loadout'] as const).map((part) => [
    `${part} ${keyOf(seat)}`,
    field[part],
  ])
}

const scoreIn = (sheet: Sheet, seat: Seat): SeatField['score'] =>
  roundsOf(sheet, seat) ?? scoreOfSeat(sheet, seat).value ?? null

const typedFrom = (score: SeatField['score'], type: GameFacts['scoreType']): string =>
  typeof score === 'object' ? typedRounds(score ?? [], type) : typedOf(score, type)

function sheetFrom(values: Fields, mine: Sheet, now: Sheet): Sheet {
  const { game, playset, expansions } =
    'game' in values
      ? (values['game'] as GameField)
      : {
          game: now.game,
          playset: values['playset'] as Ref | null,
          expansions: values['expansions'] as Ref[],
        }
  const sheet: Sheet = {
    game,
    playedAt: values['playedAt'] as string,
    playset: playset ?? undefined,
    community: (values['community'] as Ref | null) ?? undefined,
    expansions,
    comments: values['comments'] as string | undefined,
    minutes: values['minutes'] as number | undefined,
    hasRounds: mine.hasRounds ?? now.hasRounds,
    seats: [],
  }
  const keys = new Set([...keysOf(mine), ...keysOf(now)])
  const seats = [...keys].flatMap((key) => {
    const own = mine.seats.find((seat) => keyOf(seat) === key)
    const theirs = now.seats.find((seat) => keyOf(seat) === key)
    const seat = own ?? theirs
    return seat ? seatFrom(values, key, { ...seat, name: theirs?.name ?? seat.name }, sheet) : []
  })
  return { ...sheet, seats }
}

function seatFrom(values: Fields, key: string, seat: Seat, sheet: Sheet): Seat[] {
  const whole = `seat ${key}` in values
  const field = whole ? (values[`seat ${key}`] as SeatField | null | undefined) : partsOf(values, key)
  if (!field) return []
  const { score, rank, outcome, loadout } = field
  const type = sheet.game?.scoreType ?? 'SCORE'
  const typed = same(scoreIn(sheet, seat), score) ? seat.typed : typedFrom(score, type)
  return [
    {
      ...seat,
      typed,
      rank: rank ?? undefined,
      outcome: outcome ?? undefined,
      loadout: loadout ?? undefined,
    },
  ]
}

const partsOf = (values: Fields, key: string): Omit<SeatField, 'name'> => ({
  score: (values[`score ${key}`] ?? null) as SeatField['score'],
  rank: (values[`rank ${key}`] ?? null) as number | null,
  outcome: (values[`outcome ${key}`] ?? null) as Outcome | null,
  loadout: (values[`loadout ${key}`] ?? null) as SeatField['loadout'],
})
