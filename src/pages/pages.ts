/** The pages for accounts, as routes of the service. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import { compressed } from '../http/server/content-coding.ts'
import { sharedSecret } from '../http/secrets.ts'
import { Passkeys, relyingPartyOf } from '../identity/accounts/passkeys.ts'
import { mailSecret } from '../identity/link-mails/queue.ts'
import type { Sessions } from '../identity/sessions/signed-in.ts'
import { accountRoutes } from './account/routes.ts'
import { type AppSource, shellRoutes } from './app/shell.ts'
import { assetRoutes } from './assets.ts'
import { askAgain } from './ask-again.ts'
import { FOREIGN_FORM, isFromElsewhere, mustBeFromOurPage } from './fetch-site.ts'
import { FORM_LIMIT } from './form.ts'
import { seeOther } from './page.ts'
import { sendProblemPage } from './problem-page.ts'
import { mailRoutes } from './sign-in/by-mail.ts'
import { linkRoutes } from './sign-in/link.ts'
import { recoveryRoutes } from './sign-in/recovery.ts'
import { signInRoutes } from './sign-in/sign-in.ts'
import { signUpRoutes } from './sign-in/sign-up.ts'
import { type Site, signedIn } from './site.ts'

export interface PagesOptions {
  db: Database
  sessions: Sessions
  baseUrl: string
  signUp: Site['signUp']
  invitations: Site['invitations']
  host: Site['host']
  trustedProxies: Site['trustedProxies']
  /** Present if the web app is on. Then the path `/` shows the app. */
  source?: AppSource | undefined
}

export async function addPages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const { db, baseUrl } = options
  const [challengeKey, browserKey, mailKey] = await Promise.all([
    sharedSecret(db, 'passkey challenges'),
    sharedSecret(db, 'known browsers'),
    mailSecret(db),
  ])
  const party = relyingPartyOf(baseUrl)
  const site: Site = { ...options, passkeys: new Passkeys(challengeKey, party), browserKey, mailKey }
  await app.register(async (pages) => {
    pages.addHook('onRoute', (route) => {
      route.bodyLimit = FORM_LIMIT
      route.onSend = [route.onSend ?? [], compressed].flat()
    })
    pages.addHook('onRequest', async (request) => {
      if (request.method !== 'GET' && request.method !== 'HEAD')
        mustBeFromOurPage(request.headers, party.origin, FOREIGN_FORM)
    })
    pages.setErrorHandler((error: Error, request, reply) => {
      if (String(request.headers['content-type']).startsWith('application/json')) throw error
      sendProblemPage(error, request, reply)
    })
    if (!options.source)
      pages.get('/', async (request, reply) => {
        const me = await signedIn(site, request)
        if (!me && isFromElsewhere(request)) return askAgain(reply, '/')
        return seeOther(reply, me ? '/account' : '/sign-in')
      })
    signInRoutes(pages, site)
    recoveryRoutes(pages, site)
    linkRoutes(pages, site)
    mailRoutes(pages, site)
    signUpRoutes(pages, site)
    accountRoutes(pages, site)
  })
  if (options.source) {
    const isSignedIn = async (request: FastifyRequest) => (await signedIn(site, request)) !== undefined
    shellRoutes(app, { source: options.source, isSignedIn })
  }
  assetRoutes(app, options.source?.file)
}
