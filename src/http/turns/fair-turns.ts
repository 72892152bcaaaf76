/** Turns for scarce work, such as hashing a password. Known senders come before strangers, and networks take turns. */
import { FairLine, type Loads, type Path } from './fair-line.ts'
import type { Problem } from '../problem.ts'

interface FairTurnRules {
  atOnce: number
  /** How many requests each line has. If a line is full, a new request takes the place of one from the network with the most. */
  mostWaiting: number
  /** How many requests of one sender can wait. */
  mostWaitingOfOne: number
  /** The longest wait, in milliseconds. */
  patience: number
  /** The error for a sender who has waited too long, or has lost the place in the line. */
  refusal: () => Problem
  /** The error for a sender who has too many waiting requests. */
  refusalOfOne: () => Problem
}

export interface Sender {
  /** True if the sender has shown something that a stranger could not invent. */
  known: boolean
  path: Path
}

interface WaitingTask extends Sender {
  begin: () => void
  refuse: (problem: Problem) => void
}

/** After this number of known senders, it is one stranger's turn. */
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

  /** Runs `work` when the sender's turn comes. The turn counts against the sender's networks, unless `work` calls `forgive`. */
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
