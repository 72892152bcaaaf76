/** Makes an account, or gives an account a new way to sign in after a reset. */
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
import { type Faults, seeOther } from '../page.ts'
import type { Site } from '../site.ts'
import {
  type Invitation,
  ENDED,
  TOO_MANY,
  budgetOf,
  enter,
  invitationOf,
  mustBeInvited,
} from './invitation.ts'
import { showLink } from './link.ts'
import { showSignUp } from './sign-up-page.ts'

export function signUpRoutes(app: FastifyInstance, site: Site): void {
  app.get('/join', async (request, reply) => {
    const invitation = await invitationOf(site, request)
    return invitation ? showSignUp(reply, invitation) : showLink(reply, { fields: {}, other: ENDED })
  })
  app.post('/join', (request, reply) => signUpByPassword(site, request, reply))
  app.post('/join/password', (request, reply) => signUpOnPage(site, request, reply))
  app.post('/join/passkey/options', (request, reply) => sendPasskeyOptions(site, request, reply))
  app.post('/join/passkey', (request, reply) => signUpByPasskey(site, request, reply))
}

async function signUpByPassword(site: Site, request: FastifyRequest, reply: FastifyReply) {
  const form = formOf(request)
  const asked = { name: form.text('name').trim(), password: form.text('password') }
  const invitation = await invitationOf(site, request)
  if (!invitation) return showLink(reply, { fields: {}, other: ENDED })
  const { status, faults } = await byPassword(site, request, reply, invitation, asked)
  if (faults) return showSignUp(reply, invitation, { name: asked.name, faults, status })
  return status === 200 ? seeOther(reply, '/') : showLink(reply, { fields: {}, other: ENDED })
}

/** For a page of the app, which sends JSON. */
async function signUpOnPage(site: Site, request: FastifyRequest, reply: FastifyReply) {
  const { name, password, invited } = await fieldsOf(request)
  const invitation = await mustBeInvited(site, request, invited)
  const { status, faults } = await byPassword(site, request, reply, invitation, { name, password })
  if (status === 200) return reply.send({ next: '/' })
  const { fields, other } = faults ?? { fields: {}, other: ENDED }
  return reply.code(status).send({ message: other ?? Object.values(fields)[0], fields })
}

async function byPassword(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  invitation: Invitation,
  { name, password }: { name: string; password: string },
): Promise<{ status: number; faults?: Faults }> {
  const fault = await faultOfPassword(password, [invitation.link?.accountName ?? name])
  if (fault !== undefined) return { status: 422, faults: { fields: { password: `The password ${fault}.` } } }
  const budget = budgetOf(request)
  if (!(await spend(site.db, budget))) return { status: 429, faults: { fields: {}, other: TOO_MANY } }
  const known = invitation.link !== undefined || invitation.invited !== undefined
  const asking = { known, path: pathFrom(whereFrom(request).address) }
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
    return { status: entered ? 200 : 422 }
  } catch (error) {
    return { status: 422, faults: { fields: { name: faultOfName(error) } } }
  }
}

async function sendPasskeyOptions(site: Site, request: FastifyRequest, reply: FastifyReply) {
  const { name, invited } = await fieldsOf(request)
  const { link, purpose } = await mustBeInvited(site, request, invited)
  if (!(await spend(site.db, budgetOf(request)))) throw new Problem(429, 'rate-limited', TOO_MANY)
  const accountId = link?.accountId ?? uuidv7()
  // The name is checked first, because a device stores the passkey even if no account is made.
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
  const { name, accountId, credential, invited } = await fieldsOf(request)
  const invitation = await mustBeInvited(site, request, invited)
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

/** There is a passkey with this id already, so the new account is rolled back. */
class PasskeyExists extends Error {
  override name = 'PasskeyExists'
}

function faultOfName(error: unknown): string {
  if (!(error instanceof AccountFault)) throw error
  return `The name ${error.message}.`
}

/** What the page sends, as JSON. */
interface Fields {
  name: string
  accountId: string
  password: string
  credential: unknown
  /** The secret of another player's invitation. */
  invited: string | undefined
}

async function fieldsOf(request: FastifyRequest): Promise<Fields> {
  const body = ((await jsonOf(request)) ?? {}) as Record<string, unknown>
  const { invited, password, credential } = body
  return {
    name: textIn(body['name']),
    accountId: textIn(body['accountId']),
    password: typeof password === 'string' ? password.replaceAll('\0', '\ufffd') : '',
    credential,
    invited: typeof invited === 'string' ? invited.slice(0, 200) : undefined,
  }
}

const textIn = (value: unknown) => (typeof value === 'string' ? value.trim().replaceAll('\0', '') : '')
