/** Exports everything that the service stores about the caller, as one document. Usually one statement reads everything. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, DatabaseUnavailable } from '../db/database.ts'
import { type Sql, bulk, join, named, sql } from '../db/sql.ts'
import { accountErased } from '../http/lifecycle/authenticate.ts'
import type { UserCaller } from '../http/caller.ts'
import { unavailable } from '../http/problem.ts'
import { meJson } from '../resources/users/store.ts'
import { EXPORT_LISTS, type Key, PAGE, beyond } from './export-lists.ts'

/** In bytes. A page ends with the item that takes it beyond this size. */
const LONGEST_PAGE = 262_144
/** The limit for exports of this process, because each needs memory for a page and for compression. */
export const MOST_AT_ONCE = 50
/** In milliseconds: how long an export waits for the database, and the pause between two tries. */
const PATIENCE = 30_000
const PAUSE = 1_000

type Item = { list: string; item: string; key: string }

/** Selects no row for a caller who was erased. */
export const beginning = (caller: UserCaller): Sql<Item> => {
  const pages = Object.keys(EXPORT_LISTS).map((list) => page(list, caller))
  return bulk(
    named('exportMe', sql<Item>`${join([me(caller), ...pages], ' union all ')} order by rank, position`),
  )
}

export function document(
  rows: Item[],
  { caller }: { caller: UserCaller },
  db: Database,
): string | AsyncIterable<string> {
  const items = Map.groupBy(rows, ({ list }) => list)
  if (!items.has('user')) throw accountErased() // the caller was still in the cache
  if (!Object.keys(EXPORT_LISTS).some((list) => mayGoOn(items.get(list)))) return whole(items)
  if (underWay >= MOST_AT_ONCE)
    throw unavailable('Too many large exports are under way; try again in some minutes.')
  return pieces(items, caller, db)
}

/** The number of exports under way in this process. */
let underWay = 0

async function* pieces(begun: Map<string, Item[]>, caller: UserCaller, db: Database): AsyncGenerator<string> {
  underWay++
  try {
    yield `{${user(begun)}`
    for (const list of Object.keys(EXPORT_LISTS)) {
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
  `{${[user(items), ...Object.keys(EXPORT_LISTS).map((list) => `"${list}" : [${texts(items.get(list))}]`)].join(', ')}}`

const user = (items: Map<string, Item[]>) => `"user" : ${texts(items.get('user'))}`
const texts = (items: Item[] = []) => items.map(({ item }) => item).join(', ')

const mayGoOn = (items: Item[] | undefined): items is Item[] =>
  items !== undefined &&
  (items.length >= PAGE || items.reduce((sum, { item }) => sum + Buffer.byteLength(item), 0) >= LONGEST_PAGE)

/** Throws if the account was erased meanwhile, so that the document breaks off. */
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

const STILL_THERE = ''

const stillThere = ({ userId }: UserCaller): Sql => sql`
  select -1 as rank, 0::bigint as position, ${STILL_THERE} as list, '' as item, '' as key
  from users u where u.id = ${userId} and u.erased_at is null`

/** The oldest items come first. The order never changes, so no item is repeated or missed. */
function page(name: string, caller: UserCaller, after?: Key): Sql {
  const { json, from, where, keys } = EXPORT_LISTS[name as keyof typeof EXPORT_LISTS](caller, after)
  const order = join(keys)
  const rank = sql`${Object.keys(EXPORT_LISTS).indexOf(name)}::int`
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
