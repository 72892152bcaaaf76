/** Begins the session of a browser. All ways to sign in use this. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from '../../db/database.ts'
import { whereFrom } from '../../http/where-from.ts'
import { type Method, endSession, newSession } from '../../identity/sessions/store.ts'
import { BROWSER, LINK, openedLink, setPageCookie } from '../cookies.ts'
import { knownBrowserCookie } from '../known-browser.ts'
import { type Site, audited, isSecure, signedIn } from '../site.ts'

interface SignInAccount {
  accountId: string
  details?: Record<string, string>
}

/**
 * Signs in to the account that `work` returns. `work` runs in the same transaction. If it returns undefined, nobody is signed in.
 */
export async function signIn(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  method: Method,
  work: (db: Transaction) => Promise<SignInAccount | undefined>,
): Promise<boolean> {
  const former = await signedIn(site, request)
  const session = await site.db.transaction(async (db) => {
    const account = await work(db)
    if (!account) return undefined
    const { accountId, details = {} } = account
    const { statement, secret } = newSession({ accountId, method, ...whereFrom(request) })
    if (!(await db.maybe(statement))) return undefined
    await Promise.all([
      db.many(audited(request, 'SIGNED_IN', accountId, { method, ...details })),
      ...(former ? [db.many(endSession(former.accountId, former.sessionId))] : []),
    ])
    return { accountId, secret }
  })
  if (!session) return false
  const secure = isSecure(site)
  site.sessions.setCookie(reply, session.secret)
  setPageCookie(reply, BROWSER, knownBrowserCookie(site, request, session.accountId), secure)
  if (openedLink(request.headers.cookie, secure) !== undefined) setPageCookie(reply, LINK, '', secure)
  return true
}
