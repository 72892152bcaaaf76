/** What an instance does for webhooks, step by step, for tests that decide when. */
import assert from 'node:assert/strict'
import { sql } from '../../src/db/sql.ts'
import { EventIds } from '../../src/events/ids.ts'
import { number } from '../../src/events/log.ts'
import { sharedSecret } from '../../src/http/secrets.ts'
import { readOn } from '../../src/webhooks/follow.ts'
import type { PostSettings } from '../../src/webhooks/post.ts'
import { sealingKey } from '../../src/webhooks/secret.ts'
import { leaseDue, sendDue } from '../../src/webhooks/send.ts'
import { announce } from '../../src/webhooks/work.ts'
import type { Person, Service } from '../support.ts'
import type { Receiver } from './receiver.ts'

export interface Hook {
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
