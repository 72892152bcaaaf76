/** The body of a list's page, and its schema. */
import * as z from 'zod'
import { type Cursor, writeCursor } from './cursor.ts'
import { MOST_ITEMS } from './parameters.ts'
import type { ListQuery, Order } from './query.ts'

export type PageRow = {
  /** The item as JSON text. An empty page has one row, where it is null. */
  item: string | null
  [sortKey: `k${number}`]: string
  visible?: boolean
}

export function pageBody(found: PageRow[], { limit, order, cursor, scope }: ListQuery): string {
  const rows = found.filter((row) => row.item !== null)
  const more = rows.length > limit
  const page = rows.slice(0, limit)
  const backwards = cursor?.towards === 'before'
  if (backwards) page.reverse()
  const write = (towards: Cursor['towards'], row: PageRow | undefined) => {
    if (row) return writeCursor({ towards, inclusive: false, keys: keysOf(row, order) }, scope)
    // If all rows of this page were deleted meanwhile, the previous page ends where this one began.
    return cursor ? writeCursor({ towards, inclusive: true, keys: cursor.keys }, scope) : null
  }
  const hasPrevious = backwards ? more : cursor !== undefined
  const hasNext = backwards || more
  const prevCursor = hasPrevious ? write('before', page[0]) : null
  const nextCursor = hasNext ? write('after', page.at(-1)) : null
  const items = page.map((row) => row.item).join(',')
  return `{"limit":${limit},"prevCursor":${JSON.stringify(prevCursor)},"nextCursor":${JSON.stringify(nextCursor)},"items":[${items}]}`
}

const keysOf = (row: PageRow, order: Order[]) => order.map((_, index) => String(row[`k${index}`]))

export const Count = z
  .strictObject({ count: z.int().min(0).meta({ format: 'int64' }) })
  .meta({ id: 'Count', description: 'The number of items of a list', example: { count: 42 } })

const cursor = () => z.string().nullable()

/** Each schema is made only once, because its name must be unique in the OpenAPI document. */
const pages = new Map<z.ZodType, z.ZodType>()

export function pageSchema(item: z.ZodType): z.ZodType {
  const known = pages.get(item)
  if (known) return known
  const { id = 'Item', example } = item.meta() ?? {}
  const page = z
    .strictObject({
      limit: z.int32().min(1).max(MOST_ITEMS),
      prevCursor: cursor().meta({ description: 'The cursor of the previous page; null on the first page' }),
      nextCursor: cursor().meta({ description: 'The cursor of the next page; null on the last page' }),
      items: z.array(item),
    })
    .meta({
      id: `${id}Page`,
      description: `A page of ${id} items`,
      example: { limit: 20, prevCursor: null, nextCursor: null, items: [example] },
    })
  pages.set(item, page)
  return page
}
