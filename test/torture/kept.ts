/** What is kept beside the matches must be what a rebuild would make of them; commands of the service itself compare that. */
import type { Ran } from '../served.ts'

/** Each changes nothing, and exits with 1 and a sentence if something differs. */
const CHECKS = [
  ['results', 'check'],
  ['ratings', 'check'],
]

/** A sentence for each that finds a difference. */
export async function keptWrongly(run: (args: string[]) => Promise<Ran>): Promise<string[]> {
  const wrong = CHECKS.map(async (args) => {
    const { code, out, err } = await run(args)
    return code === 0 ? [] : [`\`scorebook ${args.join(' ')}\` ended with ${code}: ${out}${err}`]
  })
  return (await Promise.all(wrong)).flat()
}
