/** One of the database's servers, and what we know about it. */
import type { Server } from './server.ts'
import type { State } from './server-state.ts'

export interface Standby {
  readonly server: Server
  /** How far the standby has replayed the log. Undefined if reads must not go to this server. */
  replayed: bigint | undefined
  /**
   * How many milliseconds the standby is behind, by our estimate. A younger change has probably not arrived there. Each answer of
   * the standby corrects the estimate.
   */
  delay: number
}

export interface Member extends Standby {
  /** What the server last said about itself. Undefined while it does not answer. */
  state: State | undefined
  started: string | undefined
  isBeingChecked: boolean
  /** The last message that we logged about this server. It prevents us from logging a message twice. */
  logged: string
}
