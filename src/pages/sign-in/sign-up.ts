/** Making an account, and setting a new way to sign in to one after a reset: the page, and its answers. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { Problem } from '../../http/problem.ts'
import { UUID } from '../../http/schema/schema.ts'
import { pathFrom, whereFrom } from '../../http/where-from.ts'
import { LONGEST_PASSKEY_NAME, insertPasskey } from '../../identity/accounts/passkeys.ts'
import { faultOfPassword, hashPassword } from '../../identity/accounts/passwords.ts'
import { AccountFault, changed, mustBeFree } from '../../identity/accounts/store.ts'
import { atCost, spend } from '../../identity/accounts/throttle.ts'
import { browserNamed } from '../browser-name.ts'
import { formOf, jsonOf } from '../form.ts'
import { seeOther } from '../page.ts'
import type { Site } from '../site.ts'
import { ENDED, TOO_MANY, budgetOf, enter, invitationOf, mustBeInvited } from './invitation.ts'
import { showLink } from './link.ts'
import { showSignUp } from './sign-up-page.ts'

export function signUpRoutes(app: FastifyInstance, site: Site): void {
  app.get('/join', async (request, reply) => {
    const invitation = await invitationOf(site, request)
    return invitation ? showSignUp(reply, invitation) : showLink(reply, { fields: {}, other: ENDED })
  })
  app.post('/join', (request, reply) => signUpByPassword(site, request, reply))
  app.post('/join/passkey/options', (request, reply) => sendPasskeyOptions(site, request, reply))
  app.post('/join/passkey', (request, reply) => signUpByPasskey(site, request, reply))
}

async function signUpByPassword(site: Site, request: FastifyRequest, reply: FastifyReply) {
  const form = formOf(request)
  const name = form.text('name').trim()
  const password = form.text('password')
  const invitation = await invitationOf(site, request)
  if (!invitation) return showLink(reply, { fields: {}, other: ENDED })
  const fault = await faultOfPassword(password, [invitation.link?.accountName ?? name])
  if (fault !== undefined)
    return showSignUp(reply, invitation, { name, faults: { fields: { password: `The password ${fault}.` } } })
  const budget = budgetOf(request)
  if (!(await spend(site.db, budget)))
    return showSignUp(reply, invitation, { name, faults: { fields: {}, other: TOO_MANY }, status: 429 })
  const asking = { known: invitation.link !== undefined, path: pathFrom(whereFrom(request).address) }
  const hash = await atCost(site.db, budget, () => hashPassword(password, asking))
  const accountId = invitation.link?.accountId ?? uuidv7()
  const setPassword = changed(accountId, sql`password_hash = ${hash}, password_changed_at = now()`)
  try {
    const entered = await enter(site, request, reply, {
      ...invitation,
      accountId,
      name,
      budget,
      credential: (db) => db.many(setPassword),
    })
    return entered ? seeOther(reply, '/') : showLink(reply, { fields: {}, other: ENDED })
  } catch (error) {
    return showSignUp(reply, invitation, { name, faults: { fields: { name: faultOfName(error) } } })
  }
}

async function sendPasskeyOptions(site: Site, request: FastifyRequest, reply: FastifyReply) {
  const { name } = await passkeyFormOf(request)
  const { link, purpose } = await mustBeInvited(site, request)
  if (!(await spend(site.db, budgetOf(request)))) throw new Problem(429, 'rate-limited', TOO_MANY)
  const accountId = link?.accountId ?? uuidv7()
  // We check the name before the device makes a passkey: it would keep the passkey of an account that is never made.
  if (link?.kind !== 'RESET')
    try {
      await mustBeFree(site.db, name)
    } catch (error) {
      return reply.code(422).send({ message: faultOfName(error) })
    }
  const account = { id: accountId, name: link?.accountName ?? name }
  return reply.send({ options: await site.passkeys.optionsToAdd(account, purpose), accountId })
}

async function signUpByPasskey(site: Site, request: FastifyRequest, reply: FastifyReply) {
  const { name, accountId, credential } = await passkeyFormOf(request)
  const invitation = await mustBeInvited(site, request)
  const ofLink = invitation.link?.accountId ?? accountId
  const passkey =
    UUID.test(accountId) && ofLink === accountId
      ? await site.passkeys.added(site.db, accountId, invitation.purpose, credential)
      : undefined
  if (!passkey) return reply.code(422).send({ message: NOT_ACCEPTED })
  const { userAgent } = whereFrom(request)
  const add = insertPasskey(accountId, browserNamed(userAgent).slice(0, LONGEST_PASSKEY_NAME), passkey)
  try {
    const entered = await enter(site, request, reply, {
      ...invitation,
      accountId,
      name,
      budget: budgetOf(request),
      async credential(db) {
        if (!(await db.maybe(add))) throw new PasskeyExists()
      },
    })
    return await (entered ? reply.send({ next: '/' }) : reply.code(422).send({ message: ENDED }))
  } catch (error) {
    const message = error instanceof PasskeyExists ? NOT_ACCEPTED : faultOfName(error)
    return reply.code(422).send({ message })
  }
}

const NOT_ACCEPTED = 'This passkey was not accepted. Try again.'

/** Rolls the new account back: a passkey with this id exists already. */
class PasskeyExists extends Error {
  override name = 'PasskeyExists'
}

/** The message for a name that the account cannot have. Throws every other error again. */
function faultOfName(error: unknown): string {
  if (!(error instanceof AccountFault)) throw error
  return `The name ${error.message}.`
}

interface PasskeyForm {
  name: string
  accountId: string
  /** The answer of the browser. */
  credential: unknown
}

async function passkeyFormOf(request: FastifyRequest): Promise<PasskeyForm> {
  const body = ((await jsonOf(request)) ?? {}) as Record<string, unknown>
  return { name: textIn(body['name']), accountId: textIn(body['accountId']), credential: body['credential'] }
}

const textIn = (value: unknown) => (typeof value === 'string' ? value.trim().replaceAll('\0', '') : '')
