/** Exports everything that the service stores about the caller, as one JSON document. */
import type { Database } from '../../db/database.ts'
import type { Sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import { EXPORT_LISTS } from './lists.ts'
import { type Begun, type Item, begunWith, firstPages, isWhole, oneOfFew, pagesOf } from './pages.ts'

const LISTS = Object.keys(EXPORT_LISTS)

const sourceOf = (caller: UserCaller) => ({ lists: EXPORT_LISTS, caller, name: 'exportMe' })

export const beginning = (caller: UserCaller): Sql<Item> => firstPages(sourceOf(caller))

export function document(
  rows: Item[],
  { caller }: { caller: UserCaller },
  db: Database,
): string | AsyncIterable<string> {
  const begun = begunWith(rows)
  if (LISTS.every((list) => isWhole(begun.get(list)))) return whole(begun)
  return oneOfFew(() => pieces(begun, caller, db))
}

async function* pieces(begun: Begun, caller: UserCaller, db: Database): AsyncGenerator<string> {
  yield `{${user(begun)}`
  for (const list of LISTS) {
    yield `, "${list}" : [`
    let before = ''
    for await (const items of pagesOf(list, begun, sourceOf(caller), db)) {
      if (items.length === 0) continue
      yield before + texts(items)
      before = ', '
    }
    yield ']'
  }
  yield '}'
}

const whole = (begun: Begun): string =>
  `{${[user(begun), ...LISTS.map((list) => `"${list}" : [${texts(begun.get(list))}]`)].join(', ')}}`

const user = (begun: Begun) => `"user" : ${texts(begun.get('user'))}`
const texts = (items: Item[] = []) => items.map(({ item }) => item).join(', ')
