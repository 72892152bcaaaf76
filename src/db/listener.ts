/** Receives the notifications of a channel over a connection of its own, and opens it again when it breaks. */
import pg from 'pg'
import { socketOf } from './connection.ts'
import { applicationName } from './connector.ts'

/** Between attempts, in milliseconds. Notifications in between are lost, so listeners also poll. */
const PAUSE = 1_000

/** The longest wait for a connection, in milliseconds. */
const PATIENCE = 5_000

/** Called when notifications begin to arrive, and when none arrive any more. */
export interface Hearing {
  opened: () => void
  lost: () => void
}

export class Listener {
  readonly #config: () => pg.ClientConfig
  readonly #channel: string
  readonly #heard: (payload: string) => void
  readonly #hearing: Hearing | undefined
  readonly #ended: () => void
  #client: pg.Client | undefined
  #again: NodeJS.Timeout | undefined
  #closed = false
  #opening: Promise<void>

  /** `config` is asked each time that a connection is opened, as the server may be another one by then. */
  constructor(
    config: () => pg.ClientConfig,
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
      this.#hearing?.lost()
      this.#again = setTimeout(() => {
        this.#opening = this.#open()
      }, PAUSE)
    }
    this.#client = client
    client.on('notification', ({ payload }) => this.#heard(payload ?? ''))
    client.on('error', lost)
    client.on('end', lost)
    try {
      await client.connect()
      await client.query(`listen ${client.escapeIdentifier(this.#channel)}`)
      if (this.#client === client) this.#hearing?.opened()
    } catch {
      lost()
    }
  }
}
