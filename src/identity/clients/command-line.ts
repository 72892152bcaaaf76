/** The command line as a public app: it has no secret, and people let it in by a device code. */
import { allScopes } from '../roles.ts'

export const COMMAND_LINE = {
  client_id: 'scorebook-cli',
  client_name: 'Scorebook command line',
  application_type: 'native' as const,
  token_endpoint_auth_method: 'none' as const,
  grant_types: ['urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'],
  response_types: [],
  redirect_uris: [],
  /** The scopes of our API; the library's own `scope` contains only those of OpenID Connect. */
  api_scope: [...allScopes].join(' '),
}
