/** Counts the buffers that each request reads. */
import { operations } from '../../src/api.ts'
import type { Database } from '../../src/db/database.ts'
import { type Cost, costsOf } from '../explain.ts'
import { type Asked, requestsOf } from './requests.ts'
import { situationIn } from './situation.ts'

export interface Counted extends Omit<Asked, 'statement'>, Cost {}

/** Requests with the same text are neighbours, because PostgreSQL plans them together. */
export async function countAll(db: Database): Promise<Counted[]> {
  const { callers, things } = await situationIn(db)
  const all = operations.flatMap((operation) =>
    callers.flatMap((asker) => requestsOf(operation, asker, things)),
  )
  const counted: Counted[] = []
  for (const some of Map.groupBy(all, textOf).values()) {
    const [first, ...others] = some
    if (!first) continue
    const costs = await costsOf(db, [first.statement, ...others.map(({ statement }) => statement)])
    for (const [n, { statement: _, ...asked }] of some.entries()) {
      const cost = costs[n]
      if (!cost || Number.isNaN(cost.buffers + cost.rows))
        throw new Error(`PostgreSQL did not say what ${asked.operation} costs.`)
      counted.push({ ...asked, ...cost })
    }
  }
  return counted
}

const textOf = ({ statement }: Asked) => `${statement.sending.prepared} ${statement.text}`
