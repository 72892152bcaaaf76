/** The cache of answers. Each URL has a signal. Answers that are on the screen are fetched again from time to time. */
import { type ReadonlySignal, type Signal, batch, computed, signal } from '@preact/signals'
import {
  type Body,
  type Given,
  type Id,
  type Item,
  type ListPage,
  type Place,
  type Request,
  pathOf,
  request,
  scorebook,
} from './call.ts'
import { dropKept, keptPaths, readKept, writeKept } from './cache-store.ts'
import { Offline, Problem } from './problem.ts'
import { session } from './session.ts'

interface Kept<T> {
  state: 'loading' | 'here' | 'failed'
  value?: T
  etag?: string
  /** When the value was read, in milliseconds since 1970. */
  at?: number
  stale: boolean
  /** Set if the last read failed. The value is then from an earlier read. */
  error?: Problem | Offline
}

/** In milliseconds: a value on the screen is fetched again after this time. */
const FRESH = 60_000
/** In milliseconds: a page that could not be read is tried again after this time. Browsers do not always say that they are online. */
const AWAY = 10_000
/** In milliseconds: within this time, other parts of the page use the same answer. */
const JUST_NOW = 1_000

class Entry<T> {
  readonly path: string
  readonly shown: Signal<Kept<T>>
  list: unknown
  readonly #ask: () => Promise<{ body: T; etag?: string | undefined }>
  #watched = false
  #fetching: Promise<void> | undefined
  #again = false
  #askedAt = -Infinity
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(path: string, ask: () => Promise<{ body: T; etag?: string | undefined }>) {
    this.path = path
    this.#ask = ask
    this.shown = signal<Kept<T>>(
      { state: 'loading', stale: true },
      {
        watched: () => {
          this.#watched = true
          // The fetch is delayed, because a component may be rendering now.
          queueMicrotask(() => void this.freshen(JUST_NOW))
        },
        unwatched: () => {
          this.#watched = false
          clearTimeout(this.#timer)
        },
      },
    )
  }

  get watched(): boolean {
    return this.#watched
  }

  /** Fetches the value, unless it was fetched within this number of milliseconds. */
  async freshen(within: number): Promise<void> {
    if (this.#fetching) return
    if (performance.now() - this.#askedAt < within) this.#later()
    else await this.fetch()
  }

  /**
   * Fetches the value. If a fetch is running already, another one follows it, because the running one may return an old state.
   */
  fetch(): Promise<void> {
    if (this.#fetching) {
      this.#again = true
      return this.#fetching
    }
    this.#askedAt = performance.now()
    this.#fetching = this.#fetch().finally(() => {
      this.#fetching = undefined
      if (this.#again) {
        this.#again = false
        void this.fetch()
      } else this.#later()
    })
    return this.#fetching
  }

  async #fetch(): Promise<void> {
    if (this.shown.peek().value === undefined) void this.#showKept()
    try {
      const { body, etag } = await this.#ask()
      const at = Date.now()
      const version = etag === undefined ? {} : { etag }
      this.shown.value = { state: 'here', value: body, at, stale: false, ...version }
      void writeKept(whose(), this.path, { value: body, at, ...version })
    } catch (error) {
      if (!(error instanceof Problem || error instanceof Offline)) throw error
      const before = this.shown.peek()
      const gone = error instanceof Problem && (error.status === 404 || error.status === 403)
      if (gone) void dropKept(whose(), this.path)
      this.shown.value =
        before.value === undefined || gone
          ? { state: 'failed', stale: true, error }
          : { ...before, stale: true, error }
    }
  }

  async #showKept(): Promise<void> {
    await dropping
    const kept = await readKept<T>(whose(), this.path)
    if (!kept || this.shown.peek().value !== undefined) return
    const { value, etag, at } = kept
    const { error } = this.shown.peek()
    if (error instanceof Problem && (error.status === 404 || error.status === 403)) return
    if (etag !== undefined) scorebook.seeEtag(this.path, etag)
    this.shown.value = {
      state: 'here',
      value,
      at,
      stale: true,
      ...(etag === undefined ? {} : { etag }),
      ...(error === undefined ? {} : { error }),
    }
  }

  #later(): void {
    clearTimeout(this.#timer)
    const { value, error } = this.shown.peek()
    const pause = value === undefined && error instanceof Offline ? AWAY : FRESH
    if (this.#watched)
      this.#timer = setTimeout(() => {
        if (document.visibilityState === 'visible') void this.freshen(pause)
      }, pause)
  }
}

const whose = (): string => {
  const known = session.peek()
  return known.state === 'in' ? known.user.id : ''
}

const entries = new Map<string, Entry<unknown>>()

/** If there are more entries, those that left the screen longest ago are dropped. */
const MOST_ENTRIES = 300

