/** Signs people in at outside issuers with a code and PKCE, and renews their tokens. It uses the library `openid-client`. */
import * as openid from 'openid-client'
import { IssuerUnavailable } from '../../http/access-token.ts'
import { isSafe } from '../fetch-json.ts'
import type { OutsideClient, OutsideIssuer } from '../outside-issuers.ts'

/** The longest wait for an answer of an issuer, in seconds. */
const PATIENCE = 3

export interface OutsideTokens {
  accessToken: string
  refreshToken: string | undefined
  /** The issuer asks for this token when the person signs out. */
  idToken: string | undefined
  /** In milliseconds since 1970. */
  expiresAt: number
}

/** A sign-in that has begun. The browser keeps it, encrypted, while the person is at the issuer. */
export interface PendingSignIn {
  issuer: string
  state: string
  nonce: string
  verifier: string
  next: string
  /** When it must be finished, in milliseconds since 1970. */
  until: number
}

/** The issuer has refused, or its answer does not belong to the sign-in that this browser began. */
export class SignInRefused extends Error {
  override name = 'SignInRefused'
}

export class OutsideClients {
  readonly #issuers: ReadonlyMap<string, OutsideIssuer & { client: OutsideClient }>
  readonly #redirectUri: string
  readonly #signedOut: string
  readonly #configurations = new Map<string, Promise<openid.Configuration>>()

  constructor(issuers: readonly OutsideIssuer[], baseUrl: string) {
    const withClient = issuers.filter(
      (one): one is OutsideIssuer & { client: OutsideClient } => one.client !== undefined,
    )
    this.#issuers = new Map(withClient.map((one) => [one.issuer, one]))
    this.#redirectUri = `${baseUrl}/sign-in/callback`
    this.#signedOut = `${baseUrl}/signed-out`
  }

  get names(): string[] {
    return [...this.#issuers.keys()]
  }

  /** Begins a sign-in. Returns the issuer's address for the browser, and what the browser must keep until it comes back. */
  async begin(issuer: string, next: string, until: number): Promise<{ url: string; pending: PendingSignIn }> {
    const { client } = this.#known(issuer)
    const configuration = await this.#at(issuer)
    const verifier = openid.randomPKCECodeVerifier()
    const [state, nonce] = [openid.randomState(), openid.randomNonce()]
    const url = openid.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#redirectUri,
      scope: client.scope,
      state,
      nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    return { url: url.href, pending: { issuer, state, nonce, verifier, next, until } }
  }

  /** Exchanges the code for tokens. Checks `iss`, the state, the nonce and PKCE. */
  async redeem(
    { issuer, state, nonce, verifier }: PendingSignIn,
    query: URLSearchParams,
  ): Promise<OutsideTokens> {
    const configuration = await this.#at(issuer)
    const back = new URL(`${this.#redirectUri}?${query.toString()}`)
    return asked(async () => {
      const tokens = await openid.authorizationCodeGrant(configuration, back, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      return tokensIn(tokens, undefined)
    })
  }

  async refresh(issuer: string, refreshToken: string, before: OutsideTokens): Promise<OutsideTokens> {
    const configuration = await this.#at(issuer)
    return asked(async () => tokensIn(await openid.refreshTokenGrant(configuration, refreshToken), before))
  }

  /**
   * The issuer's address for signing out (OpenID Connect RP-Initiated Logout 1.0). Undefined if there is none, or if the issuer
   * does not answer.
   */
  async signOutAt(issuer: string, { idToken }: OutsideTokens): Promise<string | undefined> {
    try {
      const configuration = await this.#at(issuer)
      const { end_session_endpoint: endpoint } = configuration.serverMetadata()
      const url = endpoint === undefined ? null : URL.parse(endpoint)
      if (!url || !isSafe(url) || idToken === undefined) return undefined
      return openid.buildEndSessionUrl(configuration, {
        id_token_hint: idToken,
        post_logout_redirect_uri: this.#signedOut,
      }).href
    } catch (error) {
      if (error instanceof IssuerUnavailable || error instanceof SignInRefused) return undefined
      throw error
    }
  }

  #known(issuer: string): OutsideIssuer & { client: OutsideClient } {
    const known = this.#issuers.get(issuer)
    if (!known) throw new SignInRefused(`Nobody signs in at ${issuer} here.`)
    return known
  }

  /** A discovery that failed is not cached, so the next sign-in tries again. */
  #at(issuer: string): Promise<openid.Configuration> {
    const { client } = this.#known(issuer)
    const known = this.#configurations.get(issuer)
    if (known) return known
    const found = discover(issuer, client).catch((error: unknown) => {
      this.#configurations.delete(issuer)
      throw new IssuerUnavailable(`The token issuer ${issuer} cannot be reached at the moment.`, {
        cause: error,
      })
    })
    this.#configurations.set(issuer, found)
    return found
  }
}

/** Plain http is allowed here, because the settings accept it only for an issuer on this machine. */
const discover = (issuer: string, { id, secret }: OutsideClient) =>
  openid.discovery(
    new URL(issuer),
    id,
    undefined,
    secret === undefined ? openid.None() : openid.ClientSecretBasic(secret),
    {
      timeout: PATIENCE,
      // The signature of the ID token is checked too, although the token comes directly from the issuer.
      execute: [
        openid.enableNonRepudiationChecks,
        ...(issuer.startsWith('http:') ? [openid.allowInsecureRequests] : []),
      ],
    },
  )

function tokensIn(
  answer: openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers,
  before: OutsideTokens | undefined,
): OutsideTokens {
  const { access_token: accessToken } = answer
  const { refresh_token: refreshToken = before?.refreshToken, id_token: idToken = before?.idToken } = answer
  const seconds = answer.expiresIn() ?? UNTOLD
  return { accessToken, refreshToken, idToken, expiresAt: Date.now() + 1000 * seconds }
}

/** In seconds: how long a token is assumed to live if the issuer does not say it. */
const UNTOLD = 300

/**
 * Throws `SignInRefused` if the answer is wrong. Throws `IssuerUnavailable` after a network error or a 5xx, because a retry may
 * help.
 */
async function asked(work: () => Promise<OutsideTokens>): Promise<OutsideTokens> {
  try {
    return await work()
  } catch (error) {
    const isAnswer =
      error instanceof openid.ResponseBodyError || error instanceof openid.AuthorizationResponseError
    if (isAnswer) throw new SignInRefused(`The issuer answered ${error.error}.`, { cause: error })
    if (error instanceof openid.WWWAuthenticateChallengeError)
      throw new SignInRefused('The issuer does not know this service as its client.', { cause: error })
    if (
      error instanceof openid.ClientError &&
      error.code !== 'OAUTH_RESPONSE_IS_NOT_CONFORM' &&
      error.code !== 'OAUTH_TIMEOUT'
    )
      throw new SignInRefused('The answer of the issuer does not belong to what this browser began.', {
        cause: error,
      })
    throw new IssuerUnavailable('The token issuer does not answer at the moment.', { cause: error })
  }
}
