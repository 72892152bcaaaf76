/** The road to PostgreSQL: reads share a few pipelined connections, a transaction has one to itself. */
import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type CopyTarget, copyInto } from './copy.ts'
import { Listener } from './listener.ts'
import { type Prepared, type Row, type Sql, sql } from './sql.ts'

/** How to reach the server: a URL, or the settings of the embedded one. */
export type Connection =
  | string
  | { host: string; port: number; user: string; password: string; database: string }

/** What sends statements: a transaction, or the database itself, where each statement stands alone. */
export interface Queryable {
  /** All rows. Statements sent without waiting for one another share a round trip. */
  many<R extends Row>(statement: Sql<R>): Promise<R[]>
  /** The first row, or undefined where there is none. */
  maybe<R extends Row>(statement: Sql<R>): Promise<R | undefined>
  /** The first row of a statement that always has one. */
  one<R extends Row>(statement: Sql<R>): Promise<R>
}

/** Sends changes and then a select that sees them, in one round trip; answers the select's one row. */
export async function changeAndShow<R extends Row>(db: Queryable, changes: Sql[], show: Sql<R>): Promise<R> {
  const sent = [...changes.map((change) => db.many(change)), db.one(show)]
  return (await Promise.all(sent)).at(-1) as R
}

/** What follows in the transaction takes as long as it takes: for what grows with somebody's data and can't be done in parts. */
export const unhurried: Sql = sql`set local statement_timeout = 0`

/** What was sent since the start: a round trip is one or more statements sent before an answer was waited for. */
export interface Traffic {
  statements: number
  roundTrips: number
}

export interface DatabaseOptions {
  /** Connections that reads share; each carries many reads at once. */
  readers?: number
  /** Transactions at once; more wait for a free connection. */
  writers?: number
  /** The longest a statement may run, in milliseconds. */
  statementTimeout?: number
}

/** The database did not answer, or not in time: the client may try again. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

export class Database implements Queryable {
  readonly traffic: Traffic = { statements: 0, roundTrips: 0 }
  readonly #config: pg.ClientConfig
  readonly #readers: Reader[]
  readonly #writers: pg.Pool

  constructor(connection: Connection, options: DatabaseOptions = {}) {
    const { readers = 4, writers = 12, statementTimeout = 15_000 } = options
    this.#config = {
      ...(typeof connection === 'string' ? { connectionString: connection } : connection),
      pipeline: true,
      application_name: 'scorebook',
      statement_timeout: statementTimeout,
      lock_timeout: statementTimeout,
      idle_in_transaction_session_timeout: 2 * statementTimeout,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      // What is read often is in memory. At the default cost of 4 small tables are scanned for each row that refers to
      // them: without that, PostgreSQL spends a tenth less CPU on a match.
      options: '-c timezone=UTC -c datestyle=ISO -c jit=off -c random_page_cost=1.1',
    }
    this.#readers = Array.from({ length: readers }, () => new Reader(this.#config))
    this.#writers = new pg.Pool({ ...this.#config, max: writers, idleTimeoutMillis: 60_000 })
    this.#writers.on('error', () => {}) // an idle connection broke; the pool has dropped it already
    // A connection that breaks in use tells its statements; unheard, the event would end the process.
    this.#writers.on('connect', (client) => client.on('error', () => {}))
  }

  /** One statement in a snapshot of its own. A read whose connection breaks goes over another, as often as there may be broken ones. */
  async many<R extends Row>(statement: Sql<R>): Promise<R[]> {
    this.traffic.statements++
    this.traffic.roundTrips++
    for (let broken = 0; ; broken++) {
      try {
        return await this.#leastBusy().send<R>(statement)
      } catch (error) {
        if (!(error instanceof BrokenReader)) throw named(error)
        if (broken === this.#readers.length) throw named(error.cause)
      }
    }
  }

  async maybe<R extends Row>(statement: Sql<R>): Promise<R | undefined> {
    return (await this.many<R>(statement))[0]
  }

  async one<R extends Row>(statement: Sql<R>): Promise<R> {
    return only(await this.many<R>(statement))
  }

  /**
   * Runs `work` in one transaction and commits when it returns. A deadlock or serialization failure runs it
   * again from the start, so `work` must have no effects but its statements.
   */
  async transaction<T>(work: (db: Transaction) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(work)
      } catch (error) {
        if (attempt === 4 || !(error instanceof pg.DatabaseError) || !RETRIED.has(error.code ?? ''))
          throw named(error)
        await sleep(Math.random() * 20 * attempt)
      }
    }
  }

  /** Calls `heard` when another connection notifies the channel, until it is closed. */
  listen(channel: string, heard: () => void): Listener {
    return new Listener(this.#config, channel, heard)
  }

  /** Waits for what is under way and closes every connection. */
  async close(): Promise<void> {
    await Promise.all([this.#writers.end(), ...this.#readers.map((reader) => reader.close())])
  }

  async #attempt<T>(work: (db: Transaction) => Promise<T>): Promise<T> {
    const client = await this.#writers.connect()
    const db = new Transaction(client, this.traffic)
    try {
      const result = await work(db)
      await db.commit()
      client.release()
      return result
    } catch (error) {
      await db.rollback().then(
        () => client.release(),
        (broken: Error) => client.release(broken),
      )
      throw error
    }
  }

  #leastBusy(): Reader {
    return this.#readers.reduce((best, reader) => (reader.inFlight < best.inFlight ? reader : best))
  }
}

