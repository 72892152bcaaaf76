/** The SQL of a user's answers about two players: that they are one person, or two. */
import type { Queryable } from '../../db/database.ts'
import { type Sql, allOf, sql } from '../../db/sql.ts'
import { uuidBeside } from '../../db/uuid.ts'
import { withConstraints } from '../../db/violations.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { Collection } from '../../http/filter/collection.ts'
import { booleanField, timestampField, uuidField } from '../../http/filter/fields.ts'
import type { Found, Shown } from '../../http/operation/operation.ts'
import { conflict } from '../../http/problem.ts'
import { userRef } from '../ref-json.ts'
import { ghostPlayerPolicy, ghostPlayerShown } from '../visibility/ghost-players.ts'
import { seesDraftsOf } from '../visibility/matches.ts'
import { canonicalPlayerShown, personPolicy } from '../visibility/people.ts'
import { seesAllRecordedBy, seesResultInPart } from '../visibility/results.ts'
import { reaching, saidToBeSame } from '../visibility/same-people.ts'
import { MOST_ANSWERS, MOST_AS_ONE } from './schema.ts'

/** The two players of a request. If a ghost player is claimed and the caller sees who claimed it, `playerId` is that person. */
export type Pair = {
  oneIsSeen: boolean | null
  onePlayerId: string
  oneIsPerson: boolean
  otherIsSeen: boolean | null
  otherPlayerId: string
  otherIsPerson: boolean
}

export type Obstacles = {
  isCaller: boolean
  hasTwoPeople: boolean
  saidTwo: boolean
  sitTogether: boolean
  tooManyAsOne: boolean
  tooManyAnswers: boolean
}

export interface Answer {
  oneId: string
  otherId: string
  isSame: boolean
}

export const samePersonJson = (caller: UserCaller): Sql => sql`json_object(
  'id': sp.id,
  'one': ${playerJson(caller, sql`sp.one_id`)},
  'other': ${playerJson(caller, sql`sp.other_id`)},
  'isSame': sp.is_same,
  'createdAt': rfc3339(sp.created_at))`

const playerJson = (caller: UserCaller, id: Sql): Sql => sql`json_object(
  'canonicalPlayer': coalesce(${canonicalPlayerShown(caller, id)}, ${claimantOf(caller, id)}),
  'ghostPlayer': (select ${ghostPlayerShown(caller, sql`named.id`)} from ghost_players named where named.id = ${id}),
  'owner': (select ${userRef(sql`gp.owner_id`)} from ghost_players gp where gp.id = ${id} and ${ghostPlayerPolicy.sees(caller)})
  absent on null)`

/** The person who has claimed a ghost player, if the caller sees them: they count in its place. */
const claimantOf = (caller: UserCaller, id: Sql): Sql => sql`(
  select json_object('id': cp.id, 'displayName': u.display_name)
  from claim_edges ce join canonical_players cp on cp.id = ce.canonical_player_id join users u on u.id = cp.user_id
  where ce.ghost_player_id = ${id} and ce.revoked_at is null and ${personPolicy.sees(caller, sql`cp.user_id`)})`

export const samePeople: Collection<{ caller: UserCaller }> = {
  fields: {
    id: uuidField(sql`sp.id`),
    isSame: booleanField(sql`sp.is_same`),
    createdAt: timestampField(sql`sp.created_at`),
  },
  sorts: ['id', 'createdAt'],
  rows: ({ caller }) => ({
    from: sql`same_people sp`,
    where: sql`sp.user_id = ${caller.userId}`,
    json: samePersonJson(caller),
  }),
}

/** Locks the caller, so that the caller cannot send two contradicting answers at once. */
export const references = (caller: UserCaller, { oneId, otherId }: Answer) => sql<Pair>`
  with caller as (select id from users where id = ${caller.userId} for no key update)
  select one.is_seen as "oneIsSeen", one.player_id as "onePlayerId", one.is_person as "oneIsPerson",
    other.is_seen as "otherIsSeen", other.player_id as "otherPlayerId", other.is_person as "otherIsPerson"
  from caller left join (${player(caller, oneId)}) one on true left join (${player(caller, otherId)}) other on true`

const player = (caller: UserCaller, id: string): Sql => sql`
  select ${ghostPlayerPolicy.sees(caller)} as is_seen, coalesce(cp.id, gp.id) as player_id, cp.id is not null as is_person
  from ghost_players gp
  left join claim_edges ce on ce.ghost_player_id = gp.id and ce.revoked_at is null
  left join canonical_players cp on cp.id = ce.canonical_player_id and ${personPolicy.sees(caller, sql`cp.user_id`)}
  where gp.id = ${id}
  union all
  select ${personPolicy.sees(caller, sql`cp.user_id`)}, cp.id, true
  from canonical_players cp join users u on u.id = cp.user_id where cp.id = ${id} and u.erased_at is null`

/**
 * Inserts the answer and looks for obstacles in one round trip, while the lock is held. If there is an obstacle, it throws, and
 * the transaction is rolled back.
 */
