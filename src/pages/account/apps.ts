/** The form that ends an app's access. */
import { whereFrom } from '../../http/where-from.ts'
import { endApp, tokensMadeBy } from '../../identity/provider/apps.ts'
import { person } from '../../identity/audit/actor.ts'
import { auditRecord } from '../../identity/audit/record.ts'
import { formOf } from '../form.ts'
import { seeOther } from '../page.ts'
import { changeOfAccount } from '../site.ts'
import type { AddPage } from './page-context.ts'

export function appRoutes(add: AddPage): void {
  add('POST', '/account/apps/end', async ({ site, request, reply, me }) => {
    const { accountId } = me
    const clientId = formOf(request).text('client')
    await changeOfAccount(site, me, async (db) => {
      const [tokens, { ended }] = await Promise.all([
        db.many(tokensMadeBy(accountId, clientId)),
        db.one(endApp(accountId, clientId)),
      ])
      if (ended === 0) return
      const source = { accountId, by: person(accountId), ...whereFrom(request) }
      const events = tokens.map(({ id }) =>
        auditRecord({ kind: 'TOKEN_ENDED', ...source, details: { tokenId: id } }),
      )
      events.push(auditRecord({ kind: 'CONSENT_ENDED', clientId, ...source }))
      await Promise.all(events.map((event) => db.many(event)))
    })
    return seeOther(reply, '/account')
  })
}