/** One open transaction. `begin` travels with the first statements, `commit` with the last ones where asked to. */
export class Transaction implements Queryable {
  readonly #client: pg.PoolClient
  readonly #traffic: Traffic
  #inFlight = 0
  /** What broke the transaction: whatever was sent behind it fails for this reason. */
  #failure: unknown
  #state: 'new' | 'open' | 'ended' = 'new'

  constructor(client: pg.PoolClient, traffic: Traffic) {
    this.#client = client
    this.#traffic = traffic
  }

  async many<R extends Row>(statement: Sql<R>): Promise<R[]> {
    if (this.#state === 'new') {
      this.#state = 'open'
      const [, rows] = await Promise.all([this.#send('begin'), this.#send<R>(statement)])
      return rows
    }
    return this.#send<R>(statement)
  }

  async maybe<R extends Row>(statement: Sql<R>): Promise<R | undefined> {
    return (await this.many<R>(statement))[0]
  }

  async one<R extends Row>(statement: Sql<R>): Promise<R> {
    return only(await this.many<R>(statement))
  }

  /**
   * Copies rows into a table (`copy t (a, b) from stdin`) while `write` hands them over; nothing else may be sent
   * meanwhile. Where `write` throws, the transaction has failed.
   */
  async copy(statement: string, write: (target: CopyTarget) => Promise<void>): Promise<void> {
    if (this.#state === 'new') throw new Error('A copy needs a transaction that was begun.')
    this.#traffic.statements++
    this.#traffic.roundTrips++
    try {
      await copyInto(this.#client, statement, write)
    } catch (error) {
      throw (this.#failure ??= error)
    }
  }

  /** Sends `last` and the commit in one round trip; the answer of a transaction that did not commit is an error. */
  async commit(last?: Sql): Promise<void> {
    if (this.#state === 'ended') return
    if (this.#state === 'new' && last === undefined) {
      this.#state = 'ended'
      return
    }
    const written = last && this.many(last)
    this.#state = 'ended'
    await Promise.all([written, this.#send('commit')])
  }

  async rollback(): Promise<void> {
    const open = this.#state === 'open' || this.#client.getTransactionStatus() !== 'I'
    this.#state = 'ended'
    if (open) await this.#send('rollback')
  }

  async #send<R extends Row>(statement: Sql<R> | string): Promise<R[]> {
    this.#traffic.statements++
    if (this.#inFlight++ === 0) this.#traffic.roundTrips++
    try {
      return await sent<R>(this.#client, statement)
    } catch (error) {
      throw (this.#failure ??= error)
    } finally {
      this.#inFlight--
    }
  }
}

/** One connection that carries many reads at once, opened when first needed and again after it broke. */
class Reader {
  inFlight = 0
  readonly #config: pg.ClientConfig
  #open: Promise<OpenReader> | undefined

  constructor(config: pg.ClientConfig) {
    this.#config = config
  }

  async send<R extends Row>(statement: Sql<R>): Promise<R[]> {
    this.inFlight++
    try {
      const open = (this.#open ??= this.#connect())
      const { client, socket } = await open
      gather(socket)
      return await sent<R>(client, statement).catch((error: unknown) => this.#broken(open, error))
    } finally {
      this.inFlight--
    }
  }

  /** A connection that broke serves nobody any more; another error is its statement's own. */
  #broken(open: Promise<OpenReader>, error: unknown): never {
    if (!isConnectionLoss(error)) throw error
    if (this.#open === open) this.#open = undefined
    throw new BrokenReader('A connection broke.', { cause: error })
  }

  async close(): Promise<void> {
    const open = await this.#open?.catch(() => undefined)
    await open?.client.end()
  }

  #connect(): Promise<OpenReader> {
    const socket = new Socket()
    const client = new pg.Client({ ...this.#config, stream: () => socket })
    const open = client.connect().then(() => ({ client, socket }))
    // One that broke may end when the next is open already, which nobody would close then.
    const forget = () => {
      if (this.#open === open) this.#open = undefined
    }
    client.on('error', forget)
    client.on('end', forget)
    open.catch(forget)
    return open
  }
}

class BrokenReader extends Error {
  override name = 'BrokenReader'
}

interface OpenReader {
  client: pg.Client
  socket: Socket
}

/** What is sent in one turn of the event loop goes out in one write: 1.1 to 1.3 times the reads a second, measured in turns. */
function gather(socket: Socket): void {
  if (socket.writableCorked > 0) return
  socket.cork()
  setImmediate(() => socket.uncork())
}

/**
 * Statements are prepared under a name, which is worth more than twice the speed. The fixed ones are few; of those
 * that vary with a request so many per process are, as each takes memory on every connection.
 */
const MOST_VARIED = 300
const fixedNames = new Map<string, string>()
const variedNames = new Map<string, string>()

async function sent<R extends Row>(client: pg.ClientBase, statement: Sql<R> | string): Promise<R[]> {
  if (typeof statement === 'string') return (await client.query<R>(statement)).rows
  const { text, values } = statement
  const name = nameOf(text, statement.prepared)
  return (await client.query<R>(name === undefined ? { text, values } : { name, text, values })).rows
}

function nameOf(text: string, prepared: Prepared = 'always'): string | undefined {
  if (prepared === 'never') return undefined
  const names = prepared === 'capped' ? variedNames : fixedNames
  const known = names.get(text)
  if (known !== undefined || (prepared === 'capped' && names.size >= MOST_VARIED)) return known
  const name = `${prepared === 'capped' ? 'v' : 's'}${names.size}`
  names.set(text, name)
  return name
}

function only<R>(rows: R[]): R {
  const [row] = rows
  if (row === undefined) throw new Error('A statement that always has a row gave none.')
  return row
}

/** deadlock_detected, serialization_failure */
const RETRIED = new Set(['40P01', '40001'])

/** The classes and codes of PostgreSQL that mean "not now": connection, resources, operator's intervention, lock not available. */
const UNAVAILABLE = /^(08|53|57|55P03|25P03|40)/

function named(error: unknown): unknown {
  const unavailable =
    isConnectionLoss(error) || (error instanceof pg.DatabaseError && UNAVAILABLE.test(error.code ?? ''))
  return unavailable ? new DatabaseUnavailable('The database is not available.', { cause: error }) : error
}

/** `pg` has no class for a lost connection: its own messages, the socket's codes and the server's 57P codes tell it. */
function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof pg.DatabaseError) return /^(57P0[1-3]|08)/.test(error.code ?? '')
  return 'syscall' in error || /connection|timeout exceeded|not queryable/i.test(error.message)
}
