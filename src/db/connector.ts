/** Opens connections, also where the server hangs or is back only just now. */
import { hostname } from 'node:os'
import pg from 'pg'
import { Connection, socketOf } from './connection.ts'
import { atTime } from './in-time.ts'
import { DatabaseUnavailable } from './unavailable.ts'

/** What a connection is for, as the server's list of connections shows it. */
export type Role = 'reader' | 'search' | 'writer' | 'check' | 'listener'

/** PostgreSQL cuts it at 63 bytes: what is cut is the end of the machine's name. */
export const applicationName = (role: Role) => `scorebook ${role} ${process.pid}@${hostname()}`

/**
 * An attempt that a dead network swallowed never ends, and one that is made after its return succeeds at once: so another
 * is made beside it every second.
 */
const AGAIN = 1_000
/** Attempts of less than a second at once; a server that comes back is not met by all at the same time. */
const MOST_AT_ONCE = 4

export class Connector {
  /** All that are open. */
  readonly open = new Set<Connection>()
  readonly #config: pg.ClientConfig
  readonly #limit: number
  readonly #waiting: (() => void)[] = []
  #underWay = 0
  readonly #givingUp = new Set<() => void>()
  #closed = false

  constructor(config: pg.ClientConfig, limit: number) {
    this.#config = config
    this.#limit = limit
  }

  /** Attempts go on for as long as the limit says. */
  connect(role: Role): Promise<Connection> {
    const { promise, resolve, reject } = Promise.withResolvers<Connection>()
    const attempts = new Set<pg.Client>()
    let again: NodeJS.Timeout | undefined
    let settled = false
    const settle = () => {
      settled = true
      clearTimeout(again)
      cancel()
      this.#givingUp.delete(giveUp)
      for (const client of attempts) socketOf(client).destroy()
    }
    const giveUp = () => {
      settle()
      reject(new DatabaseUnavailable('No connection to the database could be opened in time.'))
    }
    const attempt = async () => {
      const done = await this.#turn()
      if (settled) return done()
      const client = new pg.Client({ ...this.#config, application_name: applicationName(role) })
      client.on('error', () => {})
      attempts.add(client)
      again = setTimeout(() => {
        done()
        void attempt()
      }, AGAIN)
      try {
        await client.connect()
        attempts.delete(client)
        if (settled) return socketOf(client).destroy()
        settle()
        resolve(this.#opened(client))
      } catch (error) {
        attempts.delete(client)
        if (settled || attempts.size > 0) return
        settle()
        reject(error)
      } finally {
        done()
      }
    }
    const cancel = atTime(performance.now() + this.#limit, giveUp)
    this.#givingUp.add(giveUp)
    if (this.#closed) giveUp()
    else void attempt()
    return promise
  }

  /** Ends what is left, and lets nothing more be opened. */
  close(): void {
    this.#closed = true
    for (const giveUp of this.#givingUp) giveUp()
    for (const connection of this.open)
      connection.destroy(new DatabaseUnavailable('The service is stopping.'))
  }

  #opened(client: pg.Client): Connection {
    const connection: Connection = new Connection(client, () => this.open.delete(connection))
    this.open.add(connection)
    return connection
  }

  /** Resolves when an attempt may be made, with what to call when the next one may. */
  async #turn(): Promise<() => void> {
    if (this.#underWay >= MOST_AT_ONCE) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#underWay++
    let held = true
    return () => {
      if (!held) return
      held = false
      const next = this.#waiting.shift()
      if (next) next()
      else this.#underWay--
    }
  }
}