export async function insert(
  db: Queryable,
  caller: UserCaller,
  answer: Answer,
  pair: Pair,
): Promise<{ obstacles: Obstacles; shown: Shown }> {
  const [obstacles, shown] = await withConstraints(
    {
      same_people_pair_key: () =>
        conflict('You have said this about the two players already, or the opposite.'),
    },
    Promise.all([db.one(obstaclesTo(caller, answer, pair)), db.one(insertion(caller, answer))]),
  )
  return { obstacles, shown }
}

const insertion = (caller: UserCaller, { oneId, otherId, isSame }: Answer) => sql<Shown>`
  with sp as (
    insert into same_people (id, user_id, one_id, other_id, is_same)
    values (${uuidBeside(caller.userId)}, ${caller.userId}, ${oneId}, ${otherId}, ${isSame}) returning *)
  select sp.id, 1 as version, (${samePersonJson(caller)})::text as body from sp`

/** Nobody changes an answer, so it stays at its first version. */
export const show = (id: string, caller: UserCaller) => sql<Found>`
  select sp.id, 1 as version, (${samePersonJson(caller)})::text as body
  from same_people sp where sp.id = ${id} and sp.user_id = ${caller.userId}`

export const obstaclesTo = (
  caller: UserCaller,
  { oneId, otherId, isSame }: Answer,
  pair: Pair,
) => sql<Obstacles>`
  with ${reaching(caller, isSame ? sql`${saidToBeSame(caller)} union all select ${oneId}::uuid, ${otherId}::uuid` : saidToBeSame(caller))},
  one as (
    select id from joined where root in (select root from joined where id in (${pair.onePlayerId}, ${pair.otherPlayerId}))),
  named as (select id from one union select k.id from known k join one on one.id = k.player_id),
  seats as materialized (
    select one.id as player_id, gp.id as ghost_player_id, gp.owner_id from one join ghost_players gp on gp.id = one.id
    union all
    select one.id, ce.ghost_player_id, ce.owner_id from one
    join canonical_players cp on cp.id = one.id and ${personPolicy.sees(caller, sql`cp.user_id`)}
    join claim_edges ce on ce.canonical_player_id = one.id and ce.revoked_at is null),
  sat as materialized (${sat(caller)})
  select
    exists (select from one where id = ${caller.canonicalPlayerId}) as "isCaller",
    (select count(*) > 1 from canonical_players cp join one using (id)) as "hasTwoPeople",
    ${
      isSame
        ? sql`exists (
      select from same_people sp
      where sp.user_id = ${caller.userId} and not sp.is_same and sp.one_id in (select id from named) and sp.other_id in (select id from named))`
        : sql`exists (
      select from joined a join joined b using (root) where a.id = ${pair.onePlayerId} and b.id = ${pair.otherPlayerId})`
    } as "saidTwo",
    ${isSame ? sitTogether : sql`false`} as "sitTogether",
    (select count(*) > ${MOST_AS_ONE} from one) as "tooManyAsOne",
    (select count(*) >= ${MOST_ANSWERS} from same_people where user_id = ${caller.userId}) as "tooManyAnswers"`

/**
 * The seats that the caller sees, of owners who have ghost players of two of the players: only ghost players of one owner can be in
 * the same match. Indexes alone have these seats, some hundred to a page; looking for the other player in each match reads three
 * pages for each.
 */
const sat = (caller: UserCaller): Sql => sql`
  with ours as materialized (
    select a.player_id, a.ghost_player_id, case
      when ${seesDraftsOf(caller, sql`a.owner_id`)} then 'DRAFTS'
      when ${seesAllRecordedBy(caller, sql`a.owner_id`)} then 'ALL' else 'PART' end as sees
    from seats a
    where a.owner_id in (select b.owner_id from seats b group by b.owner_id having count(distinct b.player_id) > 1))
  ${seatsWhere(sql`'DRAFTS'`, sql`true`)}
  union all
  ${seatsWhere(sql`'ALL'`, sql`mp.match_final`)}
  union all
  ${seatsWhere(sql`'PART'`, allOf([sql`mp.match_final`, seesResultInPart(caller)]))}`

const seatsWhere = (sees: Sql, which: Sql): Sql => sql`
  select a.player_id, mp.match_id
  from ours a join participants mp on mp.ghost_player_id = a.ghost_player_id and mp.match_deleted_at is null
  where a.sees = ${sees} and ${which}`

/** True if two of the players sit in one match: then they are two people. */
const sitTogether = sql`exists (select from sat group by match_id having count(distinct player_id) > 1)`

export const lock = (id: string, { userId }: UserCaller) => sql<{ id: string }>`
  select id from same_people where id = ${id} and user_id = ${userId} for update`

export const remove = (id: string): Sql => sql`delete from same_people where id = ${id}`

/** For an erasure: deletes the user's answers, and other users' answers about the user. */
export const forget = ({ userId, canonicalPlayerId }: UserCaller): Sql => sql`
  delete from same_people
  where user_id = ${userId} or one_id = ${canonicalPlayerId} or other_id = ${canonicalPlayerId}`
