/**
 * The export: one document with all that the service stores about the caller. One statement selects the first page of every list,
 * which is all of it for nearly everybody. Each further page of a longer list is a statement of its own.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, DatabaseUnavailable } from '../db/database.ts'
import { type Sql, bulk, join, named, sql } from '../db/sql.ts'
import { accountErased } from '../http/lifecycle/authenticate.ts'
import type { UserCaller } from '../http/caller.ts'
import { unavailable } from '../http/problem.ts'
import { auditEventJson } from '../identity/audit/store.ts'
import { appJson, appsOf } from '../identity/provider/apps.ts'
import { personalTokenJson } from '../identity/personal-tokens/store.ts'
import { translationJson } from '../messages/translations/store.ts'
import { claimEdgeJson } from '../resources/claim-edges/store.ts'
import { claimRequestJson } from '../resources/claim-requests/store.ts'
import { communityJson } from '../resources/communities/store.ts'
import { ghostPlayerJson } from '../resources/ghost-players/store.ts'
import { groupMemberJson } from '../resources/groups/members.ts'
import { groupJson } from '../resources/groups/store.ts'
import { matchEditJson } from '../resources/match-edits/json.ts'
import { matchJson } from '../resources/matches/json.ts'
import { membershipRequestJson } from '../resources/membership-requests/store.ts'
import { membershipJson } from '../resources/memberships/store.ts'
import { playsetJson } from '../resources/playsets/store.ts'
import { privacySettingJson } from '../resources/privacy-settings/store.ts'
import { trustedEditorJson } from '../resources/trusted-editors/store.ts'
import { groupsOf } from '../resources/visibility/relations.ts'
import { meJson } from '../resources/users/store.ts'

/** The most items of a page. */
export const PAGE = 200
/** In bytes: a page ends with the item that exceeds it. */
const LONGEST_PAGE = 262_144
/** The most exports at once: each needs the memory for a page and for its compression. */
const MOST_AT_ONCE = 50
/** How long an export waits for a database that is away or busy, and the time between two attempts, in milliseconds. */
const PATIENCE = 30_000
const PAUSE = 1_000

type Item = { list: string; item: string; key: string }
type Key = string

/** Selects the caller and the first page of each list, in one snapshot. There is no row for the caller if they were erased. */
export const beginning = (caller: UserCaller): Sql<Item> => {
  const pages = Object.keys(LISTS).map((list) => page(list, caller))
  return bulk(
    named('exportMe', sql<Item>`${join([me(caller), ...pages], ' union all ')} order by rank, position`),
  )
}

/** The document: one text, or pieces if a list has more than a page. */
export function document(
  rows: Item[],
  { caller }: { caller: UserCaller },
  db: Database,
): string | AsyncIterable<string> {
  const items = Map.groupBy(rows, ({ list }) => list)
  if (!items.has('user')) throw accountErased() // the cache still had the caller
  if (!Object.keys(LISTS).some((list) => mayGoOn(items.get(list)))) return whole(items)
  if (underWay >= MOST_AT_ONCE)
    throw unavailable('Too many large exports are under way; try again in some minutes.')
  return pieces(items, caller, db)
}

/** In the module, because it bounds the memory of the process. */
let underWay = 0

async function* pieces(begun: Map<string, Item[]>, caller: UserCaller, db: Database): AsyncGenerator<string> {
  underWay++
  try {
    yield `{${user(begun)}`
    for (const list of Object.keys(LISTS)) {
      let items = begun.get(list)
      begun.delete(list)
      yield `, "${list}" : [${texts(items)}`
      while (mayGoOn(items)) {
        items = await next(list, items.at(-1)?.key ?? '', caller, db)
        if (items.length > 0) yield `, ${texts(items)}`
      }
      yield ']'
    }
    yield '}'
  } finally {
    underWay--
  }
}

const whole = (items: Map<string, Item[]>): string =>
  `{${[user(items), ...Object.keys(LISTS).map((list) => `"${list}" : [${texts(items.get(list))}]`)].join(', ')}}`

const user = (items: Map<string, Item[]>) => `"user" : ${texts(items.get('user'))}`
const texts = (items: Item[] = []) => items.map(({ item }) => item).join(', ')

/** True if the page might have ended because of its limits. */
const mayGoOn = (items: Item[] | undefined): items is Item[] =>
  items !== undefined &&
  (items.length >= PAGE || items.reduce((sum, { item }) => sum + Buffer.byteLength(item), 0) >= LONGEST_PAGE)

