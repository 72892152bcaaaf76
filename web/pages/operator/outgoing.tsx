/** What the service sends: events, mails, push messages, and deliveries to webhooks. */
import type { Body } from '../../api/call.ts'
import { Figures } from '../../parts/marks/figures.tsx'
import { number } from '../../parts/marks/numbers.ts'
import { momentOf } from '../../parts/marks/when.tsx'
import { t } from '../../texts/operator.ts'
import { say } from '../../texts/text.ts'

export function Outgoing({ of: { events, outgoing: its } }: { of: Body<'getSystemStatus'> }) {
  return (
    <section class="part">
      <h2>{say(t.outgoing)}</h2>
      <Figures
        of={[
          {
            name: say(t.events),
            value: waiting(events.waiting),
            below: say(t.eventsBelow, { when: momentOf(events.lastAt) }),
          },
          {
            name: say(t.mails),
            value: waiting(its.mails),
            below: say(t.putOff, { count: its.delayedMails }),
          },
          {
            name: say(t.pushMessages),
            value: waiting(its.pushMessages),
            below: say(t.putOff, { count: its.delayedPushMessages }),
          },
          {
            name: say(t.deliveries),
            value: waiting(its.deliveries),
            below: say(t.failedOf, { count: its.failedDeliveries }),
          },
        ]}
      />
    </section>
  )
}

const waiting = (count: number) => say(t.waiting, { count: number(count) })
