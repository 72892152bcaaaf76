/** Shows an invitation to strangers who have its secret, and lets them decline it. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database, Queryable } from '../db/database.ts'
import { Problem } from '../http/problem.ts'
import { whereFrom } from '../http/where-from.ts'
import { budgetsFrom, refunds, spend } from '../identity/accounts/throttle.ts'
import { FOREIGN_FORM, mustBeFromOurPage } from './fetch-site.ts'
import { FORM_LIMIT, jsonOf } from './form.ts'

/** What pages do with invitations. It is implemented in `src/invitations`. */
export interface Invitations {
  /** The JSON of the invitation with this secret. Undefined if it is no longer valid. */
  lookUp: (secret: string) => Promise<string | undefined>
  /** Declines the invitation. Returns false if it is no longer valid. */
  decline: (secret: string) => Promise<boolean>
  /** The id of the invitation, if somebody may make an account with it. */
  findForAccount: (secret: string, by: Inviters) => Promise<string | undefined>
  /** Must be called in the transaction that makes the account. Returns false if the invitation can no longer make an account. */
  takeAccount: (db: Queryable, secret: string, by: Inviters) => Promise<boolean>
}

/** Whose invitations make accounts: those of all players, or only administrators'. */
export type Inviters = 'players' | 'administrators'

export const invitersOf = (signUp: 'players' | 'invitation'): Inviters =>
  signUp === 'players' ? 'players' : 'administrators'

export interface LookUpOptions {
  db: Database
  invitations: Invitations
  baseUrl: string
  /** Who can make an account. Undefined if people sign in at outside issuers. */
  signUp: 'open' | 'players' | 'invitation' | undefined
}

export function lookUpRoute(app: FastifyInstance, { db, invitations, baseUrl, signUp }: LookUpOptions): void {
  const { origin } = new URL(baseUrl)
  /** Takes an attempt. Gives it back if the secret belongs to a valid invitation. */
  async function asked<T>(
    request: FastifyRequest,
    work: (secret: string) => Promise<T | false | undefined>,
  ): Promise<T> {
    mustBeFromOurPage(request.headers, origin, FOREIGN_FORM)
    const { secret } = ((await jsonOf(request)) ?? {}) as { secret?: unknown }
    const budget = budgetsFrom('invitation', whereFrom(request).address)
    if (!(await spend(db, budget))) throw new Problem(429, 'rate-limited', TOO_MANY)
    const found = await work(typeof secret === 'string' ? secret.slice(0, 200) : '')
    if (found === undefined || found === false) throw new Problem(404, 'not-found', GONE)
    await Promise.all(refunds(budget).map((refund) => db.many(refund)))
    return found
  }

  app.post('/invitation/look-up', { bodyLimit: FORM_LIMIT }, async (request, reply) => {
    const body = await asked(request, async (secret) => {
      const shown = await invitations.lookUp(secret)
      if (shown === undefined) return undefined
      const canJoin =
        signUp === 'open' ||
        (signUp !== undefined && (await invitations.findForAccount(secret, invitersOf(signUp))) !== undefined)
      return `{"invitation": ${shown}, "canJoin": ${canJoin}}`
    })
    return reply.type('application/json').send(body)
  })

  app.post('/invitation/decline', { bodyLimit: FORM_LIMIT }, async (request, reply) => {
    await asked(request, (secret) => invitations.decline(secret))
    return reply.code(204).send()
  })
}

const TOO_MANY = 'Too many attempts from here. Wait a few minutes.'
const GONE = 'This invitation is not good any more. Ask for another one.'
