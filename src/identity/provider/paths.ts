/** The paths of the provider. */

export const ROUTES = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  revocation: '/oauth/revoke',
  introspection: '/oauth/introspect',
  device_authorization: '/oauth/device-authorization',
  code_verification: '/oauth/device',
  end_session: '/oauth/logout',
  jwks: '/.well-known/jwks.json',
}

export const CONSENT = '/oauth/consent'

export const consentPath = (interactionId: string): string => `${CONSENT}/${interactionId}`
