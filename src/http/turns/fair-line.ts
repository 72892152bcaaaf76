/**
 * A waiting line in which networks take turns, however many addresses they have. The widest network that has waited longest since
 * its last turn is next. Inside it, the narrower network with the fewest recent turns is next.
 */

/** The networks of a sender, from the widest to the narrowest. The last element is the sender itself. */
export type Path = readonly string[]

/** For how many milliseconds a turn counts against its networks. */
const MEMORY = 30 * 60_000
/** How many networks we remember. They take some 5 MB. */
const MOST_KEPT = 50_000

export class Loads {
  /** For each network: when its last turn stops counting. Each further turn adds `MEMORY`. */
  readonly #until = new Map<string, number>()

  of(network: string): number {
    return Math.max(0, (this.#until.get(network) ?? 0) - performance.now())
  }

  /** Counts a turn. For the widest network several turns count as one, because millions of people can share it. */
  add([widest = '', ...narrower]: Path): void {
    this.#set(widest, MEMORY)
    for (const network of narrower) this.#set(network, this.of(network) + MEMORY)
  }

  /** Takes a turn back, for example after a correct password. */
  forgive([, ...narrower]: Path): void {
    for (const network of narrower) this.#set(network, this.of(network) - MEMORY)
  }

  /** Sets how busy a network is. `set` moves a network to the end of the map, so the first one has been quiet for longest. */
  #set(network: string, load: number): void {
    this.#until.delete(network)
    if (load > 0) this.#until.set(network, performance.now() + load)
    const [quietest] = this.#until.keys()
    if (this.#until.size > MOST_KEPT && quietest !== undefined) this.#until.delete(quietest)
  }
}

interface Network<T> {
  name: string
  within: Network<T> | undefined
  networks: Map<string, Network<T>>
  items: Set<T>
  /** The number of items, including those of narrower networks. */
  size: number
}

export class FairLine<T extends { path: Path }> {
  readonly #loads: Loads
  readonly #all: Network<T> = networkOf('')

  constructor(loads: Loads) {
    this.#loads = loads
  }

  get size(): number {
    return this.#all.size
  }

  waitingFrom(path: Path): number {
    return this.#at(path)?.size ?? 0
  }

  add(item: T): void {
    let network = this.#all
    network.size += 1
    for (const name of item.path) {
      const inner = network.networks.get(name) ?? networkOf<T>(name, network)
      network.networks.set(name, inner)
      inner.size += 1
      network = inner
    }
    network.items.add(item)
  }

  remove(item: T): void {
    let network = this.#at(item.path)
    if (!network?.items.delete(item)) return
    for (; network; network = network.within) {
      network.size -= 1
      if (network.size === 0) network.within?.networks.delete(network.name)
    }
  }

  /** The item whose turn is next. It stays in the line. */
  next(mayBegin: (item: T) => boolean = () => true): T | undefined {
    return this.#first(this.#all, mayBegin)
  }

  /** The newest item of the network with the most items. If the line is full, this item loses its place. */
  last(): T | undefined {
    let network = this.#all
    while (network.networks.size > 0)
      network = [...network.networks.values()].reduce((one, other) =>
        this.#isHeavier(one, other) ? one : other,
      )
    return [...network.items].at(-1)
  }

  #first(network: Network<T>, mayBegin: (item: T) => boolean): T | undefined {
    for (const item of network.items) if (mayBegin(item)) return item
    const inner = [...network.networks.values()].map((one) => ({ one, load: this.#loads.of(one.name) }))
    inner.sort((a, b) => a.load - b.load)
    for (const { one } of inner) {
      const found = this.#first(one, mayBegin)
      if (found) return found
    }
    return undefined
  }

  #isHeavier(one: Network<T>, other: Network<T>): boolean {
    if (one.size !== other.size) return one.size > other.size
    return this.#loads.of(one.name) > this.#loads.of(other.name)
  }

  #at(path: Path): Network<T> | undefined {
    let network: Network<T> | undefined = this.#all
    for (const name of path) network = network?.networks.get(name)
    return network
  }
}

const networkOf = <T>(name: string, within?: Network<T>): Network<T> => ({
  name,
  within,
  networks: new Map(),
  items: new Set(),
  size: 0,
})
