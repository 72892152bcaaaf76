/** Taking back the access of an app. */
import { whereFrom } from '../../http/where-from.ts'
import { endApp } from '../../identity/provider/apps.ts'
import { auditRecord } from '../../identity/audit/record.ts'
import { formOf } from '../form.ts'
import { seeOther } from '../page.ts'
import type { AddPage } from './visit.ts'

export function appRoutes(add: AddPage): void {
  add('POST', '/account/apps/end', async ({ site, request, reply, me }) => {
    const { accountId } = me
    const clientId = formOf(request).text('client')
    await site.db.transaction(async (db) => {
      const { ended } = await db.one(endApp(accountId, clientId))
      if (ended > 0)
        await db.many(auditRecord({ kind: 'CONSENT_ENDED', accountId, clientId, ...whereFrom(request) }))
    })
    return seeOther(reply, '/account')
  })
}
