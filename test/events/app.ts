/** An app that follows the stream of events for as long as it runs. */
import { setTimeout as sleep } from 'node:timers/promises'
import { PREFIX } from '../../src/http/prefix.ts'
import { waitFor } from '../wait-for.ts'
import { Follower } from './follower.ts'

/** It reconnects with its last id, each time to the next of the addresses. */
export class App {
  /** The lines from streams that have ended. */
  readonly got: string[] = []
  #closed = false
  #follower: Follower | undefined
  readonly #working: Promise<void>

  constructor(urls: readonly string[], token: string, more: Record<string, string> = {}) {
    this.#working = this.#work(urls, { ...more, authorization: `Bearer ${token}` })
  }

  has(line: string): boolean {
    return this.got.includes(line) || this.#follower?.lines.includes(line) === true
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#working
  }

  async #work(urls: readonly string[], own: Record<string, string>): Promise<void> {
    let last: string | undefined
    for (let attempt = 0; !this.#closed; attempt++) {
      const headers = {
        ...own,
        ...(last === undefined ? {} : { 'last-event-id': last }),
      }
      const url = `${urls[attempt % urls.length]}${PREFIX}/events`
      const follower = await Follower.open(url, headers).catch(() => undefined)
      if (follower?.status === 200) last = await this.#take(follower)
      await sleep(20)
    }
  }

  /** Takes all events until the stream ends. Returns the id from which to continue. */
  async #take(follower: Follower): Promise<string | undefined> {
    this.#follower = follower
    await waitFor('the end of the stream', () => follower.ended || this.#closed, Infinity)
    follower.close()
    this.got.push(...follower.lines)
    this.#follower = undefined
    return follower.lastId
  }
}
