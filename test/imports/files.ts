/** Files of BG Stats for the tests, which we invent. */
import { randomUUID } from 'node:crypto'
import type { Database } from '../../src/db/database.ts'
import { workOn } from '../../src/imports/work.ts'
import type { Person } from '../support.ts'

export const JSON_FILE = { 'content-type': 'application/json' }

interface FileScore {
  player: string
  score?: string
  winner?: boolean
  rank?: number
  team?: string
}

export interface FilePlay {
  uuid?: string
  date?: string
  game: string
  scores: FileScore[]
  ignored?: boolean
  expansions?: string[]
}

interface FileGame {
  name: string
  bggId?: number
  cooperative?: boolean
}

/** The first player is the owner of the file. */
export function bgStats(players: string[], games: FileGame[], plays: FilePlay[]): string {
  const number = (list: readonly string[], name: string) => list.indexOf(name) + 1
  const gameNames = games.map(({ name }) => name)
  return JSON.stringify({
    userInfo: { meRefId: 1 },
    players: players.map((name, n) => ({ uuid: `player ${name}`, id: n + 1, name, isAnonymous: false })),
    locations: [],
    games: games.map(({ name, bggId = 0, cooperative = false }, n) => ({
      uuid: `game ${name}`,
      id: n + 1,
      name,
      bggId,
      cooperative,
      highestWins: true,
      noPoints: false,
      isBaseGame: 1,
      isExpansion: 0,
    })),
    plays: plays.map(
      ({ uuid = randomUUID(), date = '2024-05-01 20:00:00', game, scores, ignored = false }) => ({
        uuid,
        playDate: date,
        entryDate: date,
        modificationDate: date,
        gameRefId: number(gameNames, game),
        ignored,
        durationMin: 0,
        playerScores: scores.map(({ player, score = '', winner = false, rank = 0, team }) => ({
          playerRefId: number(players, player),
          score,
          winner,
          rank,
          seatOrder: 0,
          ...(team === undefined ? {} : { team }),
        })),
        expansionPlays: [],
      }),
    ),
  })
}

export async function importFile(person: Person, file: string, query = '') {
  return person.post(`/imports${query}`, file, JSON_FILE)
}

/** Does all that is to be done, as an instance does it in the background. */
export async function workAll(db: Database): Promise<void> {
  while (await workOn(db, (message, facts) => console.error(message, facts)));
}

export async function start(person: Person, id: string) {
  const { etag } = await person.get(`/imports/${id}`)
  return person.post(`/imports/${id}/start`, undefined, { 'if-match': etag })
}
