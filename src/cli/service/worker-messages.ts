/** What the first process of a service and its workers send each other, and how a worker begins. */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Config } from '../../config.ts'
import type { Connection } from '../../db/database.ts'
import type { Family } from '../../metrics/families.ts'
import type { Bundle } from '../../pages/app/bundle.ts'

/** The messages of the first process. A socket comes with `connection`. After `ends-soon`, a worker is not ready. */
export type ToWorker =
  | { kind: 'begin'; number: number; config: Config; connection: Connection; app: Bundle | undefined }
  | { kind: 'connection' }
  | { kind: 'ends-soon' }
  | { kind: 'drain' }
  | { kind: 'measure' }
  | { kind: 'beat' }
  | { kind: 'metrics'; text: string }

/**
 * The messages of a worker: `taken` for each connection, `measured` and `beats` as answers, `metrics` as a request for the
 * metrics of all.
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
    serialization: 'advanced', // the configuration has maps
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
