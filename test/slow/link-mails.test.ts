/** The service is killed between the change that queues a mailed link and the sending: another process sends it. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { startLoneService } from '../lone-service.ts'
import { linkIn } from '../notifications/link-mails.ts'
import { mailServer } from '../notifications/smtp-server.ts'
import { urlOf } from '../replicas.ts'
import { placeFor, serve } from '../served.ts'
import { waitFor } from '../wait-for.ts'

test('an invitation that was answered is mailed by the next process, with the same Message-ID', async (t) => {
  const frozen = createServer(() => {}).listen(0, '127.0.0.1')
  await once(frozen, 'listening')
  t.after(() => frozen.close())
  const { port } = frozen.address() as AddressInfo
  const settings = (at: number) => ({
    SCOREBOOK_SMTP_URL: `smtp://scorebook:p%40ss%20word@localhost:${at}`,
    SCOREBOOK_MAIL_FROM: 'Scorebook <scorebook@example.org>',
  })
  const service = await startLoneService(settings(port))
  t.after(() => service.close())
  const { db } = service
  const token = await service.tokenOf(await service.account('ada', ['player']))
  await waitFor('the service to say that it sends mail', async () => {
    const rows = await db.many(sql`select 1 from mail_head where sending_until > now()`)
    return rows.length > 0
  })
  const answer = await fetch(`${service.url}/api/v1/trusted-editors/invitations`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify({ sendTo: 'emil@example.org' }),
  })
  assert.equal(answer.status, 201)
  const { url } = (await answer.json()) as { url: string }
  await waitFor('the mail to be on its way', async () => {
    const rows = await db.many(sql`select 1 from link_mails where lease_until is not null`)
    return rows.length > 0
  })
  await service.served.end('SIGKILL')

  const server = await mailServer()
  t.after(() => server.close())
  // The lease of the killed process lasts for five minutes, which the test does not wait for.
  const { id } = await db.one(sql<{ id: string }>`
    update link_mails set lease_until = now() - interval '1 second' returning id`)
  const next = await placeFor(t, {
    SCOREBOOK_DATABASE_URL: urlOf([service.replica.address]),
    SCOREBOOK_PIPELINE: 'off',
    ...settings(server.settings.port),
  })
  await serve(next).ready()
  const { mail, to, secure } = await server.next()
  assert.deepEqual([to, secure], [['emil@example.org'], true])
  assert.ok(mail.messageId?.startsWith(`<${id}@`))
  assert.equal(new URL(linkIn(mail.text)).hash, new URL(url).hash)
  await waitFor('the row to be gone', async () => (await db.many(sql`select 1 from link_mails`)).length === 0)
  await sleep(5_000) // two more looks
  assert.equal(server.received.length, 1)
})
