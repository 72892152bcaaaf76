/** The command line as a client. It has no secret. People give it access with a device code. */
import { allScopes } from '../roles.ts'

export const COMMAND_LINE = {
  client_id: 'scorebook-cli',
  client_name: 'Scorebook command line',
  application_type: 'native' as const,
  token_endpoint_auth_method: 'none' as const,
  grant_types: ['urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'],
  response_types: [],
  redirect_uris: [],
  /** The scopes of our API are in a field of their own, because the library's `scope` takes only scopes of OpenID Connect. */
  api_scope: [...allScopes].join(' '),
}
