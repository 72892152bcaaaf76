/** What a soak measures at intervals: the process, its connections, and the tables. */
import { readFileSync, readdirSync } from 'node:fs'
import { resident } from '../../bench/resident.ts'
import type { LoneService } from '../lone-service.ts'
import type { Probed } from './probe.ts'

export interface Sample {
  /** Memory in megabytes. */
  resident: number
  heap: number
  /** The number of open files and sockets of the process. */
  files: number
  /** The number of connections to PostgreSQL. */
  connections: number
  /** How late the event loop was since the last sample, in milliseconds: the 99th percentile. `longestDelay` is the maximum. */
  delay: number
  longestDelay: number
  /** The median time of the answers since the last sample, in milliseconds. */
  answer: number
  tables: Table[]
}

export interface Table {
  name: string
  rows: number
  dead: number
  /** The size in bytes, without the indexes. */
  size: number
  indexes: number
}

export class Sampler {
  readonly #service: LoneService
  readonly #probeFile: string
  #probed = 0

  constructor(service: LoneService, probeFile: string) {
    this.#service = service
    this.#probeFile = probeFile
  }

  async take(): Promise<Omit<Sample, 'answer'>> {
    const { pid, replica } = this.#service
    const probed = this.#newProbed()
    const [row] = await replica.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where usename = 'scorebook' and datname = 'scorebook'`,
      'scorebook',
    )
    const tables = await replica.query<Table & Record<string, unknown>>(
      `select relname as name, n_live_tup::int as rows, n_dead_tup::int as dead, pg_table_size(relid)::float8 as size,
        pg_indexes_size(relid)::float8 as indexes
      from pg_stat_user_tables order by 4 desc`,
      'scorebook',
    )
    return {
      resident: resident(pid).now,
      heap: probed.at(-1)?.heap ?? 0,
      files: filesOf(pid),
      connections: row?.n ?? 0,
      delay: Math.max(0, ...probed.map(({ delay }) => delay.p99)),
      longestDelay: Math.max(0, ...probed.map(({ delay }) => delay.longest)),
      tables,
    }
  }

  #newProbed(): Probed[] {
    const lines = readFileSync(this.#probeFile, 'utf8').split('\n').slice(0, -1)
    const fresh = lines.slice(this.#probed).map((line) => JSON.parse(line) as Probed)
    this.#probed = lines.length
    return fresh
  }
}

/** The number of open files; 0 without /proc. */
function filesOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return 0
  }
}
