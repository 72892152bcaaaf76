/** The package `scorebook-client`: the client, its errors, and a value and types for each operation of the service. */
export { Scorebook, type ScorebookOptions, type TokenFunction, connect } from './client.ts'
export {
  type Answer,
  Connection,
  type ConnectionOptions,
  type Identify,
  type Identity,
  type Refused,
  type RequestOptions,
} from './connection.ts'
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
