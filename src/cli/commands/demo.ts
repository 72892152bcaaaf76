/** `scorebook demo`: fills an empty database with people, games and matches to look at. */
import type { Config } from '../../config.ts'
import { resetDatabase } from '../../db/reset.ts'
import { fillWithDemo } from '../../demo/fill.ts'
import { PEOPLE } from '../../demo/people.ts'
import { mustBeDemo } from '../../demo/reset.ts'
import { isLoopback } from '../../http/outgoing.ts'
import { type Command, mustBeOwnIssuer } from '../command.ts'
import { onlyErrors, openServer, withDatabase } from '../open-database.ts'
import { configBeside } from '../service/running.ts'

export const demo: Command = {
  name: 'demo',
  summary: 'Fill an empty database with people, games and matches',
  about:
    'Six people, 40 games with expansions, playsets, 300 matches in every state over the last two years, texts to\n' +
    'translate, and candidates to review; the same every time, except for the dates. All or nothing, and only in a\n' +
    'database that is empty. On the machine itself one click signs in as one of the people, until somebody\n' +
    'makes an account of their own. --reset makes a demo new again, and leaves any other database as it is.',
  options: {
    reset: {
      type: 'boolean',
      help: 'Empty the database first if it has nothing but the demo; no service may run meanwhile',
    },
  },
  async run(values, { env, cwd, print }) {
    const config = await configBeside(env, cwd)
    mustBeOwnIssuer(config, 'the people of the demo could not sign in with those issuers')
    if (values['reset'] === true) await emptyDemo(config)
    await withDatabase(config, (db) => fillWithDemo(db, new Date()))
    print(`There are ${PEOPLE.length} people now (${PEOPLE.join(', ')}), with 40 games and 300 matches.\n`)
    print(`  1. Start the service, if it isn’t running:  npm start`)
    print(`  2. Open ${config.baseUrl} in a browser on this machine.`)
    print(`  3. Choose who you are: one click signs in.\n`)
    if (!isThisMachine(config)) print(`${ELSEWHERE}\n`)
    print(
      `For scripts: npx scorebook token --user ${PEOPLE[0]}; every request is explained at ${config.baseUrl}/docs.`,
    )
  },
}

async function emptyDemo(config: Config): Promise<void> {
  const server = await openServer(config, onlyErrors, { exclusive: true })
  try {
    await resetDatabase(server.connection, mustBeDemo)
  } finally {
    await server.close()
  }
}

const ELSEWHERE =
  'One click works only where SCOREBOOK_HOST and SCOREBOOK_BASE_URL name this machine (127.0.0.1, localhost), and without SCOREBOOK_TRUSTED_PROXIES. As they are set now, the people sign in by links alone: npx scorebook user.'

const isThisMachine = ({ host, baseUrl, trustedProxies }: Config) =>
  [host, new URL(baseUrl).hostname].every((name) => name === 'localhost' || isLoopback(name)) &&
  trustedProxies.length === 0
