/** The messages between the first process of a service and its workers, and how a worker is started. */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Config } from '../../config.ts'
import type { Connection } from '../../db/database.ts'
import type { Family } from '../../metrics/families.ts'
import type { Bundle } from '../../pages/app/bundle.ts'

/** Messages to a worker. `connection` comes with a socket. After `ends-soon`, a worker answers that it is not ready. */
export type ToWorker =
  | { kind: 'begin'; number: number; config: Config; connection: Connection; app: Bundle | undefined }
  | { kind: 'connection' }
  | { kind: 'ends-soon' }
  | { kind: 'drain' }
  | { kind: 'measure' }
  | { kind: 'beat' }
  | { kind: 'metrics'; text: string }
  | { kind: 'log-level'; level: string }

/**
 * Messages from a worker. `taken` confirms a connection, `measured` answers `measure`, and `beats` answers `beat`. `metrics` asks
 * for the metrics of all processes.
 */
export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'taken' }
  | { kind: 'failed'; why: string }
  | { kind: 'measured'; families: Family[] }
  | { kind: 'beats' }
  | { kind: 'metrics' }

export const forkWorker = (): ChildProcess =>
  fork(fileURLToPath(new URL('../../../bin/run.js', import.meta.url)), ['src/cli/service/worker-main.ts'], {
    serialization: 'advanced', // because the configuration has maps
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
