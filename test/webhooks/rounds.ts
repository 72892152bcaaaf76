/** What an instance does for webhooks, step by step, for tests that decide when. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { EventIds } from '../../src/events/ids.ts'
import { number } from '../../src/events/log.ts'
import { sharedSecret } from '../../src/http/secrets.ts'
import { readOn } from '../../src/webhooks/follow.ts'
import type { PostSettings } from '../../src/webhooks/post.ts'
import { sealingKey } from '../../src/webhooks/secret.ts'
import { leaseDue, sendDue } from '../../src/webhooks/send.ts'
import { announce } from '../../src/webhooks/work.ts'
import { newGame } from '../resources/games/recipes.ts'
import type { Person, Service } from '../support.ts'
import type { World } from '../world.ts'
import { type Receiver, receiver } from './receiver.ts'

interface Hook {
  id: string
  etag: string
  path: string
  secret: string
}

const going = new AbortController().signal

export const roundsOf = ({ db }: Pick<Service, 'db'>) => ({
  /** Reads all events, as an instance does. */
  async queue(): Promise<void> {
    while ((await number(db)) > 0);
    while (await readOn(db));
  },

  /** Sends what is due. */
  async send(settings: PostSettings, stopping = going): Promise<void> {
    const key = await sealingKey(db)
    const ids = new EventIds(await sharedSecret(db, 'events'))
    const leased = await leaseDue(db, 50)
    await Promise.all(leased.map((one) => sendDue({ db, ids, key, settings }, one, stopping)))
  },

  async round(settings: PostSettings): Promise<void> {
    await this.queue()
    await this.send(settings)
  },

  /** Lets all waits pass. */
  async pass(): Promise<void> {
    await db.many(sql`update webhook_deliveries set due_at = now() where state = 'WAITING'`)
    await db.many(sql`update webhooks set hold_until = null`)
  },

  /** A new webhook of somebody; all others are gone. */
  async hook(by: Person, to: Pick<Receiver, 'url' | 'port' | 'secret'>, more: object = {}): Promise<Hook> {
    await db.many(sql`delete from webhooks`)
    await announce(db, [to.port])
    const made = await by.post('/webhooks', { url: to.url, ...more })
    assert.equal(made.status, 201, made.text)
    to.secret = made.body.secret
    const { id, secret } = made.body
    return { id, etag: made.etag, path: `/webhooks/${id}`, secret }
  },
})

/** Webhooks of root, with endpoints that end with their tests. */
export function benchOf(service: Service, { root, editor }: World) {
  const rounds = roundsOf(service)
  const endpoint = async (t: TestContext): Promise<Receiver> => {
    const its = await receiver()
    t.after(() => its.close())
    return its
  }
  return {
    rounds,
    endpoint,

    /** A webhook for new games. */
    gameHook: async (t: TestContext): Promise<{ to: Receiver; hook: Hook }> => {
      const to = await endpoint(t)
      await rounds.queue()
      return { to, hook: await rounds.hook(root, to, { kinds: ['game.created'] }) }
    },

    newGameId: async (): Promise<string> => {
      const { status, body } = await editor.post('/games', newGame())
      assert.equal(status, 201)
      return body.id
    },

    /** The oldest first. */
    deliveriesOf: async ({ path }: Hook) =>
      (await root.get(`${path}/deliveries?sort=createdAt&limit=100`)).body.items,

    stateOf: async ({ path }: Hook) => (await root.get(path)).body,
  }
}
