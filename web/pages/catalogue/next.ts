/** Which candidate follows another one in the queue. */
import { effect } from '@preact/signals'
import type { Pages } from '../../api/cache.ts'

/** A candidate that is not on these pages, such as one of another filter, has no next one. */
const MOST_PAGES = 20

/** Reads further pages of the queue until the next candidate is on them. */
export async function nextOf(
  queue: Pick<Pages<{ id: string }>, 'items' | 'state' | 'hasMore' | 'error' | 'more'>,
  id: string,
): Promise<string | undefined> {
  await loaded(queue)
  for (let page = 1; ; page++) {
    const ids = queue.items.peek().map((one) => one.id)
    const at = ids.indexOf(id)
    const next = at < 0 ? undefined : ids[at + 1]
    if (next !== undefined || !queue.hasMore.peek() || queue.error.peek() || page >= MOST_PAGES) return next
    await queue.more()
  }
}

async function loaded({ state }: Pick<Pages<unknown>, 'state'>): Promise<void> {
  const stop = await new Promise<() => void>((resolve) => {
    const end = effect(() => {
      // The first run comes before `end` is set.
      if (state.value !== 'loading') queueMicrotask(() => resolve(end))
    })
  })
  stop()
}
