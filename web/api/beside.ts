/** How patiently the app sends its requests, and a connection for those that are no operations, such as `/web/session`. */
import { Connection, type ConnectionOptions } from '../../client/src/connection.ts'

const MOST_TRIES = 4

export const PATIENCE = {
  url: '',
  /** In milliseconds: the last try begins at most this long after the first. */
  retryFor: 15_000,
  /** In milliseconds: how long we wait for an answer. The service itself stops a search after 3 s, and a wait after 5 s. */
  timeout: 30_000,
  onRetry: ({ tries }) => tries < MOST_TRIES,
} satisfies ConnectionOptions

export const beside = /* @__PURE__ */ new Connection({ ...PATIENCE, prefix: '' })
