/** Writes the results that `finish.ts` computes into the rows of participants. */
import { type Sql, sql } from '../../db/sql.ts'
import { type Scoring, type Written, finish } from './finish.ts'

export interface WrittenMatch {
  scoring: Scoring
  seats: (Written & { id: string })[]
}

/** The match must be locked before this statement: it sees only rows that were committed before it began. */
export const writtenMatch: Sql = written(sql`mp.score`, sql`mp.rank`, sql`mp.outcome`, sql`l.attributes`)

export const writtenAfterEdit = (editId: string): Sql => {
  return written(
    ifSet(sql`ep.score_set`, sql`ep.score`, sql`mp.score`),
    ifSet(sql`ep.rank_set`, sql`ep.rank`, sql`mp.rank`),
    ifSet(sql`ep.outcome_set`, sql`ep.outcome`, sql`mp.outcome`),
    sql`coalesce(el.attributes, l.attributes)`,
    sql`
      left join match_edit_participants ep on ep.edit_id = ${editId} and ep.participant_id = mp.id
      left join match_edit_loadouts el on el.edit_id = ${editId} and el.participant_id = mp.id`,
  )
}

const ifSet = (set: Sql, value: Sql, current: Sql) =>
  sql`(case when ${set} then ${value} else ${current} end)`

function written(score: Sql, rank: Sql, outcome: Sql, attributes: Sql, edited = sql``): Sql {
  return sql`(
    select json_object(
      'scoring': json_object('scoreType': g.score_type, 'winCondition': g.win_condition),
      'seats': (
        select json_agg(json_object(
          'id': mp.id, 'score': ${score}, 'rank': ${rank}, 'outcome': ${outcome}, 'team': ${attributes} -> 'team'
          absent on null) order by mp.position)
        from participants mp left join loadouts l on l.participant_id = mp.id ${edited}
        where mp.match_id = m.id))
    from games g where g.id = m.game_id)`
}

export const resultsOfFinal = (matchId: string, match: WrittenMatch): Sql => sql`
  update participants mp set match_finalized_at = now(), match_game_id = m.game_id, match_community_id = m.community_id,
    ${resultColumns}
  from matches m, ${resultRows(match)}
  where m.id = ${matchId} and mp.match_id = m.id and mp.id = r.id`

/** Updates only rows whose result differs, because most edits change no result. */
export const resultsOfChanged = (matchId: string, match: WrittenMatch): Sql => sql`
  update participants mp set ${resultColumns}
  from ${resultRows(match)}
  where mp.match_id = ${matchId} and mp.id = r.id and ${differs}`

export const resultsOfMany = (matches: WrittenMatch[]): Sql => sql`
  update participants mp set ${resultColumns}
  from ${rowsOf(matches.flatMap(results))}
  where mp.id = r.id and mp.match_final and ${differs}`

export interface ResultRow {
  id: string
  kind: string
  place: number | null
  of: number
  winners: number | null
  tied: boolean
  won: boolean | null
  side: number | null
}

export function results({ scoring, seats }: WrittenMatch): ResultRow[] {
  const { kind, seats: finished } = finish(seats, scoring)
  return finished.map(({ place = null, of, winners = null, tied, won = null, side = null }, index) => ({
    id: seats[index]?.id ?? '',
    kind,
    place,
    of,
    winners,
    tied,
    won,
    side,
  }))
}

const resultColumns = sql`
    kind = r.kind, place = r.place, place_of = r."of", winners = r.winners, tied = r.tied, won = r.won, side = r.side`

const differs = sql`
  (mp.kind, mp.place, mp.place_of, mp.winners, mp.tied, mp.won, mp.side)
    is distinct from (r.kind, r.place, r."of", r.winners, r.tied, r.won, r.side)`

const resultRows = (match: WrittenMatch): Sql => rowsOf(results(match))

const rowsOf = (rows: ResultRow[]): Sql => sql`
  json_to_recordset(${JSON.stringify(rows)})
    as r (id uuid, kind text, place int, "of" int, winners int, tied boolean, won boolean, side int)`
