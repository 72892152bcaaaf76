/** Receives the notifications of a channel over a connection of its own, and opens it again when it breaks. */
import pg from 'pg'
import { socketOf } from './connection.ts'
import { applicationName } from './connector.ts'

/** Between attempts, in milliseconds. Notifications in between are lost, so listeners also poll. */
const PAUSE = 1_000

/** The longest wait for a connection, in milliseconds. */
const PATIENCE = 5_000

/**
 * How often the server is asked for a sign of life, and how long it may take, in milliseconds. A network that swallows
 * everything tells nobody, and a change must act within 5 s: together they are shorter.
 */
const BEAT = 2_000
const LONGEST_SILENCE = 2_000

/** Called when notifications begin to arrive, and when none arrive any more. */
export interface Hearing {
  opened: () => void
  lost: () => void
}

export class Listener {
  readonly #config: () => pg.ClientConfig | undefined
  readonly #channel: string
  readonly #heard: (payload: string) => void
  readonly #hearing: Hearing | undefined
  readonly #ended: () => void
  #client: pg.Client | undefined
  #again: NodeJS.Timeout | undefined
  #beat: NodeJS.Timeout | undefined
  #closed = false
  #opening: Promise<void>

  /**
   * `config` is asked each time that a connection is opened, as the server may be another one by then. It is undefined while
   * no server is known that lets anybody listen, as no standby does.
   */
  constructor(
    config: () => pg.ClientConfig | undefined,
    channel: string,
    heard: (payload: string) => void,
    hearing: Hearing | undefined,
    ended: () => void,
  ) {
    this.#config = config
    this.#channel = channel
    this.#heard = heard
    this.#hearing = hearing
    this.#ended = ended
    this.#opening = this.#open()
  }

  /** Listens over a new connection: at once where there is none, and after a pause where there is one. */
  renew(): void {
    if (this.#client) return this.#cut(this.#client)
    clearTimeout(this.#again)
    this.#opening = this.#open()
  }

  /** Cuts the connection, as a server that hangs would not answer a goodbye. */
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
      this.#hearing?.lost()
      this.#openLater()
    }
    this.#client = client
    client.on('notification', ({ payload }) => this.#heard(payload ?? ''))
    client.on('error', lost)
    client.on('end', lost)
    try {
      await client.connect()
      this.#watch(client)
      await client.query(`listen ${client.escapeIdentifier(this.#channel)}`)
      if (this.#client === client) this.#hearing?.opened()
    } catch {
      lost()
    }
  }

  #openLater(): void {
    this.#again = setTimeout(() => {
      this.#opening = this.#open()
    }, PAUSE)
  }

  /** Cuts a connection whose server is silent; then it is lost like any other. */
  #watch(client: pg.Client): void {
    this.#beat = setTimeout(() => void this.#askForSign(client), BEAT)
    this.#beat.unref()
  }

  async #askForSign(client: pg.Client): Promise<void> {
    let heard = false
    const cut = () => heard || this.#cut(client)
    // An answer that came while the process was busy is read after the timers, and before this.
    const silent = setTimeout(() => setImmediate(cut), LONGEST_SILENCE)
    try {
      await client.query('select')
      heard = true
      if (this.#client === client && !this.#closed) this.#watch(client)
    } catch {
      cut()
    } finally {
      clearTimeout(silent)
    }
  }
}
