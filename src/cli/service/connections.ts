/** How many connections to the database the processes of an instance may open. */
import { CONNECTIONS } from '../../db/database.ts'

type Connections = typeof CONNECTIONS

/** Connections of the first process when workers answer: for the pipeline and the background work. */
export const WITHOUT_REQUESTS: Connections = { readers: 1, searchers: 1, exporters: 1, writers: 4 }

/**
 * The share of one of several processes in the service's connections to the database: at least two each for searches and
 * transactions, so that one slow statement does not block the process.
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

/** One connection checks the server, one listens for changes of other instances, one for work of the pipeline. */
const BESIDE = 1
const LISTENERS = { answering: 1, pipeline: 1 }

/** The connections of an instance with one server. */
export function mostConnections(processes: number): number {
  if (processes === 1) return most(CONNECTIONS) + LISTENERS.answering + LISTENERS.pipeline
  const workers = processes * (most(partOf(processes)) + LISTENERS.answering)
  return most(WITHOUT_REQUESTS) + LISTENERS.pipeline + workers
}

const most = ({ readers, searchers, exporters, writers }: Connections) =>
  readers + searchers + exporters + writers + BESIDE
