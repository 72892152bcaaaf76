/** The forms that end the account's sessions. */
import { UUID } from '../../http/schema/schema.ts'
import { endAllAccess } from '../../identity/accounts/end-access.ts'
import { endSession } from '../../identity/sessions/store.ts'
import { seeOther } from '../page.ts'
import { audited, changeOfAccount } from '../site.ts'
import { type AddPage, type PageContext, endingBy } from './page-context.ts'

export function sessionRoutes(add: AddPage): void {
  add('POST', '/account/sessions/end-others', endOthers)
  add('POST', '/account/sessions/:id/end', endOne)
}

async function endOthers(context: PageContext) {
  const { site, request, reply, me } = context
  await changeOfAccount(site, me, async (db) => {
    await Promise.all([
      endAllAccess(db, endingBy(context)),
      db.many(audited(request, 'SESSION_ENDED', me.accountId, { which: 'all others' })),
    ])
  })
  return seeOther(reply, '/account')
}

async function endOne({ site, request, reply, me }: PageContext) {
  const { id } = request.params as { id: string }
  if (UUID.test(id) && id !== me.sessionId) {
    await changeOfAccount(site, me, async (db) => {
      const { ended } = await db.one(endSession(me.accountId, id))
      if (ended > 0) await db.many(audited(request, 'SESSION_ENDED', me.accountId, { which: 'one' }))
    })
  }
  return seeOther(reply, '/account')
}
