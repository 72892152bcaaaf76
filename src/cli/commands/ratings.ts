/** `scorebook ratings`: compares the ratings that are kept with a replay of all matches, and writes them anew. */
import { readConfig } from '../../config.ts'
import { type Comparison, compareAll } from '../../resources/ratings/upkeep.ts'
import { type Command, CommandFailed, UsageError, textOf } from '../command.ts'
import { withDatabase } from '../open-database.ts'

export const ratings: Command = {
  name: 'ratings',
  summary: 'Compare the ratings of leaderboards with a replay of all matches, or write them anew',
  about: `Actions
  check    Replays every pool of matches, changes no rating, and exits with 1 if one differs
  rebuild  Writes the ratings that differ, a pool at a time, then checks

Both first bring into the ratings what has changed lately, as the service does. Works whether the service runs or not, on its
database. The service itself replays each pool once a night.`,
  options: {},
  arguments: [{ name: 'ACTION', help: 'check or rebuild' }],
  async run(values, { env, cwd, print }) {
    const action = textOf(values, 'ACTION')
    if (action !== 'check' && action !== 'rebuild')
      throw new UsageError(`${action} is not an action of ratings; check and rebuild are.`)
    await withDatabase(readConfig(env, cwd), async (db) => {
      if (action === 'rebuild') {
        const { pools, differing } = await compareAll(db, { rebuilds: true })
        print(`Wrote the ratings of ${differing.length} of ${pools} pools anew.`)
      }
      const found = await compareAll(db, { rebuilds: false })
      if (found.differing.length > 0) throw new CommandFailed(sentence(found))
      print(`The ratings of ${found.pools} pools are what their matches make.`)
    })
  },
}

const sentence = ({ pools, differing }: Comparison) =>
  `The ratings of ${differing.length} of ${pools} pools are not what their matches make: ${differing.slice(0, 10).join(', ')}${differing.length > 10 ? ', …' : ''}. \`scorebook ratings rebuild\` writes them anew.`
