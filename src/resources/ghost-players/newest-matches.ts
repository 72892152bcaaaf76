/** The newest final matches of a ghost player, as invitations show them. */
import { type Sql, sql } from '../../db/sql.ts'
import { gameRef, ghostPlayerRef } from '../ref-json.ts'

const OTHERS = 10

/** An array of three. Everybody who sees it must have been promised these matches: it asks no policy. */
export const newestMatches = (ghostPlayerId: Sql): Sql => sql`(
  select coalesce(json_arrayagg(json_object(
    'game': ${gameRef(sql`mp.match_game_id`)},
    'playedAt': rfc3339(mp.match_played_at),
    'kind': mp.kind,
    'place': mp.place,
    'of': mp.place_of,
    'tied': mp.tied,
    'won': mp.won,
    'others': (
      select coalesce(json_arrayagg(${ghostPlayerRef(sql`other.ghost_player_id`)} order by other.position), '[]'::json)
      from (
        select o.ghost_player_id, o.position from participants o where o.match_id = mp.match_id and o.id <> mp.id
        order by o.position limit ${OTHERS}) other)
    absent on null) order by mp.match_played_at desc, mp.match_id desc), '[]'::json)
  from (
    select * from participants newest
    where newest.ghost_player_id = ${ghostPlayerId} and newest.match_final and newest.match_deleted_at is null
    order by newest.match_played_at desc, newest.match_id desc limit 3) mp)`
