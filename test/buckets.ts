/** Checks that ids are in the bucket of their owner (decision 016), and makes ids for rows that tests insert with SQL. */
import type { Database } from '../src/db/database.ts'
import { type Sql, sql } from '../src/db/sql.ts'
import { bucketOf } from '../src/db/uuid.ts'
import { keyOf } from '../src/http/access-token.ts'

/** The digits of a bucket in the text of a UUID. */
const digits = (id: Sql): Sql => sql`substr((${id})::text, 16, 3)`

/** Makes a new id in the bucket of another id, for something with the same owner. */
export const idBeside = (id: Sql): Sql => sql`overlay(uuidv7()::text placing ${digits(id)} from 16)::uuid`

/** Makes a new id for the user with this issuer and subject. Neither may have a character that JSON escapes. */
export const idOfSubject = (issuer: Sql, subject: Sql): Sql => sql`
  overlay(uuidv7()::text placing substr(
    encode(sha256(convert_to('["' || ${issuer} || '","' || ${subject} || '"]', 'UTF8')), 'hex'), 14, 3) from 16)::uuid`

/** The tables with rows that people own. The SQL gives the ids of the rows, and an id of each row's owner. */
export const OWNED: Record<string, Sql> = {
  canonical_players: sql`select id, user_id from canonical_players`,
  ghost_players: sql`select id, owner_id from ghost_players`,
  claim_requests: sql`select cr.id, gp.owner_id from claim_requests cr join ghost_players gp on gp.id = cr.ghost_player_id`,
  claim_edges: sql`select ce.id, gp.owner_id from claim_edges ce join ghost_players gp on gp.id = ce.ghost_player_id`,
  push_devices: sql`select id, user_id from push_devices`,
  same_people: sql`select id, user_id from same_people`,
  trusted_editors: sql`select id, grantor_id from trusted_editors`,
  invitations: sql`select id, inviter_id from invitations`,
  invitation_uses: sql`select iu.id, i.inviter_id from invitation_uses iu join invitations i on i.id = iu.invitation_id`,
  imports: sql`select id, owner_id from imports`,
  import_questions: sql`select q.id, i.owner_id from import_questions q join imports i on i.id = q.import_id`,
  import_plays: sql`select p.id, i.owner_id from import_plays p join imports i on i.id = p.import_id`,
  playsets: sql`select id, owner_id from playsets`,
  groups: sql`select id, owner_id from groups`,
  // An inherited community keeps its id, so its bucket is the bucket of an erased owner.
  communities: sql`
    select c.id, coalesce(
      (select u.id from users u where ${digits(sql`u.id`)} = ${digits(sql`c.id`)} and u.erased_at is not null limit 1),
      c.owner_id) from communities c`,
  memberships: sql`select id, user_id from memberships`,
  membership_requests: sql`select id, user_id from membership_requests`,
  privacy_settings: sql`select id, user_id from privacy_settings`,
  matches: sql`select id, recorder_id from matches`,
  participants: sql`select mp.id, m.recorder_id from participants mp join matches m on m.id = mp.match_id`,
  loadouts: sql`
    select l.id, m.recorder_id
    from loadouts l join participants mp on mp.id = l.participant_id join matches m on m.id = mp.match_id`,
  dispute_answers: sql`
    select da.id, m.recorder_id
    from dispute_answers da join match_edits me on me.id = da.edit_id join matches m on m.id = me.match_id`,
  match_edits: sql`select me.id, m.recorder_id from match_edits me join matches m on m.id = me.match_id`,
  match_edit_loadouts: sql`
    select el.loadout_id, m.recorder_id
    from match_edit_loadouts el join match_edits me on me.id = el.edit_id join matches m on m.id = me.match_id`,
}

/** Returns a line for each id that is not in its owner's bucket, and for each table whose ids have no known origin. */
export async function wrongBuckets(db: Database): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(OWNED).map(async ([table, rows]) => {
      const wrong = await db.many(sql<{ id: string; owner: string }>`
        select id, owner from (${rows}) owned (id, owner) where ${digits(sql`id`)} is distinct from ${digits(sql`owner`)}`)
      return wrong.map(({ id, owner }) => `${table}: ${id} is not in the bucket of ${owner}`)
    }),
  )
  return [...found.flat(), ...(await wrongUsers(db)), ...(await wrongDefaults(db))]
}

async function wrongUsers(db: Database): Promise<string[]> {
  const users = await db.many(sql<{ id: string; issuer: string; subject: string }>`
    select id, issuer, subject from users where erased_at is null`)
  return users
    .filter((user) => bucketOf(user.id) !== bucketOf(keyOf(user)))
    .map(({ id, issuer, subject }) => `users: ${id} is not in the bucket of ${subject} of ${issuer}`)
}

/** Tables whose rows have no owner. Node makes their ids, not PostgreSQL. */
const NOBODYS = ['oidc_clients', 'pipeline_instances']

/** A column's default cannot know the owner of a row, so only rows without an owner may get their ids from a default. */
async function wrongDefaults(db: Database): Promise<string[]> {
  const tables = await db.many(sql<{ name: string; made: boolean }>`
    select table_name::text as name, column_default is not null as made
    from information_schema.columns
    where table_schema = 'public' and column_name = 'id' and data_type = 'uuid' and table_name <> all (${NOBODYS})`)
  const owned = new Set(['users', ...Object.keys(OWNED)])
  return tables
    .filter(({ name, made }) => made === owned.has(name))
    .map(({ name, made }) =>
      made
        ? `${name}: its ids have an owner and a default`
        : `${name}: its ids have no default, and no owner is known here`,
    )
}
