/**
 * Receives the notifications of PostgreSQL's channels over a connection of its own. If the connection breaks, it opens a new one.
 */
import pg from 'pg'
import { socketOf } from './connection.ts'
import { applicationName } from './connector.ts'

/**
 * The pause between two attempts to connect, in milliseconds. Notifications during the pause are lost, so everybody who listens
 * also polls.
 */
const PAUSE = 1_000

/** The longest wait for a connection, in milliseconds. */
const PATIENCE = 5_000

/**
 * How often we ask the server whether it is alive, in milliseconds. We wait 2 s for its answer, so a dead connection is replaced
 * within 5 s.
 */
const BEAT = 2_000
const LONGEST_SILENCE = 2_000

/** `opened` is called when we begin to receive notifications, `lost` when we no longer receive any. */
export interface ListenerEvents {
  opened: () => void
  lost: () => void
}

export interface Subscription {
  close: () => Promise<void>
}

interface Subscriber {
  channel: string
  received: (payload: string) => void
  events: ListenerEvents | undefined
}

export class Listener {
  readonly #config: () => pg.ClientConfig | undefined
  readonly #ended: () => void
  readonly #subscribers = new Set<Subscriber>()
  #client: pg.Client | undefined
  #isOpen = false
  #again: NodeJS.Timeout | undefined
  #beat: NodeJS.Timeout | undefined
  #closed = false
  #opening: Promise<void> | undefined

  /**
   * `config` is called for each new connection. It returns the primary, because standbys send no notifications, or undefined if
   * no primary is known. `ended` is called when the last subscription is closed.
   */
  constructor(config: () => pg.ClientConfig | undefined, ended: () => void) {
    this.#config = config
    this.#ended = ended
  }

  /** The first subscription opens the connection. */
  subscribe(
    channel: string,
    received: (payload: string) => void,
    events: ListenerEvents | undefined,
  ): Subscription {
    const subscriber = { channel, received, events }
    this.#subscribers.add(subscriber)
    if (this.#opening === undefined) this.#opening = this.#open()
    else if (this.#client && this.#isOpen) void this.#listenLater(this.#client, subscriber)
    return {
      close: async () => {
        this.#subscribers.delete(subscriber)
        if (this.#subscribers.size === 0) await this.#close()
      },
    }
  }

  /** Replaces the connection. If there was a connection, we pause first. */
  renew(): void {
    if (this.#client) return this.#cut(this.#client)
    clearTimeout(this.#again)
    this.#opening = this.#open()
  }

  /** Cuts the connection without a goodbye, because a server that hangs would not answer. */
  async #close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#again)
    clearTimeout(this.#beat)
    if (this.#client) this.#cut(this.#client)
    this.#ended()
    await this.#opening
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
      this.#isOpen = false
      clearTimeout(this.#beat)
      for (const { events } of this.#subscribers) events?.lost()
      this.#openLater()
    }
    this.#client = client
    client.on('notification', ({ channel, payload }) => {
      for (const one of this.#subscribers) if (one.channel === channel) one.received(payload ?? '')
    })
    client.on('error', lost)
    client.on('end', lost)
    try {
      await client.connect()
      this.#watch(client)
      const first = [...this.#subscribers]
      await client.query(first.map(({ channel }) => listen(client, channel)).join(';'))
      if (this.#client !== client) return
      this.#isOpen = true
      for (const one of first) if (this.#subscribers.has(one)) one.events?.opened()
      for (const one of this.#subscribers) if (!first.includes(one)) void this.#listenLater(client, one)
    } catch {
      lost()
    }
  }

  /** Listens on the channel of a subscription that came after the connection was opened. */
  async #listenLater(client: pg.Client, subscriber: Subscriber): Promise<void> {
    try {
      await client.query(listen(client, subscriber.channel))
      if (this.#client === client && this.#subscribers.has(subscriber)) subscriber.events?.opened()
    } catch {
      this.#cut(client)
    }
  }

  #openLater(): void {
    this.#again = setTimeout(() => {
      this.#opening = this.#open()
    }, PAUSE)
  }

  /** Asks the server again and again whether it is alive. If no answer comes, cuts the connection. */
  #watch(client: pg.Client): void {
    this.#beat = setTimeout(() => void this.#askForSign(client), BEAT)
    this.#beat.unref()
  }

  async #askForSign(client: pg.Client): Promise<void> {
    let answered = false
    const cut = () => answered || this.#cut(client)
    // If this process was busy, the answer may have arrived already. The process reads it before `setImmediate` calls us.
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

const listen = (client: pg.Client, channel: string) => `listen ${client.escapeIdentifier(channel)}`
