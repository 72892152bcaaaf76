/** `scorebook demo`: fills an empty database with people, games and matches to look at. */
import { readConfig } from '../config.ts'
import { fillWithDemo } from '../demo/fill.ts'
import { PEOPLE } from '../demo/people.ts'
import { type Command, mustBeOwnIssuer } from './command.ts'
import { withDatabase } from './open-database.ts'

export const demo: Command = {
  name: 'demo',
  summary: 'Fill an empty database with people, games and matches',
  about:
    'Six people, 40 games with expansions, playsets, and 300 matches in every state over the last two years; the same\n' +
    'every time, except for the dates. All or nothing, and only while there are no users, games or matches yet.',
  options: {},
  async run(_values, { env, cwd, print }) {
    const config = readConfig(env, cwd)
    mustBeOwnIssuer(config, 'the people of the demo could not sign in with those issuers')
    await withDatabase(config, (db) => fillWithDemo(db, new Date()))
    print(`There are ${PEOPLE.length} people now (${PEOPLE.join(', ')}), with 40 games and 300 matches.`)
    print(`Be one of them, with the service running (npm start):\n`)
    print(`  TOKEN=$(npx scorebook token --user ${PEOPLE[0]})`)
    print(`  curl -H "Authorization: Bearer $TOKEN" '${config.baseUrl}/api/v1/matches?limit=3'\n`)
    print(`Or put the token into the reference at ${config.baseUrl}/docs, and try every request there.`)
  },
}
