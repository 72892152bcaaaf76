/** The webhook of a world: one of its people is an administrator with an account here, and has an endpoint for all events. */
import assert from 'node:assert/strict'
import type { Person, Service } from '../support.ts'
import { type Receiver, receiver } from '../webhooks/receiver.ts'
import { roundsOf } from '../webhooks/rounds.ts'
import type { Name } from './model.ts'

/** A second one would make a world longer than ten seconds. */
export const MAKER: Name = 'Ann'

/** Makes the maker's account. Another administrator never leaves, so the maker may erase the account. */
export async function makeMaker(service: Service): Promise<void> {
  await service.account('the last administrator', ['admin'])
  await service.account(MAKER, ['player', 'admin'])
}

export class Webhook {
  readonly #rounds: ReturnType<typeof roundsOf>
  readonly #to: Receiver

  static async begin(service: Service, maker: Person): Promise<Webhook> {
    const [rounds, to] = [roundsOf(service), await receiver()]
    await rounds.hook(maker, to)
    return new Webhook(rounds, to)
  }

  constructor(rounds: ReturnType<typeof roundsOf>, to: Receiver) {
    this.#rounds = rounds
    this.#to = to
  }

  /** Sends what is due. Returns the events that the endpoint has got since the last time, as JSON. */
  async send(): Promise<string[]> {
    await this.#rounds.round(this.#to.settings)
    return this.#to.received.splice(0).map(({ verified }) => JSON.stringify(verified?.data ?? assert.fail()))
  }

  close(): Promise<void> {
    return this.#to.close()
  }
}
