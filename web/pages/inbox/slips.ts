/** The slips of the inbox. Nothing moves under a finger: decided slips stay as a line, and new ones come at the end. */
import { computed, signal } from '@preact/signals'
import type { Pages } from '../../api/cache.ts'
import { type Decided, type InboxItem, endOf } from '../../parts/corrections/items.ts'

interface Slip {
  /** The item as it was when it came. Its ETags say which version the reader has seen. */
  item: InboxItem
  decided?: Decided
}

export class Slips {
  readonly all = signal<readonly Slip[]>([])
  readonly open = computed(() => this.all.value.filter(({ decided }) => !decided))
  readonly #list: Pages<InboxItem>
  readonly #heightOf: (id: string) => number | undefined

  /** `heightOf` measures the slip of an item, in pixels. */
  constructor(list: Pages<InboxItem>, heightOf: (id: string) => number | undefined = () => undefined) {
    this.#list = list
    this.#heightOf = heightOf
  }

  /** Adds the new items of the list. Call this after each read. */
  readonly merge = (): void => {
    const items = this.#list.items.peek()
    const before = this.#keep(items)
    const known = new Set(before.map(({ item }) => item.id))
    const fresh = items.filter(({ id }) => !known.has(id)).map((item): Slip => ({ item }))
    if (fresh.length > 0 || before !== this.all.peek()) this.all.value = [...before, ...fresh]
    // An item can still be on a page of the list that has not been read yet.
    const last = this.#list.hasMore.peek() ? (items.at(-1)?.since ?? '') : undefined
    for (const { item, decided } of before) {
      if (decided || items.some(({ id }) => id === item.id)) continue
      if (last === undefined || item.since <= last) void this.#hasGone(item)
    }
  }

  /**
   * The words of a dispute and the uses of an invitation can change. An open slip then shows the new ones. A decided slip is added
   * again at the end of the list: of an invitation with its next use, of a dispute when somebody disputes the same result again.
   * After a decision, the list may still show the dispute that was decided. That one is as old as its slip.
   */
  #keep(items: readonly InboxItem[]): readonly Slip[] {
    const newer = new Map(
      items
        .filter(({ kind }) => kind === 'INVITATION' || kind === 'DISPUTE')
        .map((item) => [item.id, item] as const),
    )
    const isOld = ({ item, decided }: Slip) => {
      const now = newer.get(item.id)
      if (!now || now.etag === item.etag) return false
      return !(decided && item.kind === 'DISPUTE' && now.since === item.since)
    }
    const before = this.all.peek()
    if (!before.some(isOld)) return before
    return before
      .filter((slip) => !slip.decided || !isOld(slip))
      .map((slip) => (isOld(slip) ? { item: newer.get(slip.item.id) ?? slip.item } : slip))
  }

  readonly decide = (id: string, decided: Decided): void => {
    this.all.value = this.all
      .peek()
      .map((slip) => (slip.item.id === id ? { item: slip.item, decided } : slip))
  }

  /** The item has ended elsewhere. Its slip says how, if that is known, and keeps its height, so that no button moves. */
  async #hasGone(item: InboxItem): Promise<void> {
    const said = await endOf(item)
    const slip = this.all.peek().find((one) => one.item.id === item.id)
    if (said !== undefined && slip && !slip.decided)
      this.decide(item.id, { said, height: this.#heightOf(item.id) })
  }
}
