/** How many connections to the database the processes of an instance may open. */
import { CONNECTIONS } from '../../db/database.ts'

type Connections = typeof CONNECTIONS

/**
 * The connections of the first process if worker processes answer requests. It only runs the pipeline and the background work.
 */
export const WITHOUT_REQUESTS: Connections = { readers: 1, searchers: 1, exporters: 1, writers: 4 }

/**
 * The connections of one process. There are at least two for searches and two for transactions, so that one slow task blocks
 * nobody.
 */
export function partOf(processes: number): Connections {
  const part = (of: number, least: number) => Math.max(least, Math.floor(of / processes))
  const { readers, searchers, exporters, writers } = CONNECTIONS
  return {
    readers: part(readers, 1),
    searchers: part(searchers, 2),
    exporters: part(exporters, 1),
    writers: part(writers, 2),
  }
}

/** The two other connections of a process: one checks the server, and one listens for notifications. */
const BESIDE = 2

/** How many connections to one database server an instance can have. */
export function mostConnections(processes: number): number {
  return processes === 1 ? most(CONNECTIONS) : most(WITHOUT_REQUESTS) + processes * most(partOf(processes))
}

const most = ({ readers, searchers, exporters, writers }: Connections) =>
  readers + searchers + exporters + writers + BESIDE
