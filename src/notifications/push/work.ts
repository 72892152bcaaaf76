/** The background work for push messages: reads what has happened, and sends the messages that are due. */
import { type Background, startWork } from '../../db/background.ts'
import { readOn } from '../follow.ts'
import { type PushDelivery, deliverPushes } from './deliver.ts'
import { type PushKeys, pushKeys } from './keys.ts'
import { announce } from './store.ts'

/** The pause between two looks at the log of events, in milliseconds. */
const LOOK = 2_000

interface PushWork extends Omit<PushDelivery, 'keys'> {
  look?: number
}

/** Every instance runs this work. Leases keep two instances from sending the same message. */
export function startPush({ look = LOOK, ...delivery }: PushWork): Background {
  const { db, warn } = delivery
  let keys: PushKeys | undefined
  return startWork({
    name: 'the sending of push messages',
    every: look,
    warn,
    async round(stopping) {
      keys ??= await pushKeys(db)
      await db.many(announce(keys.publicKey))
      while (!stopping.aborted && (await readOn(db, false)));
      while (!stopping.aborted && (await deliverPushes({ ...delivery, keys }, stopping)) > 0);
    },
  })
}
