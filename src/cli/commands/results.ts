/** `scorebook results`: compares the results that are kept with the matches, and writes them anew. */
import { readConfig } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { type Comparison, rebuild } from '../../resources/results/batches.ts'
import { compareInTurn } from '../../resources/results/upkeep.ts'
import { type Command, CommandFailed, UsageError, textOf } from '../command.ts'
import { withDatabase } from '../open-database.ts'

export const results: Command = {
  name: 'results',
  summary: 'Compare the results that statistics are made of with the matches, or write them anew',
  about: `Actions
  check    Looks at all final matches, changes nothing, and exits with 1 if results differ
  rebuild  Writes the results that differ, a batch of matches at a time, then checks

Works whether the service runs or not, on its database. The service itself checks each night.`,
  options: {},
  arguments: [{ name: 'ACTION', help: 'check or rebuild' }],
  async run(values, { env, cwd, print }) {
    const action = textOf(values, 'ACTION')
    if (action !== 'check' && action !== 'rebuild') {
      throw new UsageError(`${action} is not an action of results; check and rebuild are.`)
    }
    await withDatabase(readConfig(env, cwd), async (db) => {
      if (action === 'rebuild') print(sentence('Wrote the results anew', await rebuild(db)))
      const found = await comparison(db)
      if (found.differences > 0) throw new CommandFailed(sentence('The results differ', found))
      print(`The results of ${found.matches} matches are what is written in them.`)
    })
  },
}

async function comparison(db: Database): Promise<Comparison> {
  const found = await compareInTurn(db, 'always', { gently: false })
  if (found) return found
  throw new CommandFailed(
    'The service is comparing the results just now; it says in the log what it finds, and `scorebook doctor` does.',
  )
}

const sentence = (what: string, { matches, differences, first }: Comparison) =>
  `${what} of ${differences} of ${matches} matches${first.length > 0 ? `: ${first.join(', ')}${differences > first.length ? ', …' : ''}` : ''}.`
