/**
 * Who is next of many strangers: networks take turns, however many addresses each of them has. The next one comes from the
 * widest network that had a turn longest ago, in it from the narrower one that had the fewest turns lately, and there by arrival.
 */

/** The networks of whoever asks, the widest first; the last one is the sender, whose requests go one after the other. */
export type Path = readonly string[]

/** How long a turn counts against the networks that it was for, in milliseconds. */
const MEMORY = 30 * 60_000
/** Networks that are remembered: some 5 MB. */
const MOST_KEPT = 50_000

/** What each network has asked for lately. */
export class Loads {
  /** Until when a network's turns count; each moves it on by `MEMORY`. */
  readonly #until = new Map<string, number>()

  of(network: string): number {
    return Math.max(0, (this.#until.get(network) ?? 0) - performance.now())
  }

  /** The turns of the widest network do not add up: millions of people may share a provider with one who floods. */
  add([widest = '', ...narrower]: Path): void {
    this.#set(widest, MEMORY)
    for (const network of narrower) this.#set(network, this.of(network) + MEMORY)
  }

  /** Takes back what one turn added: somebody who is right is no burden. */
  forgive([, ...narrower]: Path): void {
    for (const network of narrower) this.#set(network, this.of(network) - MEMORY)
  }

  /** The map keeps the order in which networks were set, so the first is the one that has been quiet longest. */
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
  /** Those who wait in it and in its networks. */
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

  /** How many wait in the network that ends the path. */
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

  /** The next one of those who may begin, who stays in line. */
  next(mayBegin: (item: T) => boolean = () => true): T | undefined {
    return this.#first(this.#all, mayBegin)
  }

  /** The one who came last from where most wait: who makes room when there is none. */
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
