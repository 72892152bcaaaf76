/** Ties the provider's session of a browser to our session. Both have the same id, and end together. */
import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Row, Sql } from '../../db/sql.ts'
import { sql } from '../../db/sql.ts'
import { person } from '../audit/actor.ts'
import { auditRecord } from '../audit/record.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { LONGEST_DAYS, endSession } from '../sessions/store.ts'
import { requestContext } from './request-context.ts'

type Session = InstanceType<Provider['Session']>

/** The members of the library's class for sessions that we replace, because the library would use a cookie of its own. */
interface SessionClass {
  new (payload?: object): Session
  adapter: { find: (id: string) => Promise<object | undefined> }
  get: (ctx: KoaContextWithOIDC) => Promise<Session>
  prototype: { resetIdentifier: () => void }
}

/** Makes the library's session follow ours. It needs no cookie, because our cookie says who is signed in. */
export function followOurs(
  provider: Provider,
  signedIn: (cookie: string | undefined) => Promise<SignedIn | undefined>,
): void {
  const Session = provider.Session as unknown as SessionClass
  Session.get = async (ctx) => {
    const person = await signedIn(ctx.headers.cookie)
    // The library saves a changed session at the end of a request, and needs to know when the session ends.
    const exp = Math.floor(Date.now() / 1000) + LONGEST_DAYS * 86_400
    const session = person ? await sessionOf(Session, person, exp) : Object.assign(new Session(), { exp })
    ctx.oidc.entity('Session', session)
    return session
  }
  Session.prototype.resetIdentifier = function (this: { touched?: boolean }) {
    this.touched = true
  }
}

async function sessionOf(
  Session: SessionClass,
  { sessionId, accountId, authenticatedAt }: SignedIn,
  exp: number,
) {
  const stored = await Session.adapter.find(sessionId)
  const loginTs = Math.floor(authenticatedAt.getTime() / 1000)
  return new Session({ exp, ...stored, kind: 'Session', jti: sessionId, uid: sessionId, accountId, loginTs })
}

/** Signs the browser out. Everything that belongs to a session is deleted together with the session's row. */
export async function sessionEnded(
  send: <R extends Row>(statement: Sql<R>) => Promise<R[]>,
  sessionId: string,
): Promise<void> {
  const [session] = await send(sql<{ accountId: string }>`
    select account_id as "accountId" from sessions where id = ${sessionId} and account_id is not null`)
  if (!session) return
  await send(endSession(session.accountId, sessionId))
  await send(auditRecord({ kind: 'SIGNED_OUT', accountId: session.accountId, by: person(session.accountId) }))
  const context = requestContext.getStore()
  if (context) context.signedOut = true
}
