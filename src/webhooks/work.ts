/**
 * The background work for webhooks: reads what has happened, and sends what is due. If an endpoint is slow, only its own
 * deliveries wait.
 */
import { type Background, type Warn, startWork } from '../db/background.ts'
import type { Database } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { EventIds } from '../events/ids.ts'
import { sharedSecret } from '../http/secrets.ts'
import { ITSELF } from '../identity/audit/actor.ts'
import { readOn } from './follow.ts'
import type { PostSettings } from './post.ts'
import { mayHaveWebhooks } from './rights.ts'
import { MOST_WEBHOOKS } from './schedule.ts'
import { sealingKey } from './secret.ts'
import { type Leased, leaseDue, sendDue } from './send.ts'
import { disabling } from './store.ts'

/** The pause between two looks at the log of events and at what is due, in milliseconds. */
const LOOK = 2_000

interface WebhookWork {
  db: Database
  settings: PostSettings
  warn: Warn
  look?: number
  /** How long a lease lasts, in milliseconds. */
  lease?: number
}

/** Every instance runs this work. Leases keep two instances from sending the same delivery. */
export function startWebhooks({ db, settings, warn, look = LOOK, lease }: WebhookWork): Background {
  const stopping = new AbortController()
  const underWay = new Set<Promise<void>>()
  let announced = false
  const send = async (leased: Leased) => {
    try {
      const [key, eventSecret] = await Promise.all([sealingKey(db), sharedSecret(db, 'events')])
      const ids = new EventIds(eventSecret)
      await sendDue({ db, ids, key, settings, lease }, leased, stopping.signal)
    } catch (error) {
      // The lease ends by itself, and then another round sends what is due.
      warn('Deliveries to a webhook were interrupted.', { err: error, webhookId: leased.id })
    }
  }
  const work = startWork({
    name: 'the sending of webhooks',
    every: look,
    warn,
    async round(ending) {
      if (!announced) await announce(db, settings.loopbackPorts)
      announced = true
      await endWithMakers(db)
      while (!ending.aborted && (await readOn(db)));
      const room = MOST_WEBHOOKS - underWay.size
      if (room <= 0 || ending.aborted) return
      for (const leased of await leaseDue(db, room, lease)) {
        const sending = send(leased)
        underWay.add(sending)
        void sending.then(() => underWay.delete(sending))
      }
    },
  })
  return {
    async stop() {
      stopping.abort()
      await work.stop()
      await Promise.all(underWay)
    },
  }
}

/** Writes into the database which ports of this machine webhooks may use. The operations read it there. */
export const announce = (db: Database, ports: readonly number[]) =>
  db.many(sql`
    update webhook_head set loopback_ports = ${[...ports]}::int[] where loopback_ports <> ${[...ports]}::int[]`)

/** Disables webhooks whose maker was disabled or is no longer an administrator. Each attempt checks this too. */
export const endWithMakers = (db: Database) =>
  db.many(
    disabling(
      sql`exists (select from accounts m where m.id = w.maker_id and not ${mayHaveWebhooks})`,
      'MAKER',
      { by: ITSELF },
    ),
  )
