/**
 * The caller's matches, for exports as tables and for other apps: all matches that the caller recorded or played, the oldest
 * first in each list.
 */
import type { Database } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import { local } from '../../resources/statistics/span.ts'
import { EXPORT_LISTS } from './lists.ts'
import { type Begun, type Item, type Key, type Lists, begunWith, firstPages, pagesOf } from './pages.ts'

type Ref = { id: string; displayName: string }

export interface ExportedMatch {
  match: {
    id: string
    game: Ref
    playset?: Ref
    community?: Ref
    recorder: Ref
    status: 'DRAFT' | 'FINALIZED'
    playedAt: string
    expansions: Ref[]
    participants: ExportedParticipant[]
  }
  game: ExportedGame
  /** The expansions of the match in their order. */
  expansions: { id: string; sourceRef: string | null }[]
  /** The ids of the participants who are the caller. */
  own: string[]
  /** The ids of the participants who won, by the rules of statistics. A draft has none. */
  winners: string[]
  /**
   * The attributes of each participant's loadout, by the participant's id. They are JSON texts, so that numbers keep all their
   * digits.
   */
  loadouts: Record<string, string>
  /** Times in the time zone of the export, such as `2026-11-23 19:30:00`. */
  localTimes: { played: string; created: string; updated: string }
}

export interface ExportedParticipant {
  id: string
  ghostPlayer: Ref
  score?: number
  rank?: number
  outcome?: 'WIN' | 'LOSS'
}

interface ExportedGame {
  sourceRef: string | null
  minPlayers: number
  maxPlayers: number
  scoreType: 'SCORE' | 'TIME' | 'TURNS' | 'WIN_LOSS'
  winCondition: 'HIGHER_WINS' | 'LOWER_WINS' | null
}

/** The user who exports their matches. */
export type Exporter = Ref & { selfGhostPlayer: Ref }

interface Source {
  caller: UserCaller
  query: { timeZone: string }
  /** The name of the statements in PostgreSQL's logs. */
  name: string
}

export const firstMatches = (source: Source): Sql<Item> => firstPages(matchSource(source))

export function exporterIn(rows: Item[]): { exporter: Exporter; begun: Begun } {
  const begun = begunWith(rows)
  return { exporter: JSON.parse(begun.get('user')?.[0]?.item ?? '') as Exporter, begun }
}

/** Returns one page of matches after another. */
export async function* matchesOf(
  begun: Begun,
  source: Source,
  db: Database,
): AsyncGenerator<ExportedMatch[]> {
  const pages = matchSource(source)
  for (const list of Object.keys(pages.lists))
    for await (const items of pagesOf(list, begun, pages, db))
      yield items.map(({ item }) => JSON.parse(item) as ExportedMatch)
}

const matchSource = ({ caller, query: { timeZone }, name }: Source) => ({
  lists: {
    recordedMatches: withFacts('recordedMatches', timeZone),
    playedMatches: withFacts('playedMatches', timeZone),
  } satisfies Lists,
  caller,
  name,
})

const withFacts =
  (name: 'recordedMatches' | 'playedMatches', timeZone: string) => (caller: UserCaller, after?: Key) => {
    const list = EXPORT_LISTS[name](caller, after)
    return { ...list, json: factsJson(list.json, caller, timeZone) }
  }

const factsJson = (match: Sql, { canonicalPlayerId }: UserCaller, timeZone: string): Sql => sql`json_object(
  'match': ${match},
  'game': (
    select json_object(
      'sourceRef': g.source_ref, 'minPlayers': g.min_players, 'maxPlayers': g.max_players,
      'scoreType': g.score_type, 'winCondition': g.win_condition)
    from games g where g.id = m.game_id),
  'expansions': (
    select coalesce(json_agg(json_object('id': e.id, 'sourceRef': e.source_ref) order by me.position), '[]')
    from match_expansions me join expansions e on e.id = me.expansion_id where me.match_id = m.id),
  'own': (
    select coalesce(json_agg(mp.id order by mp.position), '[]')
    from participants mp join claim_edges ce on ce.ghost_player_id = mp.ghost_player_id and ce.revoked_at is null
    where mp.match_id = m.id and ce.canonical_player_id = ${canonicalPlayerId}),
  'winners': (
    select coalesce(json_agg(mp.id order by mp.position), '[]')
    from participants mp where mp.match_id = m.id and mp.won),
  'loadouts': (
    select coalesce(json_object_agg(mp.id, l.attributes::text), '{}')
    from participants mp join loadouts l on l.participant_id = mp.id where mp.match_id = m.id),
  'localTimes': json_object(
    'played': ${localText(sql`m.played_at`, timeZone)},
    'created': ${localText(sql`m.created_at`, timeZone)},
    'updated': ${localText(sql`m.updated_at`, timeZone)}))`

const localText = (at: Sql, timeZone: string) =>
  sql`to_char(${local(at, { timeZone })}, 'YYYY-MM-DD HH24:MI:SS')`
