/** Hears the notifications of a channel over a connection of its own, opened again where it breaks. */
import pg from 'pg'

/** Between attempts, in milliseconds. What is missed meanwhile is not made up for: whoever listens also looks. */
const PAUSE = 1_000

export class Listener {
  readonly #config: pg.ClientConfig
  readonly #channel: string
  readonly #heard: () => void
  #client: pg.Client | undefined
  #again: NodeJS.Timeout | undefined
  #closed = false
  #opening: Promise<void>

  constructor(config: pg.ClientConfig, channel: string, heard: () => void) {
    this.#config = config
    this.#channel = channel
    this.#heard = heard
    this.#opening = this.#open()
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#again)
    await this.#opening
    await this.#client?.end().catch(() => {}) // broken already
  }

  async #open(): Promise<void> {
    const client = new pg.Client({ ...this.#config, pipeline: false })
    const lost = () => {
      if (this.#closed || this.#client !== client) return
      this.#client = undefined
      this.#again = setTimeout(() => {
        this.#opening = this.#open()
      }, PAUSE)
    }
    this.#client = client
    client.on('notification', () => this.#heard())
    client.on('error', lost)
    client.on('end', lost)
    try {
      await client.connect()
      await client.query(`listen ${client.escapeIdentifier(this.#channel)}`)
    } catch {
      lost()
    }
  }
}
