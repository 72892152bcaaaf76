/**
 * For each caller: the position in the log of changes that the caller must see. A caller without an entry can read at any fresh
 * standby. A position is in bytes. Times are in milliseconds of `performance.now()`.
 *
 * | what the caller did | `position` | `pendingAt` | `learnedAt` |
 * | --- | --- | --- | --- |
 * | a change, and we got its position | this position | not changed | now |
 * | a read at the primary, and we got its position | this position | 0 if it was set before the read began | now |
 * | a change, search or look-up at the primary without a position | not changed | now | not changed |
 * | later the primary reports a position for that (`settle`) | the reported position | 0 | 0: its age is not known |
 */

/** How long we keep an entry, in milliseconds. After this time every standby that we read from has reached the position. */
const KEPT = 60_000

/** The largest number of entries. Each takes some 150 bytes. */
const MOST = 50_000

interface Entry {
  /** A standby may answer this caller only if it has replayed the log up to this position. */
  position: bigint
  /** At this time the caller saw the state of the primary, but we do not know its position yet. 0 if we know it. */
  pendingAt: number
  /** When we learned the position. It is 0 if the primary reported the position only later, so that its age is not known. */
  learnedAt: number
  keptUntil: number
}

export type Needed = Pick<Entry, 'position' | 'pendingAt' | 'learnedAt'>

export class Positions {
  /** In the order of their last change: the first entry has not changed for the longest time. */
  readonly #entries = new Map<string, Entry>()
  readonly #most: number
  /**
   * The position that a server must have reached for every caller. It takes the place of entries that were dropped because there
   * were too many.
   */
  #floor = { position: 0n, pendingAt: 0 }

  constructor(most = MOST) {
    this.#most = most
  }

  /** From now on the caller must see this position. It includes everything that the caller saw before `readBegan`. */
  mustSee(caller: string, position: bigint, readBegan = 0): void {
    this.#set(caller, position, 0, readBegan)
  }

  /** From now on the caller must see what the primary has now. We do not know the position yet. */
  mustSeePresent(caller: string): void {
    this.#set(caller, 0n, performance.now(), 0)
  }

  allMustSeePresent(): void {
    this.#floor.pendingAt = performance.now()
  }

  needed(caller: string): Needed {
    const entry = this.#entries.get(caller)
    return {
      position: larger(entry?.position ?? 0n, this.#floor.position),
      pendingAt: Math.max(entry?.pendingAt ?? 0, this.#floor.pendingAt),
      learnedAt: entry?.learnedAt ?? 0,
    }
  }

  /**
   * The primary has now reported a position that includes what the caller saw at `pendingAt`. It takes the place of `pendingAt`.
   */
  settle(caller: string, pendingAt: number, position: bigint): void {
    if (this.#floor.pendingAt <= pendingAt && this.#floor.pendingAt > 0) {
      this.#floor = { position: larger(this.#floor.position, position), pendingAt: 0 }
    }
    const entry = this.#entries.get(caller)
    if (entry === undefined || entry.pendingAt > pendingAt) return
    if (position > entry.position) Object.assign(entry, { position, learnedAt: 0 })
    entry.pendingAt = 0
  }

  #set(caller: string, position: bigint, pendingAt: number, readBegan: number): void {
    const known = this.#entries.get(caller)
    this.#entries.delete(caller)
    const now = performance.now()
    this.#entries.set(caller, {
      position: larger(known?.position ?? 0n, position),
      pendingAt: pendingAt || (known && known.pendingAt > readBegan ? known.pendingAt : 0),
      learnedAt: position > (known?.position ?? 0n) ? now : (known?.learnedAt ?? 0),
      keptUntil: now + KEPT,
    })
    for (const [oldest, entry] of this.#entries) {
      if (entry.keptUntil > now && this.#entries.size <= this.#most) return
      this.#entries.delete(oldest)
      if (entry.keptUntil > now) this.#raiseFloor(entry)
    }
  }

  #raiseFloor({ position, pendingAt }: Entry): void {
    this.#floor = {
      position: larger(this.#floor.position, position),
      pendingAt: Math.max(this.#floor.pendingAt, pendingAt),
    }
  }
}

export const larger = (one: bigint, other: bigint) => (one > other ? one : other)
