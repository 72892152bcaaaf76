/** The metrics of a service: those of each process that answers, and in the first one what there is once. */
import { createServer, type Server } from 'node:http'
import packageFile from '../../package.json' with { type: 'json' }
import type { Config } from '../config.ts'
import { backupsIn, lastOf } from '../db/backup/folder.ts'
import type { Database } from '../db/database.ts'
import { RequestMeasures } from '../http/measures.ts'
import { CONTENT_TYPE, type Family, gauge, labels, merged, textOf } from '../metrics/families.ts'
import { measureProcess } from '../metrics/process.ts'
import { measured } from '../system/measures.ts'
import { CommandFailed } from './command.ts'
import { netReason } from './reasons.ts'

/** Of a process that answers. */
export class ProcessMetrics {
  readonly requests = new RequestMeasures()
  readonly #process = measureProcess()
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  families(): Family[] {
    return [...this.requests.families, ...databaseFamilies(this.#db), ...this.#process()]
  }
}

function databaseFamilies({ traffic, servers }: Database): Family[] {
  const pools = servers.flatMap(({ name: server, pools: some }) =>
    Object.entries(some).map(([pool, load]) => ({ suffix: labels({ server, pool }), load })),
  )
  return [
    counter(
      'scorebook_database_statements_total',
      'Statements that were sent to PostgreSQL',
      traffic.statements,
    ),
    counter(
      'scorebook_database_round_trips_total',
      'How often an answer of PostgreSQL was waited for',
      traffic.roundTrips,
    ),
    gauge(
      'scorebook_database_connections',
      'Open connections to PostgreSQL',
      servers.map(({ name: server, open }) => [labels({ server }), open]),
    ),
    gauge(
      'scorebook_database_pool_used',
      'Connections that are at work',
      pools.map(({ suffix, load }) => [suffix, load.used]),
    ),
    gauge(
      'scorebook_database_pool_waiting',
      'Work that waits for a connection',
      pools.map(({ suffix, load }) => [suffix, load.waiting]),
    ),
    gauge(
      'scorebook_database_pool_size',
      'Connections that there may be',
      pools.map(({ suffix, load }) => [suffix, load.most]),
    ),
  ]
}

const counter = (name: string, help: string, value: number): Family => ({
  name,
  help,
  type: 'counter',
  over: 'sum',
  samples: [['', value]],
})

export interface ServiceMetrics {
  /** Calls at the same time share an answer. */
  text: () => Promise<string>
}

/** `processes` gives the metrics of each process that answers. */
export function serviceMetrics(
  { databaseUrl, backup }: Pick<Config, 'databaseUrl' | 'backup'>,
  db: Database,
  processes: () => Promise<Family[][]>,
): ServiceMetrics {
  const gather = async () => {
    const [answering, ofDatabase, ofBackups] = await Promise.all([
      processes(),
      measured(db).catch(() => []), // without a database the rest is worth the more
      databaseUrl === undefined ? backupFamilies(backup.folder) : [],
    ])
    const once = [
      gauge('scorebook_info', 'The version of the service', [[labels({ version: packageFile.version }), 1]]),
      gauge(
        'scorebook_database_reachable',
        '0 while the database does not answer',
        ofDatabase.length > 0 ? 1 : 0,
      ),
      ...ofDatabase,
      ...ofBackups,
    ]
    return textOf(merged([...answering, once]))
  }
  let underWay: Promise<string> | undefined
  return { text: () => (underWay ??= gather().finally(() => (underWay = undefined))) }
}

/** Without a backup there is no age: an alert must ask for its absence too. */
async function backupFamilies(folder: string): Promise<Family[]> {
  const { backups } = await backupsIn(folder).catch(() => ({ backups: [] }))
  const last = lastOf(backups)
  return [
    gauge('scorebook_backups', 'Whole backups', backups.length),
    ...(last
      ? [
          gauge(
            'scorebook_backup_age_seconds',
            'Since the last backup ended',
            (Date.now() - Date.parse(last.endedAt)) / 1000,
          ),
        ]
      : []),
  ]
}

/** Answers `GET /metrics` alone, to whoever reaches the address; by default only this machine does. */
export async function listenForMetrics(
  { host, port }: { host: string; port: number },
  { text }: ServiceMetrics,
): Promise<{ close: () => Promise<void> }> {
  const server: Server = createServer((request, response) => {
    if (request.url?.split('?')[0] !== '/metrics') return void response.writeHead(404).end()
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return void response.writeHead(405, { allow: 'GET, HEAD' }).end()
    text().then(
      (body) =>
        response.writeHead(200, { 'content-type': CONTENT_TYPE, 'cache-control': 'no-store' }).end(body),
      () => response.writeHead(500).end(),
    )
  })
  server.maxConnections = MOST_CONNECTIONS
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen({ host, port }, resolve)
  await promise.catch((error: unknown) => {
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    throw new CommandFailed(
      `SCOREBOOK_METRICS_PORT: port ${port} of ${host} ${taken ? 'is taken by another program; end it, or set another port' : `cannot be listened on: ${netReason(error)}`}.`,
      { cause: error },
    )
  })
  return {
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

/** A scraper has one. */
const MOST_CONNECTIONS = 20
