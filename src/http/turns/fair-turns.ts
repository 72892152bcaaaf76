/**
 * Turns for scarce work, such as hashing a password. Known senders have a line of their own and go first; strangers wait in
 * another line. In each line networks take turns.
 */
import { FairLine, type Loads, type Path } from './fair-line.ts'
import type { Problem } from '../problem.ts'

interface FairTurnRules {
  atOnce: number
  /** For each line. When it is full, a newcomer takes the place of an item from the network in which most wait. */
  mostWaiting: number
  /** For one sender, who has one turn at a time. */
  mostWaitingOfOne: number
  /** The longest wait, in milliseconds. */
  patience: number
  /** The error for those who waited too long or lost their place. */
  refusal: () => Problem
  /** The error for a sender with too many requests waiting. */
  refusalOfOne: () => Problem
}

export interface Sender {
  /** True for a sender who shows something that strangers cannot make up. */
  known: boolean
  path: Path
}

interface WaitingTask extends Sender {
  begin: () => void
  refuse: (problem: Problem) => void
}

/** After this number of known senders one stranger has a turn, so known senders cannot shut strangers out. */
const KNOWN_IN_A_ROW = 4

export class FairTurns {
  readonly #rules: FairTurnRules
  readonly #loads: Loads
  readonly #known: FairLine<WaitingTask>
  readonly #strangers: FairLine<WaitingTask>
  readonly #senders = new Set<string>()
  #running = 0
  #knownInARow = 0

  constructor(rules: FairTurnRules, loads: Loads) {
    this.#rules = rules
    this.#loads = loads
    this.#known = new FairLine(loads)
    this.#strangers = new FairLine(loads)
  }

  /** Does the work when its turn comes. The turn counts against its networks unless the work calls `forgive`. */
  async run<T>(from: Sender, work: (forgive: () => void) => Promise<T>): Promise<T> {
    const sender = from.path.at(-1) ?? ''
    await this.#come(from)
    try {
      return await work(() => this.#loads.forgive(from.path))
    } finally {
      this.#running -= 1
      this.#senders.delete(sender)
      this.#next()
    }
  }

  #come(from: Sender): Promise<void> {
    const { atOnce, mostWaiting, mostWaitingOfOne, patience, refusal, refusalOfOne } = this.#rules
    const line = from.known ? this.#known : this.#strangers
    if (line.waitingFrom(from.path) >= mostWaitingOfOne) return Promise.reject(refusalOfOne())
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => waiting.refuse(refusal()), patience)
    const leave = () => {
      clearTimeout(timer)
      line.remove(waiting)
    }
    const waiting: WaitingTask = {
      ...from,
      begin: () => {
        leave()
        this.#running += 1
        this.#senders.add(senderOf(waiting))
        this.#loads.add(from.path)
        resolve()
      },
      refuse: (problem) => {
        leave()
        reject(problem)
      },
    }
    line.add(waiting)
    if (this.#running < atOnce) this.#next()
    if (line.size > mostWaiting) line.last()?.refuse(refusal())
    return promise
  }

  #next(): void {
    const mayBegin = (waiting: WaitingTask) => !this.#senders.has(senderOf(waiting))
    while (this.#running < this.#rules.atOnce) {
      const [known, stranger] = [this.#known.next(mayBegin), this.#strangers.next(mayBegin)]
      const isStrangersTurn = known === undefined || this.#knownInARow >= KNOWN_IN_A_ROW
      const next = isStrangersTurn ? (stranger ?? known) : known
      if (!next) return
      this.#knownInARow = next.known && stranger ? this.#knownInARow + 1 : 0
      next.begin()
    }
  }
}

const senderOf = ({ path }: Sender): string => path.at(-1) ?? ''
