/** One of several servers, and what we know of it. */
import type { Server } from './server.ts'
import type { State } from './server-state.ts'

export interface Standby {
  readonly server: Server
  /** The position that the standby has replayed. Undefined if the server may not answer reads as a standby. */
  replayed: bigint | undefined
  /**
   * The estimated delay of the standby, in milliseconds. A younger change has probably not arrived. Each answer corrects the
   * estimate.
   */
  delay: number
}

export interface Member extends Standby {
  /** Undefined while the server does not answer. */
  state: State | undefined
  started: string | undefined
  isBeingChecked: boolean
  /** The last message that we logged about this server, so that we log each message once. */
  logged: string
}
