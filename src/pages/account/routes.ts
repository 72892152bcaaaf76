/** The routes of "My account", and who may see its pages. */
import type { FastifyInstance } from 'fastify'
import { isRecent } from '../../http/lifecycle/authenticate.ts'
import { askAgain } from '../ask-again.ts'
import { isFromElsewhere } from '../fetch-site.ts'
import { seeOther } from '../page.ts'
import { type Site, signedIn } from '../site.ts'
import { appRoutes } from './apps.ts'
import { detailRoutes } from './details.ts'
import { mailRoutes } from './mail.ts'
import { overviewRoutes } from './overview.ts'
import { passkeyRoutes } from './passkeys.ts'
import { passwordRoutes } from './password.ts'
import { recoveryCodeRoutes } from './recovery-codes.ts'
import { sessionRoutes } from './sessions.ts'
import { tokenRoutes } from './tokens.ts'
import type { AddPage } from './page-context.ts'

export function accountRoutes(app: FastifyInstance, site: Site): void {
  const add: AddPage = (method, url, show, { recent } = { recent: false }) => {
    app.route({
      method,
      url,
      handler: async (request, reply) => {
        const me = await signedIn(site, request)
        if (!me && isFromElsewhere(request)) return askAgain(reply, request.url)
        if (me && (!recent || isRecent(me.authenticatedAt))) return show({ site, request, reply, me })
        const again = me ? '&again' : ''
        // A sign-in loses what people have typed into a form. So pages demand a recent sign-in before they show a form.
        const back = method === 'GET' ? request.url : '/account'
        if (String(request.headers['content-type']).startsWith('application/json'))
          return reply.code(401).send({ message: 'Sign in again first: this page was open for too long.' })
        return seeOther(reply, `/sign-in?next=${encodeURIComponent(back)}${again}`)
      },
    })
  }
  overviewRoutes(add)
  detailRoutes(add)
  passwordRoutes(add)
  passkeyRoutes(add)
  recoveryCodeRoutes(add)
  mailRoutes(add)
  sessionRoutes(add)
  tokenRoutes(add)
  appRoutes(add)
}
