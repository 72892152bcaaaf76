/**
 * Reads the lists of an export page by page. The first statement reads the first page of every list, which is usually everything.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, DatabaseUnavailable } from '../../db/database.ts'
import { type Sql, bulk, join, named, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import { accountErased } from '../../http/lifecycle/authenticate.ts'
import { unavailable } from '../../http/problem.ts'
import { meJson } from '../../resources/users/store.ts'

/** How many items a page has at most. */
export const PAGE = 200
/** In bytes. If a page is larger than this, it ends with the current item. */
const LONGEST_PAGE = 262_144
/** How many exports this process makes at the same time, because each needs memory for a page and for compression. */
export const MOST_AT_ONCE = 50
/** In milliseconds: how long an export waits for the database, and the pause between two attempts. */
const PATIENCE = 30_000
const PAUSE = 1_000

/** The sort key of an item, as a text: a time, then one or two ids. */
export type Key = string

interface List {
  json: Sql
  from: Sql
  where: Sql
  /** The time and the id of an item. Neither ever changes. */
  keys: Sql[]
}

export type Lists = Readonly<Record<string, (caller: UserCaller, after?: Key) => List>>

export type Item = { list: string; item: string; key: string }

/** The first page of each list, by the list's name. The page of `user` has only the user. */
export type Begun = Map<string, Item[]>

interface Source {
  lists: Lists
  caller: UserCaller
  /** The name of the statements in PostgreSQL's logs. */
  name: string
}

/** Selects no row if the caller was erased. */
export function firstPages({ lists, caller, name }: Source): Sql<Item> {
  const pages = Object.keys(lists).map((list) => page(list, lists, caller))
  return bulk(named(name, sql<Item>`${join([me(caller), ...pages], ' union all ')} order by rank, position`))
}

export function begunWith(rows: Item[]): Begun {
  const begun = Map.groupBy(rows, ({ list }) => list)
  if (!begun.has('user')) throw accountErased() // the caller was still in the cache
  return begun
}

/** True if the first page of a list has all items of the list. */
export const isWhole = (items: Item[] | undefined): boolean => !mayGoOn(items)

/** The pages of a list. Throws if the account was erased meanwhile, so that the document breaks off. */
export async function* pagesOf(
  list: string,
  begun: Begun,
  source: Source,
  db: Database,
): AsyncGenerator<Item[]> {
  let items = begun.get(list) ?? []
  begun.delete(list)
  yield items
  while (mayGoOn(items)) {
    items = await next(list, items.at(-1)?.key ?? '', source, db)
    yield items
  }
}

/** How many exports this process is making. */
let underWay = 0

/** Counts an export while its pieces are made. If there are too many exports, throws before the first piece. */
export function oneOfFew(pieces: () => AsyncGenerator<string>): AsyncIterable<string> {
  if (underWay >= MOST_AT_ONCE)
    throw unavailable('Too many large exports are under way; try again in some minutes.')
  return counted(pieces())
}

async function* counted(pieces: AsyncGenerator<string>): AsyncGenerator<string> {
  underWay++
  try {
    yield* pieces
  } finally {
    underWay--
  }
}

const mayGoOn = (items: Item[] | undefined): items is Item[] =>
  items !== undefined &&
  (items.length >= PAGE || items.reduce((sum, { item }) => sum + Buffer.byteLength(item), 0) >= LONGEST_PAGE)

async function next(list: string, after: Key, source: Source, db: Database): Promise<Item[]> {
  const { lists, caller, name } = source
  const statement = sql<Item>`${stillThere(caller)} union all ${page(list, lists, caller, after)} order by rank, position`
  for (const until = performance.now() + PATIENCE; ;) {
    try {
      const [first, ...items] = await db.read(bulk(named(`${name}.${list}`, statement)), {
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

const STILL_THERE = ''

const stillThere = ({ userId }: UserCaller): Sql => sql`
  select -1 as rank, 0::bigint as position, ${STILL_THERE} as list, '' as item, '' as key
  from users u where u.id = ${userId} and u.erased_at is null`

/** A page of a list. The oldest items come first, an order that never changes, so no item is repeated or left out. */
function page(name: string, lists: Lists, caller: UserCaller, after?: Key): Sql {
  const made = lists[name]?.(caller, after)
  if (!made) throw new Error(`An export has no list ${name}.`)
  const { json, from, where, keys } = made
  const order = join(keys)
  const rank = sql`${Object.keys(lists).indexOf(name)}::int`
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

export function beyond(keys: Sql[], after: Key | undefined): Sql {
  if (after === undefined) return sql`true`
  const [time, ...ids] = after.split('|')
  return sql`(${join(keys)}) > (${time}::timestamptz, ${join(ids.map((id) => sql`${id}::uuid`))})`
}