/** Throws if the account was erased, so that the document breaks off. Repeats a read after the database was away. */
async function next(list: string, after: Key, caller: UserCaller, db: Database): Promise<Item[]> {
  const statement = sql<Item>`${stillThere(caller)} union all ${page(list, caller, after)} order by rank, position`
  for (const until = performance.now() + PATIENCE; ;) {
    try {
      const [first, ...items] = await db.read(bulk(named(`exportMe.${list}`, statement)), {
        caller: caller.key,
      })
      if (first?.list !== STILL_THERE) throw new Error('The account was erased during its export.')
      return items
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || performance.now() > until) throw error
      await sleep(PAUSE)
    }
  }
}

const me = ({ userId }: UserCaller): Sql => sql`
  select -1 as rank, 0::bigint as position, 'user' as list, (${meJson})::text as item, '' as key
  from users u where u.id = ${userId} and u.erased_at is null`

/** The row before a page; it is missing if the account was erased. */
const STILL_THERE = ''

const stillThere = ({ userId }: UserCaller): Sql => sql`
  select -1 as rank, 0::bigint as position, ${STILL_THERE} as list, '' as item, '' as key
  from users u where u.id = ${userId} and u.erased_at is null`

/** The items of a list after a key, oldest first. Their order never changes, so none is repeated or left out. */
function page(name: string, caller: UserCaller, after?: Key): Sql {
  const { json, from, where, keys } = LISTS[name as keyof typeof LISTS](caller, after)
  const order = join(keys)
  const rank = sql`${Object.keys(LISTS).indexOf(name)}::int`
  return sql`
    (select ${rank} as rank, page.position, ${name} as list, page.item, page.key from (
      select first.*, sum(octet_length(first.item)) over (order by first.position) - octet_length(first.item) as bytes_before
      from (
        select row_number() over (order by ${order}) as position, (${json})::text as item,
          concat_ws('|', ${order}) as key
        from ${from} where ${where} and ${beyond(keys, after)} order by ${order} limit ${PAGE}
      ) first
    ) page where page.bytes_before < ${LONGEST_PAGE})`
}

/** The condition for the items after a key: a time, and one or two ids. */
function beyond(keys: Sql[], after: Key | undefined): Sql {
  if (after === undefined) return sql`true`
  const [time, ...ids] = after.split('|')
  return sql`(${join(keys)}) > (${time}::timestamptz, ${join(ids.map((id) => sql`${id}::uuid`))})`
}

/** On `accounts a`: the data of its owner, without credentials. */
const accountJson = sql`json_object(
  'id': a.id,
  'name': a.name,
  'email': a.email,
  'roles': to_json(a.roles),
  'hasPassword': a.password_hash is not null,
  'passkeys': (
    select coalesce(json_agg(json_object(
      'name': pk.name,
      'createdAt': rfc3339(pk.created_at),
      'lastUsedAt': rfc3339(pk.last_used_at)
      absent on null) order by pk.created_at), '[]')
    from passkeys pk where pk.account_id = a.id),
  'createdAt': rfc3339(a.created_at),
  'updatedAt': rfc3339(a.updated_at)
  absent on null)`

/** On `sessions s`. */
const sessionJson = sql`json_object(
  'id': s.id,
  'method': s.method,
  'address': s.address,
  'userAgent': s.user_agent,
  'createdAt': rfc3339(s.created_at),
  'lastSeenAt': rfc3339(s.last_seen_at))`

interface List {
  json: Sql
  from: Sql
  where: Sql
  /** The sort keys of the list, which never change: the time of an item, and its id. */
  keys: Sql[]
}

const byAge = (alias: Sql) => [sql`${alias}.created_at`, sql`${alias}.id`]

/**
 * The lists in the order of the document. They leave out deleted resources, but contain decided, withdrawn and revoked ones,
 * because we store those.
 */
