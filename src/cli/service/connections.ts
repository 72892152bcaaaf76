/** How many connections to the database the processes of an instance may open. */
import { CONNECTIONS } from '../../db/database.ts'

type Connections = typeof CONNECTIONS

/** The connections of the first process if workers answer requests. It runs the pipeline and the background work. */
export const WITHOUT_REQUESTS: Connections = { readers: 1, searchers: 1, exporters: 1, writers: 4 }

/**
 * The share of one process. Each has at least two connections for searches and for transactions, so one slow task blocks nobody.
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

/** One more connection checks the server, and one listens for notifications. */
const BESIDE = 2

/** The largest number of connections of an instance to one database server. */
export function mostConnections(processes: number): number {
  return processes === 1 ? most(CONNECTIONS) : most(WITHOUT_REQUESTS) + processes * most(partOf(processes))
}

const most = ({ readers, searchers, exporters, writers }: Connections) =>
  readers + searchers + exporters + writers + BESIDE
