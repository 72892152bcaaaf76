/**
 * Limits guesses at one account. If no attempts are left, people wait in line. Those from networks with the fewest guesses are
 * first.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Queryable } from '../../db/database.ts'
import { FairLine, type Path } from '../../http/turns/fair-line.ts'
import { Problem } from '../../http/problem.ts'
import { loads } from './passwords.ts'
import { BUDGETS, type Budget, comesBack, refunds, spend } from './throttle.ts'

/** In milliseconds. An attempt comes back sooner than this, so the first person in line gets a turn. */
export const PATIENCE = BUDGETS.name.seconds * 1_000 + 10_000
/** How many people can wait for one account. The limit for all lines together is the same. */
const MOST_WAITING = 30
const MOST_WAITING_IN_ALL = 1_000
/** In milliseconds. Other instances use the same budget, so we look at it again after this time. */
const AGAIN = 2_000

interface Waiter {
  path: Path
  begin: () => void
  refuse: () => void
}

const lines = new Map<string, FairLine<Waiter>>()

/** Takes an attempt from the budget of a name, or waits until one comes back. Throws a problem if that would take too long. */
export async function nameTurn(db: Queryable, whose: string, path: Path): Promise<void> {
  const budget: Budget = { of: 'name', whose }
  if (!lines.has(whose) && (await spend(db, [budget]))) return
  const line = lines.get(whose) ?? new FairLine<Waiter>(loads)
  const isFirst = !lines.has(whose)
  lines.set(whose, line)
  const turn = waitingIn(line, path)
  if (isFirst) void serve(db, budget, line)
  await turn
}

function waitingIn(line: FairLine<Waiter>, path: Path): Promise<void> {
  const inAll = [...lines.values()].reduce((sum, { size }) => sum + size, 0)
  if (line.waitingFrom(path) > 0 || inAll >= MOST_WAITING_IN_ALL) return Promise.reject(tooMany())
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const leave = () => {
    clearTimeout(timer)
    line.remove(waiting)
  }
  const waiting: Waiter = {
    path,
    begin() {
      leave()
      resolve()
    },
    refuse() {
      leave()
      reject(tooMany())
    },
  }
  const timer = setTimeout(() => waiting.refuse(), PATIENCE)
  line.add(waiting)
  if (line.size > MOST_WAITING) line.last()?.refuse()
  return promise
}

/** Serves a line until it is empty. While the database is away, people are refused when their wait is over. */
async function serve(db: Queryable, budget: Budget, line: FairLine<Waiter>): Promise<void> {
  while (line.size > 0) {
    const wait = await attempt(db, budget, line).catch(() => AGAIN)
    if (wait > 0) await sleep(Math.min(wait, AGAIN))
  }
  lines.delete(budget.whose)
}

/** If an attempt is left, lets the first person begin. Otherwise returns in how many milliseconds there will be one. */
async function attempt(db: Queryable, budget: Budget, line: FairLine<Waiter>): Promise<number> {
  if (!(await spend(db, [budget]))) return Math.max(1, await comesBack(db, budget))
  const next = line.next()
  if (next) next.begin()
  else await Promise.all(refunds([budget]).map((refund) => db.many(refund)))
  return 0
}

const tooMany = () =>
  new Problem(429, 'rate-limited', 'Too many passwords are tried for this name at the moment.', {
    headers: { 'retry-after': String(BUDGETS.name.seconds) },
  })
