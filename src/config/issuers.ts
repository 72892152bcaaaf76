/** The outside issuers of access tokens, from the JSON in SCOREBOOK_AUTH_ISSUERS. */
import * as z from 'zod'
import { fieldPath } from '../http/schema/validate.ts'
import { isSafe } from '../identity/fetch-json.ts'
import { isRole, scopesOfRole } from '../identity/roles.ts'
import { Fault } from './parse.ts'

const safeUrl = () =>
  z.string().refine((text) => {
    const url = URL.parse(text)
    return url && isSafe(url) && url.username === '' && url.password === ''
  }, 'must be an https URL, or http on this machine, without user name and password')

const filled = () => z.string().min(1, 'must not be empty')

export const ISSUER = {
  issuer: safeUrl().describe('The URL in the `iss` of its tokens, with exactly the same letters'),
  audience: filled().describe('The `aud` of its tokens'),
  jwksUri: safeUrl()
    .optional()
    .describe('The URL of its keys; by default, the URL in its discovery document'),
  jwksFile: filled()
    .optional()
    .describe('A file with its keys (a JWKS) in place of jwksUri; read at the start'),
  rolesClaim: filled()
    .default('roles')
    .describe('The claim that names the roles, by default roles; a.b is the claim b within a'),
  roles: z
    .record(z.string(), z.string().refine(isRole, `must be one of ${Object.keys(scopesOfRole).join(', ')}`))
    .optional()
    .describe(
      'Our role for each of its roles, such as {"staff": "catalog-editor"}; by default the role of the same name',
    ),
  clientId: filled()
    .optional()
    .describe(
      'The client with which people sign in there in a browser; its redirect URI is BASE_URL/sign-in/callback',
    ),
  clientSecret: filled().optional().describe('The secret of that client; without it the client is public'),
  scope: filled().optional().describe('The scopes that the client asks for, by default openid profile'),
}

export const ISSUERS_HELP = `SCOREBOOK_AUTH_ISSUERS is a JSON list of objects; issuer and audience are required
${Object.entries(ISSUER)
  .map(([name, { description }]) => `  ${name.padEnd(10)}  ${description}`)
  .join('\n')}`

const Issuers = z
  .array(
    z
      .strictObject(ISSUER)
      .refine(
        ({ jwksUri, jwksFile }) => jwksUri === undefined || jwksFile === undefined,
        'has both jwksUri and jwksFile; give one of them',
      )
      .refine(
        ({ clientId, clientSecret, scope }) =>
          clientId !== undefined || (clientSecret === undefined && scope === undefined),
        'has clientSecret or scope, which need clientId',
      ),
  )
  .min(1, 'must name one issuer at least')
  .refine(
    (issuers) => new Set(issuers.map(({ issuer }) => issuer)).size === issuers.length,
    'names an issuer twice',
  )

/** Reads the issuers. A path in `jwksFile` is relative to the working folder. */
export function issuers(text: string): z.output<typeof Issuers> | Fault {
  const example = '[{"issuer": "https://id.example.org", "audience": "scorebook"}]'
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return new Fault(`must be JSON like ${example}.`)
  }
  const read = Issuers.safeParse(value)
  if (read.success) return read.data
  const wrong = read.error.issues.map((issue) => `${fieldPath(issue.path, 'it')} ${faultOf(issue)}`)
  return new Fault(`must be like ${example}: ${wrong.join('; ')}.`)
}

/** The rest of a sentence that begins with the path of the wrong part. Zod's own messages are for programmers. */
function faultOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return `has ${issue.keys.join(', ')}, which is unknown`
    case 'invalid_type':
      return issue.message.endsWith('received undefined')
        ? 'is missing'
        : `must be ${{ array: 'a list', string: 'a text' }[issue.expected as string] ?? 'an object'}`
    default:
      return issue.message
  }
}
