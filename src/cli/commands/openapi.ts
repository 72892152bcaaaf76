/** `scorebook openapi`: prints the API's description, for generators and for review. */
import { api } from '../../api.ts'
import { readConfig } from '../../config.ts'
import { openApiDocument } from '../../http/openapi/document.ts'
import { scopesOfRole } from '../../identity/roles.ts'
import type { Command } from '../command.ts'

export const openapi: Command = {
  name: 'openapi',
  summary: 'Print the OpenAPI 3.1 document',
  about:
    'The same that a running service has at /openapi.json, with the configured base URL. Needs no database.',
  options: {},
  async run(_values, { env, cwd, print }) {
    print(JSON.stringify(openApiDocument(api, scopesOfRole, readConfig(env, cwd)), null, 2))
  },
}
