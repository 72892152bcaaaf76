/** Turns the plays of a file into rows. It does not use the database, so it can run in a thread of its own. */
import { createHash } from 'node:crypto'
import { uuidBeside } from '../db/uuid.ts'
import { isBlank } from '../http/schema/text.ts'
import { parseTimestamp } from '../http/schema/timestamp.ts'
import { LARGEST_ATTRIBUTES } from '../resources/matches/limits.ts'
import { LONGEST_GAME_NAME, LONGEST_PERSON_NAME } from './formats/limits.ts'
import { leavesPlayOut } from './formats/kinds.ts'
import { GamesPlayed } from './new-game.ts'
import type { Fault, Json, Play, PlayParticipant, Plays, SourceGame, SourcePerson } from './play.ts'

/** The most people, games and expansions of a file. A file with more is refused, because a part of it would look complete. */
export const MOST_NAMES = 10_000

/** The number of plays that are sent to the database at once. */
const CHUNK = 500

/** The rows are JSON text already, because writing the text would take time away from requests. */
export interface Reading {
  /** One of `FORMATS`. */
  format: string
  /** SHA-256 of the file, in hexadecimal digits. */
  fileDigest: string
  /** Of the file as a whole. */
  notes: string
  questions: string
  chunks: string[]
}

/** The part of a play that is stored as JSON: everything that has no column of its own. */
export interface StoredPlay {
  expansions: string[]
  playset?: string | undefined
  isDraft?: boolean | undefined
  participants: StoredParticipant[]
}

export interface StoredParticipant {
  person: string
  score?: number | undefined
  rank?: number | undefined
  hasWon?: boolean | undefined
  outcome?: 'WIN' | 'LOSS' | undefined
  team?: Json | undefined
  /** JSON text. */
  loadout?: string | undefined
}

/** The message is a sentence for the person who sent the file. */
export class TooMuch extends Error {
  override name = 'TooMuch'
}

/** Ids are made in the bucket of `owner`. Throws `TooMuch`. */
export function reading(plays: Plays, { owner, file }: { owner: string; file: Uint8Array }): Reading {
  const found = clean(plays)
  const known = { people: new Set(keysOf(found.people)), games: new Set(keysOf(found.games)) }
  const seen = new Set<string>()
  const rows: Row[] = [
    ...found.plays.map((play) => rowOf(play, known, seen)),
    ...found.faults
      .filter(({ kind }) => leavesPlayOut(kind))
      .map(({ at, kind, found: text }) => leftOut({ at, notes: [{ at, kind, found: text }] }, kind)),
  ]
  for (const [index, row] of rows.entries())
    Object.assign(row, { id: uuidBeside(owner), position: index + 1 })
  const questions = questionsOf(found, rows, owner)
  if (questions.length > MOST_NAMES)
    throw new TooMuch(`The file names more than ${MOST_NAMES} people and games; split it.`)
  return {
    format: found.format.toUpperCase().replaceAll('-', '_'),
    fileDigest: createHash('sha256').update(file).digest('hex'),
    notes: JSON.stringify(notesOf(found.faults.filter(({ kind }) => !leavesPlayOut(kind)))),
    questions: JSON.stringify(questions),
    chunks: Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, n) =>
      JSON.stringify(rows.slice(n * CHUNK, (n + 1) * CHUNK)),
    ),
  }
}

type Row = Omit<ReturnType<typeof leftOut>, 'reason'> & {
  reason?: string
  sourceId?: string
  gameKey?: string
  personKeys?: string[]
  localTime?: string
  playedAt?: string
  digest?: string
  play?: StoredPlay
}

/** A report shows the first entries of each kind, and how many there are. */
const MOST_FOUND = 10

function notesOf(faults: readonly Fault[]) {
  const kinds = Map.groupBy(faults.map(shortened), ({ kind }) => kind)
  return [...kinds].map(([kind, all]) => ({
    kind,
    count: all.length,
    found: all.slice(0, MOST_FOUND).map(({ found }) => found),
  }))
}

