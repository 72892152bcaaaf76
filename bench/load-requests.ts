/** What people ask of one another in the data of `load`: edits, disputes, claim requests and membership requests. */
import { EVERYBODY } from '../src/resources/visibility/match-edits.ts'
import { PAIR, PLAYER } from './people.ts'

/** One match in ten has an edit, and one edit in ten waits. `numbered` selects the matches as `m`, with a number `n`. */
export const requests = (numbered: string): string[] => [
  `insert into match_edits
    (id, match_id, proposed_by, changes_playset, changes_expansions, status, decided_by, decided_at, created_at, updated_at)
  select uuidv7(), m.id, proposer.ids[1 + m.n / 10 % cardinality(proposer.ids)], true, false,
    case when m.n % 100 = 0 then 'PENDING' else 'REJECTED' end, case when m.n % 100 > 0 then m.recorder_id end,
    case when m.n % 100 > 0 then m.finalized_at + interval '1 day' end, m.finalized_at, m.finalized_at
  from ${numbered}, (
    select array_agg(id order by id) as ids from users
    where display_name in ('${PLAYER}', '${PAIR[0]}', '${PAIR[1]}', 'recorder 00')) proposer
  where m.n % 10 = 0 and m.finalized_at is not null`,
  `update participants mp set dispute_reason = 'No.', disputed_at = m.finalized_at, disputed_by = u.id
  from ${numbered}, users u
  where u.display_name = '${PLAYER}' and m.n % 200 = 0 and m.finalized_at is not null and mp.match_id = m.id and mp.position = 2`,
  `insert into claim_requests (id, canonical_player_id, ghost_player_id, owner_id, status, created_at)
  select uuidv7(), cp.id, gp.id, gp.owner_id, case when m.n % 1000 = 0 then 'PENDING' else 'REJECTED' end, m.created_at
  from ${numbered}
  join ghost_players gp on gp.owner_id = m.recorder_id and gp.display_name = 'Player ' || 1 + m.n / 100 % 30
  join users u on u.issuer = 'bench' and u.subject = (1 + m.n / 100 % 1000)::text join canonical_players cp on cp.user_id = u.id
  where m.n % 100 = 0 and u.id <> m.recorder_id
  on conflict do nothing`,
  `insert into membership_requests (id, community_id, user_id, status, created_at)
  select uuidv7(), m.community_id, u.id, case when m.n % 1000 = 1 then 'PENDING' else 'REJECTED' end, m.created_at
  from ${numbered}
  join users u on u.issuer = 'bench' and u.subject = (1 + m.n / 100 % 1000)::text
  where m.n % 100 = 1 and m.community_id is not null
  on conflict do nothing`,
]

/** Makes the rows that the service stores for lists of edits and disputes. */
export const keptOfRequests = [
  `insert into seen_match_edits (circle_id, edit_id, recorder_id, created_at, decided_at)
  select distinct circle.id, me.id, m.recorder_id, me.created_at, coalesce(me.decided_at, 'infinity')
  from match_edits me join matches m on m.id = me.match_id, lateral (
    select m.recorder_id
    union all
    select m.community_id where m.community_id is not null
    union all
    select mp.ghost_player_id from participants mp where mp.match_id = m.id
    union all
    select '${EVERYBODY}' where m.is_public and exists (
      select from privacy_settings ps
      where ps.user_id = m.recorder_id and ps.data_type = 'MATCH_DETAILS' and ps.level = 'PUBLIC')) circle (id)`,
  `insert into seen_disputes (circle_id, participant_id, disputed_at)
  select distinct circle.id, mp.id, mp.disputed_at
  from participants mp join matches m on m.id = mp.match_id, lateral (
    select m.recorder_id
    union all
    select seat.ghost_player_id from participants seat where seat.match_id = m.id) circle (id)
  where mp.disputed_by is not null`,
]
