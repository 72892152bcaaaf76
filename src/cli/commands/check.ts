/** `scorebook check` compares the stored results and ratings with the matches. With `--rebuild`, it writes wrong ones again. */
import { readConfig } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { compareAll } from '../../resources/ratings/upkeep.ts'
import { type Comparison, rebuild } from '../../resources/results/batches.ts'
import { compareInTurn } from '../../resources/results/upkeep.ts'
import { type Command, CommandFailed } from '../command.ts'
import { withDatabase } from '../open-database.ts'

export const check: Command = {
  name: 'check',
  summary: 'Compare the stored results and ratings with the matches, or write them again',
  about:
    'Compares the results of all final matches, which statistics are made of, and replays the matches of each pool of ratings.\n' +
    'It exits with 1 if something differs. Recent changes come into the ratings first, as the service does it.\n\n' +
    'Works whether the service runs or not, on its database. The service itself checks each night.',
  options: {
    rebuild: { type: 'boolean', help: 'Write wrong results and ratings again, then check' },
  },
  async run({ rebuild: rebuilds }, { env, cwd, print }) {
    await withDatabase(readConfig(env, cwd), async (db) => {
      if (rebuilds === true) {
        print(ofMatches('Wrote the results again', await rebuild(db)))
        const { pools, differing } = await compareAll(db, { rebuilds: true })
        print(`Wrote the ratings of ${differing.length} of ${pools} pools again.`)
      }
      const results = await comparisonOfResults(db)
      const ratings = await compareAll(db, { rebuilds: false })
      const faults = [
        results.differences > 0 ? ofMatches('The results differ', results) : '',
        ratings.differing.length > 0
          ? `The ratings of ${ratings.differing.length} of ${ratings.pools} pools differ from their matches: ${listOf(ratings.differing, ratings.differing.length)}.`
          : '',
      ].filter((fault) => fault !== '')
      if (faults.length > 0)
        throw new CommandFailed(`${faults.join('\n')}\n\`scorebook check --rebuild\` writes them again.`)
      print(`The results of ${results.matches} matches agree with what was recorded.`)
      print(`The ratings of ${ratings.pools} pools agree with their matches.`)
    })
  },
}

async function comparisonOfResults(db: Database): Promise<Comparison> {
  const found = await compareInTurn(db, 'always', { gently: false })
  if (found) return found
  throw new CommandFailed(
    'The service is comparing the results at the moment. Its log and `scorebook doctor` will show what it finds.',
  )
}

const ofMatches = (what: string, { matches, differences, first }: Comparison) =>
  `${what} of ${differences} of ${matches} matches${first.length > 0 ? `: ${listOf(first, differences)}` : ''}.`

const listOf = (ids: readonly string[], all: number) =>
  `${ids.slice(0, 10).join(', ')}${all > Math.min(ids.length, 10) ? ', …' : ''}`