const LISTS = {
  accounts: ({ accountId }) => ({
    json: accountJson,
    from: sql`accounts a`,
    where: sql`a.id = ${accountId}`,
    keys: byAge(sql`a`),
  }),
  sessions: ({ accountId, userId }) => ({
    json: sessionJson,
    from: sql`sessions s`,
    where:
      accountId === undefined
        ? sql`s.account_id is null and (s.issuer, s.subject) = (select u.issuer, u.subject from users u where u.id = ${userId})`
        : sql`s.account_id = ${accountId}`,
    keys: byAge(sql`s`),
  }),
  apps: ({ accountId }) => ({
    json: appJson,
    from: sql`(${appsOf(accountId)}) app`,
    where: sql`true`,
    keys: [sql`app.since`, sql`md5(app."clientId")::uuid`],
  }),
  personalTokens: ({ accountId }) => ({
    json: personalTokenJson,
    from: sql`personal_tokens pt`,
    where: sql`pt.account_id = ${accountId}`,
    keys: byAge(sql`pt`),
  }),
  auditEvents: ({ accountId }) => ({
    json: auditEventJson,
    from: sql`audit_events ae`,
    where: sql`ae.account_id = ${accountId}`,
    keys: byAge(sql`ae`),
  }),
  privacySettings: ({ userId }) => ({
    json: privacySettingJson,
    from: sql`privacy_settings ps`,
    where: sql`ps.user_id = ${userId}`,
    keys: byAge(sql`ps`),
  }),
  ghostPlayers: ({ userId }) => ({
    json: ghostPlayerJson,
    from: sql`ghost_players gp`,
    where: sql`gp.owner_id = ${userId} and gp.deleted_at is null`,
    keys: byAge(sql`gp`),
  }),
  playsets: ({ userId }) => ({
    json: playsetJson,
    from: sql`playsets p`,
    where: sql`p.owner_id = ${userId} and p.deleted_at is null`,
    keys: byAge(sql`p`),
  }),
  recordedMatches: (caller) => ({
    json: matchJson(caller, sql`true`),
    from: sql`matches m`,
    where: sql`m.recorder_id = ${caller.userId} and m.deleted_at is null`,
    keys: byAge(sql`m`),
  }),
  playedMatches: (caller, after) => ({
    json: matchJson(caller, sql`true`),
    from: sql`(${played(caller, after)}) played join matches m on m.id = played.match_id`,
    where: sql`true`,
    keys: [sql`played.match_created_at`, sql`played.match_id`],
  }),
  matchEdits: (caller) => ({
    json: matchEditJson(caller),
    from: sql`match_edits me`,
    where: sql`me.proposed_by = ${caller.userId}`,
    keys: byAge(sql`me`),
  }),
  claimRequests: (caller) => ({
    json: claimRequestJson(caller),
    from: sql`claim_requests cr`,
    where: sql`cr.canonical_player_id = ${caller.canonicalPlayerId}`,
    keys: byAge(sql`cr`),
  }),
  claimEdges: (caller) => ({
    json: claimEdgeJson(caller),
    from: sql`claim_edges ce`,
    where: sql`ce.canonical_player_id = ${caller.canonicalPlayerId}`,
    keys: byAge(sql`ce`),
  }),
  trustedEditors: (caller) => ({
    json: trustedEditorJson(caller),
    from: sql`trusted_editors te`,
    where: sql`(te.grantor_id = ${caller.userId} or te.editor_id = ${caller.userId})`,
    keys: byAge(sql`te`),
  }),
  groups: (caller) => ({
    json: groupJson,
    from: sql`groups g`,
    where: sql`g.deleted_at is null and (g.owner_id = ${caller.userId} or g.id in (${groupsOf(caller)}))`,
    keys: byAge(sql`g`),
  }),
  groupMembers: (caller) => ({
    json: sql`json_object('groupId': g.id, 'member': ${groupMemberJson(caller)})`,
    from: sql`groups g join group_members gm on gm.group_id = g.id`,
    where: sql`g.owner_id = ${caller.userId} and g.deleted_at is null`,
    keys: [sql`gm.created_at`, sql`gm.user_id`, sql`gm.group_id`],
  }),
  communities: ({ userId }) => ({
    json: communityJson,
    from: sql`communities c`,
    where: sql`c.owner_id = ${userId} and c.deleted_at is null`,
    keys: byAge(sql`c`),
  }),
  memberships: ({ userId }) => ({
    json: membershipJson,
    from: sql`memberships ms`,
    where: sql`ms.user_id = ${userId}`,
    keys: byAge(sql`ms`),
  }),
  membershipRequests: (caller) => ({
    json: membershipRequestJson(caller),
    from: sql`membership_requests mr`,
    where: sql`mr.user_id = ${caller.userId}`,
    keys: byAge(sql`mr`),
  }),
  translations: ({ userId }) => ({
    json: translationJson,
    from: sql`translations t`,
    where: sql`(t.drafted_by = ${userId} or t.published_by = ${userId})`,
    keys: byAge(sql`t`),
  }),
} satisfies Record<string, (caller: UserCaller, after?: Key) => List>

/** The first matches of each claimed ghost player of another owner, in the order of an index: a page contains no others. */
const played = ({ userId, canonicalPlayerId }: UserCaller, after: Key | undefined): Sql => sql`
  select distinct seat.match_created_at, seat.match_id
  from claim_edges ce cross join lateral (
    select mp.match_created_at, mp.match_id from participants mp
    where mp.ghost_player_id = ce.ghost_player_id and mp.match_final and mp.match_deleted_at is null
      and ${beyond([sql`mp.match_created_at`, sql`mp.match_id`], after)}
    order by mp.match_created_at, mp.match_id limit ${PAGE}
  ) seat
  where ce.canonical_player_id = ${canonicalPlayerId} and ce.revoked_at is null and ce.owner_id <> ${userId}`
