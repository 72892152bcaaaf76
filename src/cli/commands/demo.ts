/** `scorebook demo`: fills an empty database with people, games and matches to look at. */
import { type Config, readConfig } from '../../config.ts'
import { fillWithDemo } from '../../demo/fill.ts'
import { PEOPLE } from '../../demo/people.ts'
import { isLoopback } from '../../http/outgoing.ts'
import { type Command, mustBeOwnIssuer } from '../command.ts'
import { withDatabase } from '../open-database.ts'

export const demo: Command = {
  name: 'demo',
  summary: 'Fill an empty database with people, games and matches',
  about:
    'Six people, 40 games with expansions, playsets, 300 matches in every state over the last two years, texts to\n' +
    'translate, and candidates to review; the same every time, except for the dates. All or nothing, and only in a\n' +
    'database that is empty. On the machine itself one click signs in as one of the people, until somebody\n' +
    'makes an account of their own.',
  options: {},
  async run(_values, { env, cwd, print }) {
    const config = readConfig(env, cwd)
    mustBeOwnIssuer(config, 'the people of the demo could not sign in with those issuers')
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

const ELSEWHERE =
  'One click works only where SCOREBOOK_HOST and SCOREBOOK_BASE_URL name this machine (127.0.0.1, localhost), and without SCOREBOOK_TRUSTED_PROXIES. As they are set now, the people sign in by links alone: npx scorebook user.'

const isThisMachine = ({ host, baseUrl, trustedProxies }: Config) =>
  [host, new URL(baseUrl).hostname].every((name) => name === 'localhost' || isLoopback(name)) &&
  trustedProxies.length === 0