interface Known {
  people: Set<string>
  games: Set<string>
}

function rowOf(play: Play, known: Known, seen: Set<string>): Row {
  const fault = faultOf(play, known, seen)
  if (fault) return leftOut(play, fault)
  seen.add(play.sourceId)
  const { expansions, playset, isDraft, participants } = play
  const notes = [...play.notes]
  if (play.community !== undefined)
    notes.push({ at: play.at, kind: 'COMMUNITY_LEFT_OUT', found: play.community })
  const stored: StoredPlay = {
    expansions: expansions.filter((key) => known.games.has(key)),
    playset,
    isDraft,
    participants: participants.map((one) => storedOf(play, one, notes)),
  }
  return {
    at: play.at,
    status: 'NEW',
    notes: notes.map(shortened),
    sourceId: play.sourceId,
    gameKey: play.game,
    personKeys: participants.map(({ person }) => person),
    ...timeOf(play.playedAt),
    digest: digestOf(play),
    play: stored,
  }
}

function faultOf(play: Play, { people, games }: Known, seen: Set<string>): string | undefined {
  if (seen.has(play.sourceId)) return 'ID_TWICE'
  if (!games.has(play.game)) return 'NO_GAME'
  if (play.participants.length === 0) return 'NOBODY'
  if (play.participants.some(({ person }) => !people.has(person))) return 'UNKNOWN_PERSON'
  if (timeOf(play.playedAt) === undefined) return 'NO_TIME'
  return undefined
}

const leftOut = ({ at, notes }: { at: string; notes: Fault[] }, reason: string) => ({
  at,
  notes: notes.map(shortened),
  status: 'LEFT_OUT',
  reason,
})

