/** `scorebook login` signs a person in, with a code that they enter in a browser. */
import { configBeside } from '../service/running.ts'
import { COMMAND_LINE } from '../../identity/clients/command-line.ts'
import { isSafe } from '../../identity/fetch-json.ts'
import { SCOPE_PREFIX, allScopes } from '../../identity/roles.ts'
import { PREFIX } from '../../http/prefix.ts'
import { type Command, CommandFailed, UsageError, type Values, textOf, textsOf } from '../command.ts'
import { harmless } from '../harmless.ts'
import { type SignIn, end, forget, keep, mustKeep } from '../client/sign-in-file.ts'
import { netReason } from '../reasons.ts'
import { beginDevice, discover, waitForPerson } from '../client/token-issuer.ts'

const LONGEST_WAIT = 30_000

export const login: Command = {
  name: 'login',
  summary: 'Sign in to the running service, in a browser',
  about:
    'Prints an address and a code to enter there in any browser, even on another machine, and waits. The tokens are kept in\n' +
    'your configuration folder, where nobody else may read them, and `scorebook api` renews them. Signs in to the service\n' +
    'at SCOREBOOK_BASE_URL, or to the one that runs here on SCOREBOOK_DATA_DIR. Each service has a sign-in of its own, and a new\n' +
    'one ends the former.',
  options: {
    scope: {
      type: 'string',
      multiple: true,
      value: 'SCOPE',
      help: 'A scope such as match-read; by default all that your roles allow; may be repeated',
    },
    issuer: {
      type: 'string',
      value: 'URL',
      help: 'The outside issuer of the tokens; by default the service itself, or the one in SCOREBOOK_AUTH_ISSUERS',
    },
    'client-id': {
      type: 'string',
      value: 'ID',
      help: `The command line's client at an outside issuer; ${COMMAND_LINE.client_id} by default`,
    },
    audience: {
      type: 'string',
      value: 'NAME',
      help: 'The name of the service at an outside issuer, sent as `audience`; some issuers need it, such as Auth0',
    },
    resource: {
      type: 'string',
      value: 'URI',
      help: 'The same, sent as `resource` (RFC 8707)',
    },
  },
  async run(values, { env, cwd, print }) {
    const { baseUrl: service, issuers, plainSignIn } = await configBeside(env, cwd)
    if (!isSafe(new URL(service)) && !plainSignIn)
      throw new UsageError(
        `SCOREBOOK_BASE_URL: ${service} is plain http on another machine, where the network can read tokens. Use https, or set SCOREBOOK_PLAIN_SIGN_IN=on.`,
      )
    const outside = textOf(values, 'issuer') ?? (issuers.length === 1 ? issuers[0]?.issuer : undefined)
    const clientId = textOf(values, 'client-id') ?? COMMAND_LINE.client_id
    if (outside !== undefined && !isSafe(URL.parse(outside) ?? new URL('invalid:')))
      throw new UsageError('--issuer must be an https URL, or http on this machine.')
    const wanted = apiIn(values, outside !== undefined)
    const { issuer: found, deviceEndpoint } = await discover(
      outside ?? service,
      clientId,
      outside === undefined,
    )
    const issuer = { ...found, ...(wanted['resource'] === undefined ? {} : { resource: wanted['resource'] }) }
    await mustKeep(env, service)
    // At an outside issuer, two sign-ins in a browser can share a session. So the old sign-in must end before the new one begins.
    if (outside !== undefined) await forget(env, service).catch(() => {})
    const code = await beginDevice(deviceEndpoint, issuer, {
      scope: scopeIn(values, outside !== undefined),
      ...wanted,
    })
    print(`Open ${code.address} in a browser, and enter the code ${code.userCode}.`)
    if (code.addressWithCode !== undefined) print(`Or confirm it at ${code.addressWithCode}`)
    print(`The code is good for ${Math.floor(code.seconds / 60) || 1} minutes. Waiting for you …`)
    const signIn: SignIn = { service, ...issuer, ...(await waitForPerson(issuer, code)) }
    try {
      const name = await whoIs(signIn)
      const former = await keep(env, signIn)
      if (former && outside === undefined) await end(former).catch(() => {})
      print(`You are signed in to ${service}${name === undefined ? '' : ` as ${harmless(name)}`}.`)
    } catch (error) {
      await end(signIn).catch(() => {}) // the person must see the first error, not an error of this call
      throw error
    }
  },
}

function scopeIn(values: Values, isOutside: boolean): string {
  const given = textsOf(values, 'scope')
  if (isOutside) return ['openid', 'offline_access', ...given].join(' ')
  const wanted = given.map((scope) => (scope.startsWith(SCOPE_PREFIX) ? scope : SCOPE_PREFIX + scope))
  const unknown = wanted.find((scope) => !allScopes.has(scope))
  if (unknown !== undefined)
    throw new UsageError(`${unknown} is not a scope; the reference at /docs lists them.`)
  return ['openid', 'offline_access', ...(wanted.length > 0 ? wanted : allScopes)].join(' ')
}

/** Parameters that name the API, if the issuer is an outside one. */
function apiIn(values: Values, isOutside: boolean): Record<string, string> {
  const given = ['audience', 'resource'].flatMap((name): [string, string][] => {
    const value = textOf(values, name)
    return value === undefined ? [] : [[name, value]]
  })
  const [first] = given
  if (first && !isOutside)
    throw new UsageError(`--${first[0]} is for outside issuers; the service makes tokens for itself.`)
  const resource = textOf(values, 'resource')
  if (resource !== undefined && (!URL.canParse(resource) || resource.includes('#')))
    throw new UsageError('--resource must be an absolute URI without a fragment.')
  return Object.fromEntries(given)
}

/** The name of the person. Undefined if the token may not read it. Throws if the service refuses the token. */
async function whoIs({ service, accessToken }: SignIn): Promise<string | undefined> {
  let answer: Response
  try {
    answer = await fetch(`${service}${PREFIX}/users/me`, {
      headers: { authorization: `Bearer ${accessToken}` },
      redirect: 'manual',
      signal: AbortSignal.timeout(LONGEST_WAIT),
    })
  } catch (error) {
    throw new CommandFailed(`${service} cannot be reached: ${netReason(error)}. Nothing was stored.`, {
      cause: error,
    })
  }
  const body = (await answer.json().catch(() => ({}))) as { displayName?: unknown; detail?: unknown }
  if (answer.ok) return typeof body.displayName === 'string' ? body.displayName : undefined
  if (answer.status === 403) return undefined
  const why = typeof body.detail === 'string' ? harmless(body.detail) : 'It says no more.'
  throw new CommandFailed(`${service} refuses the token (${answer.status}), so nothing was stored. ${why}`)
}
