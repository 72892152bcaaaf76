/** Ending one's sessions. */
import { UUID } from '../../http/schema.ts'
import { endOtherSessions, endSession } from '../../identity/sessions/store.ts'
import { seeOther } from '../page.ts'
import { audited } from '../site.ts'
import type { AddPage, Visit } from './visit.ts'

export function sessionRoutes(add: AddPage): void {
  add('POST', '/account/sessions/end-others', endOthers)
  add('POST', '/account/sessions/:id/end', endOne)
}

async function endOthers({ site, request, reply, me }: Visit) {
  await site.db.transaction(async (db) => {
    await Promise.all([
      db.many(endOtherSessions(me.accountId, me.sessionId)),
      db.many(audited(request, 'SESSION_ENDED', me.accountId, { which: 'all others' })),
    ])
  })
  return seeOther(reply, '/account')
}

async function endOne({ site, request, reply, me }: Visit) {
  const { id } = request.params as { id: string }
  if (UUID.test(id) && id !== me.sessionId) {
    await site.db.transaction(async (db) => {
      const { ended } = await db.one(endSession(me.accountId, id))
      if (ended > 0) await db.many(audited(request, 'SESSION_ENDED', me.accountId, { which: 'one' }))
    })
  }
  return seeOther(reply, '/account')
}
