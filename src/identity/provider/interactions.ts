/**
 * A request by an app that waits until a person has signed in or decided. Only the same browser finds it, and the person decides
 * once.
 */
import type { Provider } from 'oidc-provider'
import type { Transaction } from '../../db/database.ts'
import { person as actor } from '../audit/actor.ts'
import { auditRecord } from '../audit/record.ts'
import { scopesOfRoles } from '../roles.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { CONSENT_COOKIE } from './cookies.ts'
import { forgetRefusals } from './grants.ts'
import { OPENID_SCOPES, words } from './scopes.ts'
import { requestContext } from './request-context.ts'

type Interaction = InstanceType<Provider['Interaction']>

export interface AppRequest {
  interaction: Interaction
  app: string
  clientId: string
  redirectUri: string | undefined
  /** The scopes that the app asks for, its client may have, and the person has. */
  scopes: { openid: string[]; api: string[] }
  isEverything: boolean
  /** The other scopes that the app asks for. They must be refused: otherwise the library would ask for them again and again. */
  refused: { openid: string[]; api: string[] }
}

/** Undefined if the request belongs to another browser, or has waited too long. */
export async function findAppRequest(
  provider: Provider,
  { id, cookie, person }: { id: string; cookie: string | undefined; person: SignedIn | undefined },
): Promise<AppRequest | undefined> {
  if (!cookiesIn(cookie).includes(`${CONSENT_COOKIE}=${id}`)) return undefined
  const interaction = await provider.Interaction.find(id)
  if (!interaction) return undefined
  const client = await provider.Client.find(String(interaction.params['client_id']))
  if (!client) return undefined
  const { scope, redirect_uri: redirectUri } = interaction.params
  const asked = words(scope)
  const clientMay = new Set(words(client['api_scope']))
  const personMay = scopesOfRoles(person?.roles ?? [])
  const askedOfApi = asked.filter((name) => !isOpenid(name) && clientMay.has(name))
  const granted = askedOfApi.filter((name) => personMay.has(name))
  return {
    interaction,
    app: client.clientName ?? client.clientId,
    clientId: client.clientId,
    redirectUri: typeof redirectUri === 'string' ? redirectUri : undefined,
    scopes: { openid: asked.filter(isOpenid), api: granted },
    isEverything: new Set(granted).size === personMay.size,
    refused: { openid: [], api: askedOfApi.filter((name) => !personMay.has(name)) },
  }
}

const isOpenid = (name: string) => OPENID_SCOPES.some((one) => one === name)

const cookiesIn = (header: string | undefined) => (header ?? '').split(';').map((pair) => pair.trim())

/** True if nobody is signed in, or if the app demands a new sign-in. */
export function mustSignIn({ interaction }: AppRequest, person: SignedIn | undefined): boolean {
  if (!person) return true
  const { name, reasons } = interaction.prompt
  const isAgain = name === 'login' && reasons.some((reason) => reason !== 'no_session')
  // A sign-in makes a new session. If the session is the same, the person has not signed in again.
  return isAgain && person.sessionId === (interaction.session as { uid?: string } | undefined)?.uid
}

/** Notes that the person has signed in. Returns the path to which the browser goes next. */
export async function signedInFor({ interaction }: AppRequest, person: SignedIn): Promise<string> {
  const ts = Math.floor(person.authenticatedAt.getTime() / 1000)
  return goOn(interaction, { login: { accountId: person.accountId, ts } }, person)
}

/** Stores the person's decision. Returns the path to which the browser goes next. */
export async function decide(
  provider: Provider,
  db: Transaction,
  { interaction, clientId, scopes, refused }: AppRequest,
  person: SignedIn,
  {
    allowed,
    issuer,
    from,
  }: { allowed: boolean; issuer: string; from: { address: string; userAgent: string } },
): Promise<string> {
  if (!allowed)
    return goOn(
      interaction,
      { error: 'access_denied', error_description: 'The person did not let the app in.' },
      person,
    )
  const { accountId } = person
  const known = interaction.grantId === undefined ? undefined : await provider.Grant.find(interaction.grantId)
  const isOurs = known?.accountId === accountId && known.clientId === clientId
  const grant = known && isOurs ? known : new provider.Grant({ accountId, clientId })
  forgetRefusals(grant, issuer, new Set(scopes.api))
  if (scopes.openid.length > 0) grant.addOIDCScope(scopes.openid.join(' '))
  if (scopes.api.length > 0) grant.addResourceScope(issuer, scopes.api.join(' '))
  if (refused.api.length > 0) grant.rejectResourceScope(issuer, refused.api.join(' '))
  const lasts = grant.getOIDCScope().split(' ').includes('offline_access')
  const context = requestContext.getStore()
  if (context && !lasts) context.grantEndsWith = person.sessionId
  const grantId = await grant.save()
  const granted = [...scopes.openid, ...scopes.api]
  await db.many(
    auditRecord({
      kind: 'CONSENT_GIVEN',
      accountId,
      clientId,
      by: actor(accountId),
      ...from,
      details: { scopes: granted },
    }),
  )
  return goOn(interaction, { consent: { grantId } }, person)
}

/** The person's session can be new, because they may have signed in while the request waited. */
async function goOn(interaction: Interaction, result: object, person: SignedIn): Promise<string> {
  const { accountId, sessionId: uid } = person
  interaction.result = { ...interaction.lastSubmission, ...result }
  Object.assign(interaction, { session: { accountId, uid, cookie: uid } })
  await interaction.save(interaction.exp - Math.floor(Date.now() / 1000))
  return interaction.returnTo
}
