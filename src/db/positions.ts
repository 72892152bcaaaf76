/**
 * What each caller must see: a position in the log of changes for those who have changed something, or have read what no
 * standby may have yet. All others take any standby that is fresh enough.
 *
 * A position is the number of bytes of the log before it. Times are in milliseconds of `performance.now()`.
 */

/** In milliseconds. Long before, a standby without the change is too old to be asked at all. */
const KEPT = 60_000

/** Some 150 bytes each. */
const MOST = 50_000

interface Entry {
  /** The least that a standby must have replayed. */
  position: bigint
  /** At this time they knew what lies at a position that is not known: the next that the primary tells. 0 for never. */
  readAt: number
  /** When the position was told; 0 if it is older. */
  changedAt: number
  keptUntil: number
}

export type Needed = Pick<Entry, 'position' | 'readAt' | 'changedAt'>

export class Positions {
  /** The entry that was changed first is the first one. */
  readonly #entries = new Map<string, Entry>()
  readonly #most: number
  /** What all callers must see: at least what those must whose entries there is no room for. */
  #floor = { position: 0n, readAt: 0 }

  constructor(most = MOST) {
    this.#most = most
  }

  /** The caller must see this position from now on. It also has all that the caller knew at `since`. */
  mustSee(caller: string, position: bigint, since = 0): void {
    this.#keep(caller, position, 0, since)
  }

  /** The caller must see what is there now, at a position that is not known. */
  mustSeeThis(caller: string): void {
    this.#keep(caller, 0n, performance.now(), 0)
  }

  /** The same for everybody. */
  allMustSeeThis(): void {
    this.#floor.readAt = performance.now()
  }

  needed(caller: string): Needed {
    const entry = this.#entries.get(caller)
    return {
      position: larger(entry?.position ?? 0n, this.#floor.position),
      readAt: Math.max(entry?.readAt ?? 0, this.#floor.readAt),
      changedAt: entry?.changedAt ?? 0,
    }
  }

  /** Once the primary has told a position at or after the time: it takes the place of the time. */
  settle(caller: string, readAt: number, position: bigint): void {
    if (this.#floor.readAt <= readAt && this.#floor.readAt > 0) {
      this.#floor = { position: larger(this.#floor.position, position), readAt: 0 }
    }
    const entry = this.#entries.get(caller)
    if (entry === undefined || entry.readAt > readAt) return
    if (position > entry.position) Object.assign(entry, { position, changedAt: 0 })
    entry.readAt = 0
  }

  #keep(caller: string, position: bigint, readAt: number, since: number): void {
    const known = this.#entries.get(caller)
    this.#entries.delete(caller)
    const now = performance.now()
    this.#entries.set(caller, {
      position: larger(known?.position ?? 0n, position),
      readAt: readAt || (known && known.readAt > since ? known.readAt : 0),
      changedAt: position > (known?.position ?? 0n) ? now : (known?.changedAt ?? 0),
      keptUntil: now + KEPT,
    })
    for (const [oldest, entry] of this.#entries) {
      if (entry.keptUntil > now && this.#entries.size <= this.#most) return
      this.#entries.delete(oldest)
      if (entry.keptUntil > now) this.#raiseFloor(entry)
    }
  }

  #raiseFloor({ position, readAt }: Entry): void {
    this.#floor = {
      position: larger(this.#floor.position, position),
      readAt: Math.max(this.#floor.readAt, readAt),
    }
  }
}

const larger = (one: bigint, other: bigint) => (one > other ? one : other)
