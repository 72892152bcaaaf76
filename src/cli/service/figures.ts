/** The background work that notes every few minutes what the instance has counted, so that operators see the last day. */
import { hostname } from 'node:os'
import { type Background, type Warn, startWork } from '../../db/background.ts'
import type { Database } from '../../db/database.ts'
import { type Family, merged } from '../../metrics/families.ts'
import { type Totals, sampleOf, totalsOf } from '../../system/figures/sample.ts'
import { EVERY } from '../../system/figures/schema.ts'
import { note } from '../../system/figures/store.ts'

interface Counting {
  db: Database
  /** The metrics of each process of the instance. */
  processes: () => Promise<Family[][]>
  warn: Warn
  /** In milliseconds: the pause between two rows. */
  every?: number
}

/** The first row comes after the first pause: before, nothing was counted. */
export function startFigures({ db, processes, warn, every = EVERY * 60_000 }: Counting): Background {
  const instance = `${process.pid}@${hostname()}`
  let before: { totals: Totals; at: number } | undefined
  return startWork({
    name: 'the noting of figures',
    every,
    warn,
    async round() {
      const now = { totals: totalsOf(merged(await processes())), at: performance.now() }
      const since = before
      before = now
      if (since)
        await db.many(note(instance, sampleOf(since.totals, now.totals, (now.at - since.at) / 1_000)))
    },
  })
}