function timeOf(text: string): { playedAt: string } | { localTime: string } | undefined {
  const instant = parseTimestamp(text)
  if ('at' in instant) return { playedAt: instant.at }
  const local = /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00` : text.replace(' ', 'T')
  const parsed = parseTimestamp(`${local}Z`)
  return 'at' in parsed ? { localTime: parsed.at.slice(0, -1) } : undefined
}

function storedOf(play: Play, one: PlayParticipant, notes: Fault[]): StoredParticipant {
  const { person, hasWon } = one
  const score = scoreOf(one.score)
  const rank =
    one.rank !== undefined && Number.isInteger(one.rank) && one.rank >= 1 && one.rank < 2 ** 31
      ? one.rank
      : undefined
  const attributes = one.loadout ?? attributesOf(play, one, score)
  const loadout =
    one.loadoutText ?? (Object.keys(attributes).length > 0 ? JSON.stringify(attributes) : undefined)
  const fits = loadout === undefined || Buffer.byteLength(loadout) <= LARGEST_ATTRIBUTES
  if (!fits) notes.push({ at: play.at, kind: 'LOADOUT_TOO_LONG', found: loadout })
  return {
    person,
    score,
    rank,
    hasWon,
    outcome: one.outcome === 'DRAW' ? undefined : one.outcome,
    team: attributes.team,
    loadout: fits ? loadout : undefined,
  }
}

/** Everything that has no field in a match. The export for BG Stats finds team, seat and role under these names. */
function attributesOf(
  play: Play,
  { team, seat, role, isNew, scoreText, score, outcome, extra }: PlayParticipant,
  kept: number | undefined,
): Record<string, Json> {
  const text = scoreText ?? (kept === undefined && score !== undefined ? String(score) : undefined)
  return {
    ...play.extra,
    ...extra,
    ...given({ team, seat, role, isNew: isNew || undefined, scoreText: text }),
    ...(outcome === 'DRAW' ? { outcome } : {}),
  }
}

const given = (fields: Record<string, Json | undefined>): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, Json] => entry[1] !== undefined),
  )

/** Rounds nothing: a score has at most two decimals. */
function scoreOf(score: number | undefined): number | undefined {
  if (score === undefined || !Number.isFinite(score) || Math.abs(score) > 99_999_999.99) return undefined
  return /^-?\d+(\.\d{1,2})?$/.test(String(score)) ? score : undefined
}

/** The digest leaves out the place in the file, because another play before this one changes the place. */
function digestOf({ at: _at, notes: _notes, ...play }: Play): string {
  return createHash('sha256').update(JSON.stringify(play)).digest('hex')
}

function questionsOf({ people, games, plays }: Plays, rows: Row[], owner: string) {
  const [asPerson, asGame, asExpansion, asPlayset] = [counted(), counted(), counted(), counted()]
  const playsets = new Map<string, SourcePlayset>()
  const played = new GamesPlayed()
  for (const play of plays) played.add(play)
  for (const { gameKey, personKeys = [], play } of rows) {
    for (const key of personKeys) asPerson.add(key)
    if (gameKey !== undefined) asGame.add(gameKey)
    for (const key of play?.expansions ?? []) asExpansion.add(key)
    if (gameKey === undefined || play?.playset === undefined) continue
    const key = JSON.stringify([gameKey, play.playset])
    playsets.set(key, { key, name: play.playset, gameKey })
    asPlayset.add(key)
  }
  const ask = (
    kind: string,
    count: Map<string, number>,
    named: SourcePerson | SourceGame | SourcePlayset,
  ) => ({
    kind,
    key: named.key,
    name: nameOf(named.name, kind === 'PERSON' ? LONGEST_PERSON_NAME : LONGEST_GAME_NAME),
    plays: count.get(named.key),
    isOwner: 'isOwner' in named && (named.isOwner ?? false),
    isCooperative: 'isCooperative' in named && (named.isCooperative ?? false),
    gameKey: 'gameKey' in named ? named.gameKey : undefined,
    newGame: kind === 'GAME' ? played.describe(named) : undefined,
    bggId: 'bggId' in named && isBggId(named.bggId) ? named.bggId : undefined,
    sourceRef: 'sourceRef' in named ? named.sourceRef : undefined,
  })
  const named = <T extends SourcePerson | SourceGame | SourcePlayset>(
    list: T[],
    { plays: count }: ReturnType<typeof counted>,
    kind: string,
  ) => list.filter(({ key }) => count.has(key)).map((one) => ask(kind, count, one))
  const questions = [
    ...named(people, asPerson, 'PERSON'),
    ...named(games, asGame, 'GAME'),
    ...named(games, asExpansion, 'EXPANSION'),
    ...named([...playsets.values()], asPlayset, 'PLAYSET'),
  ]
  // Sorted ids, so that names with equally many plays are always listed in the same order.
  const ids = questions.map(() => uuidBeside(owner)).sort()
  return questions.map((question, index) => Object.assign(question, { id: ids[index] }))
}

interface SourcePlayset {
  key: string
  name: string
  gameKey: string
}

const isBggId = (id: number | undefined) => id !== undefined && Number.isInteger(id) && id > 0 && id < 2 ** 31

function counted() {
  const plays = new Map<string, number>()
  return { plays, add: (key: string) => plays.set(key, (plays.get(key) ?? 0) + 1) }
}

/** Returns a name that a person can have here. */
function nameOf(name: string, longest: number): string {
  const trimmed = Array.from(name.replaceAll(/[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu, ' ').trim())
  const cut = trimmed.slice(0, longest).join('').trim()
  return isBlank(cut) ? '?' : cut
}

const keysOf = (named: readonly { key: string }[]) => named.map(({ key }) => key)

const shortened = ({ at, kind, found }: Fault): Fault => ({ at, kind, found: found.slice(0, 200) })

/** PostgreSQL cannot store NUL or half a surrogate pair. */
function clean<T>(value: T): T {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '') as T
  if (Array.isArray(value)) return value.map(clean) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [clean(key), clean(inner)])) as T
}
