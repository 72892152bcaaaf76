/** The package `scorebook-client`: the client, its errors, and a value and types for each operation of the service. */
export {
  type Answer,
  type ScorebookOptions,
  type RequestOptions,
  Scorebook,
  type TokenFunction,
  connect,
} from './client.ts'
export { Events, type FollowOptions } from './events.ts'
export { keyFrom, newKey } from './keys.ts'
export type {
  CallOptions,
  ChangeOptions,
  Input,
  ItemOf,
  Operation,
  Page,
  Place,
  StreamOperation,
  Types,
} from './operation.ts'
export { Offline, PreconditionFailed, Problem, type Violation } from './problem.ts'
export type { Outgoing, Reply } from './reply.ts'
export type { Retry } from './retry.ts'
export * from './api/operations.ts'
export type * from './api/schemas.ts'
