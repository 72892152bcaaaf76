/** Opens connections, even if the server hangs or has only just come back. */
import { hostname } from 'node:os'
import pg from 'pg'
import { Connection, type Role, socketOf } from './connection.ts'
import { atTime } from './in-time.ts'
import { DatabaseUnavailable } from './unavailable.ts'

/** The name of our connections. PostgreSQL cuts it after 63 bytes. */
export const applicationName = (role: Role) => `scorebook ${role} ${process.pid}@${hostname()}`

/** After this number of milliseconds a further attempt to connect begins, because on a dead network an attempt never ends. */
const AGAIN = 1_000
/** At most this many attempts can begin in one second. More could overload a server that has just come back. */
const MOST_AT_ONCE = 4

export class Connector {
  readonly open = new Set<Connection>()
  readonly #config: (role: Role) => pg.ClientConfig
  readonly #limit: number
  readonly #admit: ((connection: Connection) => Promise<void>) | undefined
  readonly #waiting: (() => void)[] = []
  #underWay = 0
  readonly #givingUp = new Set<() => void>()
  #closed = false

  /**
   * `admit` checks each new connection, and throws if we must not use it. Connections with the role `check` are used unchecked.
   */
  constructor(
    config: (role: Role) => pg.ClientConfig,
    limit: number,
    admit?: (connection: Connection) => Promise<void>,
  ) {
    this.#config = config
    this.#limit = limit
    this.#admit = admit
  }

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
      const client = new pg.Client({ ...this.#config(role), application_name: applicationName(role) })
      client.on('error', () => {})
      attempts.add(client)
      again = setTimeout(() => {
        done()
        void attempt()
      }, AGAIN)
      try {
        await client.connect()
        const connection = this.#opened(client, role)
        if (this.#admit && role !== 'check') await this.#admit(connection)
        attempts.delete(client)
        if (settled) return socketOf(client).destroy()
        settle()
        resolve(connection)
      } catch (error) {
        attempts.delete(client)
        socketOf(client).destroy()
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

  cut(reason: Error): void {
    for (const giveUp of this.#givingUp) giveUp()
    for (const connection of this.open) connection.destroy(reason)
  }

  close(): void {
    this.#closed = true
    this.cut(new DatabaseUnavailable('The service is stopping.'))
  }

  #opened(client: pg.Client, role: Role): Connection {
    const connection: Connection = new Connection(client, role, () => this.open.delete(connection))
    this.open.add(connection)
    return connection
  }

  /**
   * Resolves when an attempt to connect may begin. The caller must call the returned function after the attempt, so that the next
   * one can begin.
   */
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
