/**
 * An app's request that waits until a person has signed in or decided. Only the same browser finds it. The person decides once.
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
  /** The scopes that the app asked for, if its client may ask for them and the person has them. */
  scopes: { openid: string[]; api: string[] }
  isEverything: boolean
  /** The other scopes that the app asked for. We refuse these, because otherwise the library would ask for them repeatedly. */
  refused: { openid: string[]; api: string[] }
}

/** Returns undefined if the request is another browser's, or has waited too long. */
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

/** True if nobody is signed in, or if the app demands that the person signs in again. */
export function mustSignIn({ interaction }: AppRequest, person: SignedIn | undefined): boolean {
  if (!person) return true
  const { name, reasons } = interaction.prompt
  const isAgain = name === 'login' && reasons.some((reason) => reason !== 'no_session')
  // Signing in makes a new session, so with the same session the person has not signed in again.
  return isAgain && person.sessionId === (interaction.session as { uid?: string } | undefined)?.uid
}

/** Returns the path to which the browser goes next. */
export async function signedInFor({ interaction }: AppRequest, person: SignedIn): Promise<string> {
  const ts = Math.floor(person.authenticatedAt.getTime() / 1000)
  return goOn(interaction, { login: { accountId: person.accountId, ts } }, person)
}

/** Stores whether the person lets the app in. Returns the path to which the browser goes next. */
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

/** The person may have signed in while the request waited, so their session can be new. */
async function goOn(interaction: Interaction, result: object, person: SignedIn): Promise<string> {
  const { accountId, sessionId: uid } = person
  interaction.result = { ...interaction.lastSubmission, ...result }
  Object.assign(interaction, { session: { accountId, uid, cookie: uid } })
  await interaction.save(interaction.exp - Math.floor(Date.now() / 1000))
  return interaction.returnTo
}
