/** Receives the notifications of a channel over a connection of its own, and opens it again when it breaks. */
import pg from 'pg'
import { socketOf } from './connection.ts'
import { applicationName } from './connector.ts'

/** Between attempts, in milliseconds. Notifications in between are lost, so listeners also poll. */
const PAUSE = 1_000

/** The longest wait for a connection, in milliseconds. */
const PATIENCE = 5_000

export class Listener {
  readonly #config: () => pg.ClientConfig
  readonly #channel: string
  readonly #heard: (payload: string) => void
  readonly #ended: () => void
  readonly #began: () => void
  #client: pg.Client | undefined
  #again: NodeJS.Timeout | undefined
  #closed = false
  #opening: Promise<void>
  #hearing = false

  /**
   * `config` is asked each time that a connection is opened, as the server may be another one by then. `began` is called
   * when nothing is lost any more.
   */
  constructor(
    config: () => pg.ClientConfig,
    channel: string,
    heard: (payload: string) => void,
    ended: () => void,
    began: () => void = () => {},
  ) {
    this.#began = began
    this.#config = config
    this.#channel = channel
    this.#heard = heard
    this.#ended = ended
    this.#opening = this.#open()
  }

  /** False while notifications are lost. */
  get hearing(): boolean {
    return this.#hearing
  }

  /** Listens over a new connection. */
  renew(): void {
    if (this.#client) socketOf(this.#client).destroy()
  }

  /** Cuts the connection, as a server that hangs would not answer a goodbye. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#again)
    this.renew()
    await this.#opening
    this.#ended()
  }

  async #open(): Promise<void> {
    const client = new pg.Client({
      ...this.#config(),
      application_name: applicationName('listener'),
      pipeline: false,
      connectionTimeoutMillis: PATIENCE,
    })
    const lost = () => {
      if (this.#closed || this.#client !== client) return
      this.#client = undefined
      this.#hearing = false
      this.#again = setTimeout(() => {
        this.#opening = this.#open()
      }, PAUSE)
    }
    this.#client = client
    client.on('notification', ({ payload = '' }) => this.#heard(payload))
    client.on('error', lost)
    client.on('end', lost)
    try {
      await client.connect()
      await client.query(`listen ${client.escapeIdentifier(this.#channel)}`)
      this.#hearing = this.#client === client
      if (this.#hearing) this.#began()
    } catch {
      lost()
    }
  }
}
