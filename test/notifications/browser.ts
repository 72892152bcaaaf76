/** A browser that is signed in to an account of ours. It sends what the pages of the app send. */
import { createHash } from 'node:crypto'
import { sql } from '../../src/db/sql.ts'
import { uuidv7 } from '../../src/db/uuid.ts'
import { endSession } from '../../src/identity/sessions/store.ts'
import { signIn } from '../identity/accounts.ts'
import { type Person, type Service, call } from '../support.ts'

interface SignedIn extends Pick<Person, 'get' | 'post' | 'delete'> {
  sessionId: string
  /** Signs out with the same requests as the page does. */
  signOut: () => Promise<void>
}

export async function signedIn({ app, db }: Service, accountId: string): Promise<SignedIn> {
  const cookie = await signIn(db, accountId)
  const secret = cookie.slice(cookie.indexOf('=') + 1)
  const hash = createHash('sha256').update(secret).digest()
  const { id } = await db.one(sql<{ id: string }>`select id from sessions where hash = ${hash}`)
  const headers = { cookie, 'sec-fetch-site': 'same-origin' }
  const withKey = (method: string) =>
    method === 'GET' ? headers : { ...headers, 'idempotency-key': uuidv7() }
  const send = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) =>
    call(app, method, `//web/api/v1${path}`, body, withKey(method))
  return {
    sessionId: id,
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    delete: (path) => send('DELETE', path),
    async signOut() {
      await db.many(endSession(accountId, id))
    },
  }
}
