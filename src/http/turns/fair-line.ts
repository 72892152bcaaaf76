/**
 * A waiting line in which networks take turns, however many addresses each of them has. First we choose among the widest
 * networks: the one that had its last turn longest ago. Inside it we choose the narrower network that had the fewest turns
 * lately, and so on. Items of the same sender go in order of arrival.
 */

/** The networks around a sender, the widest first. The last element is the sender, who has one turn at a time. */
export type Path = readonly string[]

/** How long a turn counts against its networks, in milliseconds. */
const MEMORY = 30 * 60_000
/** The most networks that we remember. They take some 5 MB. */
const MOST_KEPT = 50_000

/** How much each network has used lately. */
export class Loads {
  /** When a network's turns stop counting. Each turn moves that time by `MEMORY`. */
  readonly #until = new Map<string, number>()

  of(network: string): number {
    return Math.max(0, (this.#until.get(network) ?? 0) - performance.now())
  }

  /** Turns of the widest network do not add up, because millions of people can share a provider with somebody who floods us. */
  add([widest = '', ...narrower]: Path): void {
    this.#set(widest, MEMORY)
    for (const network of narrower) this.#set(network, this.of(network) + MEMORY)
  }

  /** Takes back what one turn added. We call it for a correct password, for example. */
  forgive([, ...narrower]: Path): void {
    for (const network of narrower) this.#set(network, this.of(network) - MEMORY)
  }

  /** The map has the order in which networks were set, so its first network has been quiet for longest. */
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
  /** How many items wait in it and in the networks inside it. */
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

  /** How many items wait in the last network of the path. */
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

  /** The next item that may begin. It stays in the line. */
  next(mayBegin: (item: T) => boolean = () => true): T | undefined {
    return this.#first(this.#all, mayBegin)
  }

  /** The newest item of the network in which most wait. It must leave when the line is full. */
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
