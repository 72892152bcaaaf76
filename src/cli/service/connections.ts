/** How many connections to the database the processes of an instance may open. */
import { CONNECTIONS } from '../../db/database.ts'

type Connections = typeof CONNECTIONS

/** Of a process whose workers answer: for the pipeline, for purging, for marking, for results and for ratings. */
export const WITHOUT_REQUESTS: Connections = { readers: 1, searchers: 1, exporters: 1, writers: 4 }

/**
 * The part of one of several processes in the service's connections to the database. Where searches or transactions had one
 * connection alone, a slow one would keep all others of the process waiting.
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

/** One checks the server. Who answers listens to what other instances change, and the pipeline for work. */
const BESIDE = 1
const LISTENERS = { answering: 1, pipeline: 1 }

/** Of an instance with one server. */
export function mostConnections(processes: number): number {
  if (processes === 1) return most(CONNECTIONS) + LISTENERS.answering + LISTENERS.pipeline
  const workers = processes * (most(partOf(processes)) + LISTENERS.answering)
  return most(WITHOUT_REQUESTS) + LISTENERS.pipeline + workers
}

const most = ({ readers, searchers, exporters, writers }: Connections) =>
  readers + searchers + exporters + writers + BESIDE
