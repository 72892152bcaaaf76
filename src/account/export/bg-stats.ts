/**
 * Exports the caller's final matches in the format of BG Stats, a tracker for phones. Facts for which this format has no field
 * are in `metaData` under `scorebook`, where an import finds them again.
 */
import type { Database } from '../../db/database.ts'
import type { UserCaller } from '../../http/caller.ts'
import {
  type ExportedMatch,
  type ExportedParticipant,
  type Exporter,
  exporterIn,
  firstMatches,
  matchesOf,
} from './matches.ts'
import { type Item, oneOfFew } from './pages.ts'

type Input = { caller: UserCaller; query: { timeZone: string } }

export const beginning = (input: Input) => firstMatches(source(input))

/** The plays come first in the document. So only the names of their people and games must stay in memory until its end. */
export const document = (rows: Item[], input: Input, db: Database): AsyncIterable<string> => {
  const { begun, exporter } = exporterIn(rows)
  return oneOfFew(async function* () {
    const file = new File(exporter)
    yield '{"plays":['
    let before = '\n'
    for await (const page of matchesOf(begun, source(input), db)) {
      const plays = page.filter(({ match }) => match.status === 'FINALIZED').map((match) => file.play(match))
      if (plays.length === 0) continue
      yield before + plays.join(',\n')
      before = ',\n'
    }
    yield `],\n${file.rest()}}`
  })
}

const source = (input: Input) => ({ ...input, name: 'exportMatchesAsBgStats' })

/** Gives numbers to people and games, in the order in which plays name them. */
class File {
  readonly #exporter: Exporter
  readonly #players = new Map<string, { id: number; name: string }>()
  readonly #games = new Map<string, { id: number; json: object }>()

  constructor(exporter: Exporter) {
    this.#exporter = exporter
    this.#player(exporter.selfGhostPlayer.id, exporter.displayName)
  }

  play(exported: ExportedMatch): string {
    const { match, localTimes, loadouts } = exported
    return JSON.stringify({
      uuid: match.id,
      modificationDate: localTimes.updated,
      entryDate: localTimes.created,
      playDate: localTimes.played,
      usesTeams: match.participants.some(({ id }) => fieldOf(loadouts[id], 'team') !== undefined),
      durationMin: minutesIn(sharedBy(exported, 'durationMinutes')),
      comments: sharedBy(exported, 'comments'),
      ignored: false,
      manualWinner: match.participants.some(({ outcome }) => outcome !== undefined),
      rounds: 0,
      bggId: 0,
      importPlayId: 0,
      gameRefId: this.#game(exported),
      rating: 0,
      nemestatsId: 0,
      metaData: metaData({
        playedAt: match.playedAt,
        playset: match.playset?.displayName,
        community: match.community?.displayName,
        recorder: match.recorder.id === this.#exporter.id ? undefined : match.recorder.displayName,
      }),
      playerScores: match.participants.map((participant) => this.#score(exported, participant)),
      expansionPlays: match.expansions.map((expansion, n) => ({
        gameRefId: this.#expansion(expansion, exported.expansions[n]?.sourceRef ?? null),
        bggId: 0,
      })),
    })
  }

  /** The people and games of all plays, and the remaining parts of the file. */
  rest(): string {
    const self = this.#player(this.#exporter.selfGhostPlayer.id, this.#exporter.displayName)
    const parts = {
      players: [...this.#players].map(([uuid, { id, name }]) => ({
        uuid,
        id,
        name,
        isAnonymous: false,
        bggUsername: '',
      })),
      games: [...this.#games].map(([uuid, { id: number, json }]) =>
        Object.assign({ uuid, id: number }, json),
      ),
      locations: [],
      userInfo: { meRefId: self, bggUsername: '' },
    }
    return Object.entries(parts)
      .map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)
      .join(',\n')
  }

  #score({ own, winners, loadouts }: ExportedMatch, participant: ExportedParticipant) {
    const { id, ghostPlayer, score, rank, outcome } = participant
    const seat = Number(fieldOf(loadouts[id], 'seat') ?? 0)
    return {
      score: score === undefined ? null : String(score),
      winner: winners.includes(id),
      newPlayer: false,
      startPlayer: false,
      playerRefId: own.includes(id)
        ? this.#player(this.#exporter.selfGhostPlayer.id, this.#exporter.displayName)
        : this.#player(ghostPlayer.id, ghostPlayer.displayName),
      rank: rank ?? 0,
      seatOrder: Number.isSafeInteger(seat) && seat > 0 ? seat : 0,
      role: fieldOf(loadouts[id], 'role'),
      team: fieldOf(loadouts[id], 'team'),
      metaData: metaData({ outcome, name: ghostPlayer.displayName, loadout: loadouts[id] }),
    }
  }

  #player(uuid: string, name: string): number {
    const known = this.#players.get(uuid) ?? { id: this.#players.size + 1, name }
    this.#players.set(uuid, known)
    return known.id
  }

  #game({ match, game }: ExportedMatch): number {
    return this.#thing(match.game, {
      ...this.#sourceOf(game.sourceRef),
      highestWins: game.winCondition !== 'LOWER_WINS',
      noPoints: game.scoreType === 'WIN_LOSS',
      minPlayerCount: game.minPlayers,
      maxPlayerCount: game.maxPlayers,
      isBaseGame: 1,
      isExpansion: 0,
      metaData: metaData({ sourceRef: game.sourceRef ?? undefined, scoreType: game.scoreType }),
    })
  }

  #expansion(expansion: { id: string; displayName: string }, sourceRef: string | null): number {
    return this.#thing(expansion, {
      ...this.#sourceOf(sourceRef),
      highestWins: true,
      noPoints: false,
      isBaseGame: 0,
      isExpansion: 1,
      metaData: metaData({ sourceRef: sourceRef ?? undefined }),
    })
  }

  #thing({ id: uuid, displayName }: { id: string; displayName: string }, facts: object): number {
    const json = { name: displayName, bggName: displayName, cooperative: false, usesTeams: false, ...facts }
    const known = this.#games.get(uuid) ?? { id: this.#games.size + 1, json }
    this.#games.set(uuid, known)
    return known.id
  }

  /** The game's number at BoardGameGeek, if the game comes from there. 0 means that it is unknown. */
  #sourceOf(sourceRef: string | null) {
    return { bggId: Number(/^bgg:(\d{1,9})$/.exec(sourceRef ?? '')?.[1] ?? 0) }
  }
}

/** Whole minutes. 0 if the text is no number of them. */
function minutesIn(text = ''): number {
  const minutes = Math.round(Number(text))
  return minutes > 0 && minutes <= LONGEST ? minutes : 0
}

/** In minutes: ten years. */
const LONGEST = 5_256_000

/** What the loadouts of all participants say alike, as docs/loadouts.md has it. */
function sharedBy({ match, loadouts }: ExportedMatch, name: string): string | undefined {
  const [value, ...others] = new Set(match.participants.map(({ id }) => fieldOf(loadouts[id], name)))
  return others.length === 0 ? value : undefined
}

/** An attribute of a loadout, as text. Only texts and numbers are taken. */
function fieldOf(loadout: string | undefined, name: string): string | undefined {
  const value = loadout === undefined ? undefined : (JSON.parse(loadout) as Record<string, unknown>)[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

const metaData = (scorebook: object) => JSON.stringify({ scorebook })
