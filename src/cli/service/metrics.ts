/**
 * The metrics of a service. Each process counts the requests that it answers. The first process adds the metrics of the whole
 * service.
 */
import { createServer, type Server } from 'node:http'
import packageFile from '../../../package.json' with { type: 'json' }
import type { Config } from '../../config.ts'
import { type Backup, backupsIn, lastOf } from '../../db/backup/folder.ts'
import { hasGap, lastMomentOf } from '../../db/backup/archived-log.ts'
import { lineageOf } from '../../db/backup/lineage.ts'
import { SLOT_STATE } from '../../db/backup/log-keeper.ts'
import { roomIn } from '../../db/backup/room.ts'
import type { Database } from '../../db/database.ts'
import { isThisMachine } from '../../http/outgoing.ts'
import { RequestMeasures } from '../../http/server/measures.ts'
import { CONTENT_TYPE, type Family, gauge, labels, merged, textOf } from '../../metrics/families.ts'
import { measureProcess } from '../../metrics/process.ts'
import { measured } from '../../system/measures.ts'
import { CommandFailed } from '../command.ts'
import { netReason } from '../reasons.ts'

export class ProcessMetrics {
  readonly requests = new RequestMeasures()
  readonly #process = measureProcess()
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  families(): Family[] {
    return [
      ...this.requests.families,
      ...databaseFamilies(this.#db),
      ...standbyFamilies(this.#db),
      ...this.#process(),
    ]
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
      'How often the service waited for an answer of PostgreSQL',
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
      'The most connections',
      pools.map(({ suffix, load }) => [suffix, load.most]),
    ),
  ]
}

/** The metrics of several servers. With `max`, the worst value of all processes is shown. */
function standbyFamilies({ spread }: Database): Family[] {
  if (spread === undefined) return []
  const { primary, standbys, aloneFor } = spread
  return [
    gauge(
      'scorebook_database_primary_timeline',
      'The timeline of the server that takes the changes; it rises with each failover',
      primary ? [[labels({ server: primary.name }), primary.timeline]] : [],
      'max',
    ),
    gauge(
      'scorebook_database_standby_unread',
      '1 while no read is sent to the server: it is away, too far behind, or follows another primary',
      standbys.map(({ name: server, isRead }) => [labels({ server }), isRead ? 0 : 1]),
      'max',
    ),
    gauge(
      'scorebook_database_standby_behind_bytes',
      'The part of the log of the primary that the standby has not replayed',
      standbys.flatMap(({ name: server, behind }) =>
        behind === undefined ? [] : [[labels({ server }), behind]],
      ),
      'max',
    ),
    gauge(
      'scorebook_database_primary_alone_seconds',
      'For how long the primary has answered every read; 0 while a standby answers reads',
      aloneFor / 1000,
      'max',
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
  /** The metrics as text. Calls at the same time share one answer. */
  text: () => Promise<string>
}

export function serviceMetrics(
  { databaseUrl, backup, dataDir }: Pick<Config, 'databaseUrl' | 'backup' | 'dataDir'>,
  db: Database,
  processes: () => Promise<Family[][]>,
): ServiceMetrics {
  const gather = async () => {
    const [answering, ofDatabase, ofBackups] = await Promise.all([
      processes(),
      measured(db).catch(() => []), // if the database is away, the other metrics matter even more
      databaseUrl === undefined
        ? Promise.all([
            backupFamilies(backup.folder),
            diskFamilies({ data: dataDir, backups: backup.folder }),
            backup.enabled && backup.keepLog ? keptLogFamilies(db, backup.folder, dataDir) : [],
          ]).then((some) => some.flat())
        : [],
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

/** The metrics of backups. If there is no backup, there is no series, so an alert must check for that as well. */
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

/** The metrics of disks. A folder that is missing has no series. */
async function diskFamilies(folders: Record<string, string>): Promise<Family[]> {
  const found = await Promise.all(
    Object.entries(folders).map(async ([name, folder]): Promise<[string, number][]> => {
      const room = await roomIn(folder).catch(() => undefined)
      return room === undefined ? [] : [[labels({ folder: name }), room]]
    }),
  )
  return [gauge('scorebook_disk_free_bytes', 'Room on the disk of the folder', found.flat())]
}

/** The metrics of the archived log: is PostgreSQL's log being received, how much of it is waiting, and how much is stored? */
async function keptLogFamilies(db: Database, folder: string, dataDir: string): Promise<Family[]> {
  const [{ receiving, waiting } = { receiving: false, waiting: null }, last] = await Promise.all([
    db.maybe(SLOT_STATE).catch(() => undefined),
    newestOf(folder, dataDir).catch(() => undefined),
  ])
  const reach = last && ((await lastMomentOf(last, folder)) ?? new Date(last.startedAt))
  return [
    gauge('scorebook_backup_log_receiving', '1 while the archived log is received', receiving ? 1 : 0),
    ...(waiting === null
      ? []
      : [
          gauge(
            'scorebook_backup_log_waiting_bytes',
            'Log that PostgreSQL keeps until it is received',
            waiting,
          ),
        ]),
    ...(last && reach
      ? [
          gauge(
            'scorebook_backup_log_age_seconds',
            'The age of the newest point in time that can be restored',
            Math.max(0, Date.now() - reach.getTime()) / 1000,
          ),
          gauge(
            'scorebook_backup_log_gap',
            '1 while the archived log has a gap after the last backup',
            (await hasGap(last, folder)) ? 1 : 0,
          ),
        ]
      : []),
  ]
}

async function newestOf(folder: string, dataDir: string): Promise<Backup | undefined> {
  const [{ backups }, lineage] = await Promise.all([backupsIn(folder), lineageOf(dataDir)])
  return lastOf(backups.filter((backup) => backup.lineage === lineage))
}

/** Listens for `GET /metrics` only. An unknown Host header is refused: another site's name can lead a browser to this machine. */
export async function listenForMetrics(
  { host, port }: { host: string; port: number },
  { text }: ServiceMetrics,
): Promise<{ close: () => Promise<void> }> {
  const isForThisMachine = isThisMachine(host)
  const server: Server = createServer((request, response) => {
    if (isForThisMachine && !isThisMachine(URL.parse(`http://${request.headers.host}`)?.hostname))
      return void response.writeHead(421, { 'content-type': 'text/plain' }).end(OTHER_NAME)
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

/** A scraper needs only one connection. */
const MOST_CONNECTIONS = 20

const OTHER_NAME = 'Ask for the metrics of this machine by localhost or an address such as 127.0.0.1.\n'
