/** Finds out which games have an image. Tiles that appear together share one request. */
import { type Signal, signal } from '@preact/signals'
import { kept } from '../../api/cache.ts'
import { may } from '../../api/session.ts'

/** How many games one request asks about. A filter takes up to 100 values, and a page has up to 100 items. */
const MOST_OF_BATCH = 60
/** If more games are known than this, all of them are asked for again. */
const MOST_KNOWN = 2_000

interface Batch {
  gameIds: string[]
  /** The filter of the request. Undefined until all games of the batch are known. */
  filter: Signal<string | undefined>
}

const batches = new Map<string, Batch>()
let open: Batch | undefined

/**
 * A text that changes with the image of the game. Undefined if the game has none, or if we do not know yet. It reads signals, so
 * call it while rendering.
 */
export function digestOf(gameId: string): string | undefined {
  if (!may('game-read')) return undefined
  const filter = (batches.get(gameId) ?? joined(gameId)).filter.value
  if (filter === undefined) return undefined
  const { value } = kept('listGameImages', { query: { filter, limit: MOST_OF_BATCH } }).value
  return value?.items.find(({ game }) => game.id === gameId)?.digest
}

function joined(gameId: string): Batch {
  if (batches.size >= MOST_KNOWN) batches.clear()
  if (!open || open.gameIds.length >= MOST_OF_BATCH) open = opened()
  open.gameIds.push(gameId)
  batches.set(gameId, open)
  return open
}

function opened(): Batch {
  const batch: Batch = { gameIds: [], filter: signal(undefined) }
  setTimeout(() => {
    if (open === batch) open = undefined
    // In one order, so that the same games have the same place in the cache.
    batch.filter.value = `gameId=in=(${batch.gameIds.toSorted().join(',')})`
  })
  return batch
}
