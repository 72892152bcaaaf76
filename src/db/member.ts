/** One of several servers, and what we know of it. */
import type { Server } from './server.ts'
import type { State } from './server-state.ts'

export interface Standby {
  readonly server: Server
  /** A standby that may answer reads has replayed at least this; undefined for all other servers. */
  replayed: bigint | undefined
  /** In milliseconds. The standby probably lacks what is younger than this; its answers correct the estimate. */
  delay: number
}

export interface Member extends Standby {
  /** Its last answer; undefined while it does not answer. */
  state: State | undefined
  /** When it was started. */
  started: string | undefined
  isBeingChecked: boolean
  /** The last message about it, so that we log each message once. */
  logged: string
}
