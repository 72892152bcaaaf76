/** Receives the notifications of a channel over its own connection, and opens a new one when that breaks. */
import pg from 'pg'
import { socketOf } from './connection.ts'
import { applicationName } from './connector.ts'

/**
 * The pause between two attempts to connect, in milliseconds. Notifications in between are lost, so users of a listener also
 * poll.
 */
const PAUSE = 1_000

/** The longest wait for a connection, in milliseconds. */
const PATIENCE = 5_000

/**
 * How often we ask the server for a sign of life, and how long we wait for it, in milliseconds. Otherwise we would not notice
 * a network that drops everything. A change must take effect within 5 s, so the sum of both is shorter.
 */
const BEAT = 2_000
const LONGEST_SILENCE = 2_000

/** Called when notifications begin to arrive, and when none arrive any more. */
export interface ListenerEvents {
  opened: () => void
  lost: () => void
}

export class Listener {
  readonly #config: () => pg.ClientConfig | undefined
  readonly #channel: string
  readonly #received: (payload: string) => void
  readonly #events: ListenerEvents | undefined
  readonly #ended: () => void
  #client: pg.Client | undefined
  #again: NodeJS.Timeout | undefined
  #beat: NodeJS.Timeout | undefined
  #closed = false
  #opening: Promise<void>

  /**
   * Each new connection calls `config`, because another server can be the primary by then. It returns undefined while no
   * primary is known: a standby has no notifications.
   */
  constructor(
    config: () => pg.ClientConfig | undefined,
    channel: string,
    received: (payload: string) => void,
    events: ListenerEvents | undefined,
    ended: () => void,
  ) {
    this.#config = config
    this.#channel = channel
    this.#received = received
    this.#events = events
    this.#ended = ended
    this.#opening = this.#open()
  }

  /** Listens over a new connection: at once if there is none, after a pause if there is one. */
  renew(): void {
    if (this.#client) return this.#cut(this.#client)
    clearTimeout(this.#again)
    this.#opening = this.#open()
  }

  /** Cuts the connection, because a server that hangs would not answer a goodbye. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#again)
    clearTimeout(this.#beat)
    if (this.#client) this.#cut(this.#client)
    await this.#opening
    this.#ended()
  }

  #cut(client: pg.Client): void {
    socketOf(client).destroy()
  }

  async #open(): Promise<void> {
    const config = this.#config()
    if (config === undefined) return this.#openLater()
    const client = new pg.Client({
      ...config,
      application_name: applicationName('listener'),
      pipeline: false,
      connectionTimeoutMillis: PATIENCE,
    })
    const lost = () => {
      this.#cut(client) // a server that refuses to listen leaves the connection open
      if (this.#closed || this.#client !== client) return
      this.#client = undefined
      clearTimeout(this.#beat)
      this.#events?.lost()
      this.#openLater()
    }
    this.#client = client
    client.on('notification', ({ payload }) => this.#received(payload ?? ''))
    client.on('error', lost)
    client.on('end', lost)
    try {
      await client.connect()
      this.#watch(client)
      await client.query(`listen ${client.escapeIdentifier(this.#channel)}`)
      if (this.#client === client) this.#events?.opened()
    } catch {
      lost()
    }
  }

  #openLater(): void {
    this.#again = setTimeout(() => {
      this.#opening = this.#open()
    }, PAUSE)
  }

  /** Cuts the connection if the server is silent; then we treat it like any broken connection. */
  #watch(client: pg.Client): void {
    this.#beat = setTimeout(() => void this.#askForSign(client), BEAT)
    this.#beat.unref()
  }

  async #askForSign(client: pg.Client): Promise<void> {
    let answered = false
    const cut = () => answered || this.#cut(client)
    // The process reads an answer that came while it was busy after the timers, and before `setImmediate`.
    const silent = setTimeout(() => setImmediate(cut), LONGEST_SILENCE)
    try {
      await client.query('select')
      answered = true
      if (this.#client === client && !this.#closed) this.#watch(client)
    } catch {
      cut()
    } finally {
      clearTimeout(silent)
    }
  }
}