/** Finds or makes an entry. The compiler cannot check that `T` is the body of the answer. */
function entryOf<T>(id: Id, place: Request): Entry<T> {
  const path = pathOf(id, place)
  const known = entries.get(path) as Entry<T> | undefined
  if (known) return known
  const made = new Entry<T>(path, () => request<T>(id, place))
  entries.set(path, made)
  if (entries.size > MOST_ENTRIES)
    for (const [other, { watched }] of entries)
      if (!watched && other !== path) {
        entries.delete(other)
        break
      }
  return made
}

/** Shows the cached value at once, and the new value when it arrives. */
export const kept = <I extends Id>(id: I, ...[place]: Given<Place<I>>): ReadonlySignal<Kept<Body<I>>> =>
  entryOf<Body<I>>(id, (place ?? {}) as Request).shown

/** How many changes have made the cache drop entries. */
export const dropped = signal(0)

/** Ends when the values of entries that were dropped are no longer in the browser's storage either. */
let dropping = Promise.resolve()

/**
 * Must be called after a change. Of the entries that match, those on the screen are fetched again, and the others are dropped.
 */
export function refetch(match: string | RegExp): void {
  const fits = (path: string) => (typeof match === 'string' ? path.startsWith(match) : match.test(path))
  const fetched = new Set<string>()
  for (const [path, entry] of entries) {
    if (!fits(path)) continue
    if (entry.watched) {
      fetched.add(path)
      void entry.fetch()
    } else entries.delete(path)
  }
  dropping = Promise.all([dropping, drop(whose(), (path) => fits(path) && !fetched.has(path))]).then(
    () => void dropped.value++,
  )
}

async function drop(person: string, fits: (path: string) => boolean): Promise<void> {
  await Promise.all((await keptPaths(person)).filter(fits).map((path) => dropKept(person, path)))
}

export interface Pages<T> {
  items: ReadonlySignal<T[]>
  state: ReadonlySignal<Kept<unknown>['state']>
  stale: ReadonlySignal<boolean>
  at: ReadonlySignal<number | undefined>
  error: ReadonlySignal<Problem | Offline | undefined>
  hasMore: ReadonlySignal<boolean>
  loadingMore: ReadonlySignal<boolean>
  more: () => Promise<void>
}

export function pages<I extends Id>(id: I, ...[place]: Given<Place<I>>): Pages<Item<I>> {
  const where = (place ?? {}) as Request
  const entry = entryOf<ListPage<Item<I>>>(id, where)
  entry.list ??= listOf(id, where, entry.shown)
  return entry.list as Pages<Item<I>>
}

/** Requests all lists at once. True if none of them is loading. It reads signals, so call it while rendering. */
export const areHere = (lists: readonly Pages<unknown>[]): boolean =>
  lists.map(({ state }) => state.value).every((state) => state !== 'loading')

/**
 * The pages of a list. The first page is cached like any answer. The later pages are kept as long as the first page ends with the
 * same item.
 */
function listOf<T>(id: Id, place: Request, first: ReadonlySignal<Kept<ListPage<T>>>): Pages<T> {
  const rest = signal<{ after: string | null; items: T[]; next: string | null }>({
    after: null,
    items: [],
    next: null,
  })
  const failed = signal<Problem | Offline | undefined>(undefined)
  const loadingMore = signal(false)
  const next = computed(() => {
    const cursor = first.value.value?.nextCursor ?? null
    return cursor !== null && rest.value.after === cursor ? rest.value.next : cursor
  })
  async function more(): Promise<void> {
    const cursor = next.peek()
    const after = first.peek().value?.nextCursor ?? null
    if (cursor === null || loadingMore.peek()) return
    loadingMore.value = true
    try {
      const { body: page } = await request<ListPage<T>>(id, { ...place, query: { ...place.query, cursor } })
      const before = rest.peek().after === after ? rest.peek().items : []
      batch(() => {
        rest.value = { after, items: [...before, ...page.items], next: page.nextCursor }
        failed.value = undefined
      })
    } catch (error) {
      if (!(error instanceof Problem || error instanceof Offline)) throw error
      failed.value = error
    } finally {
      loadingMore.value = false
    }
  }
  return {
    items: computed(() => {
      const page = first.value.value
      if (!page) return []
      return rest.value.after !== null && rest.value.after === page.nextCursor
        ? [...page.items, ...rest.value.items]
        : page.items
    }),
    state: computed(() => first.value.state),
    stale: computed(() => first.value.stale),
    at: computed(() => first.value.at),
    error: computed(() => failed.value ?? first.value.error),
    hasMore: computed(() => next.value !== null),
    loadingMore,
    more,
  }
}

/** Fetches everything on the screen again, except what was fetched within this number of milliseconds. */
export function freshenAll(within: number): void {
  if (document.visibilityState === 'hidden') return
  for (const entry of entries.values()) if (entry.watched) void entry.freshen(within)
}

export function beginKeeping(): void {
  document.addEventListener('visibilitychange', () => freshenAll(JUST_NOW))
  addEventListener('online', () => freshenAll(JUST_NOW))
  addEventListener('pageshow', ({ persisted }) => persisted && freshenAll(JUST_NOW))
}
