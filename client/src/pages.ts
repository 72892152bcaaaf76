/** Follows the cursors of a list: page by page, or item by item. */
import type { Page } from './operation.ts'

/** `read` returns the page at a cursor, or the first page. */
export async function* pagesOf<P extends Page>(
  read: (cursor: string | undefined) => Promise<P>,
): AsyncGenerator<P, void, undefined> {
  for (let cursor: string | undefined; ;) {
    const page = await read(cursor)
    yield page
    if (page.nextCursor === null) return
    if (page.nextCursor === cursor) throw new Error('The list leads back to the same page.')
    cursor = page.nextCursor
  }
}

export async function* itemsOf<T>(pages: AsyncIterable<Page<T>>): AsyncGenerator<T, void, undefined> {
  for await (const { items } of pages) yield* items
}
