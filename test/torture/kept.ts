/** What is kept beside the matches must be what a rebuild would make of them; commands of the service itself compare that. */
import type { Ran } from '../served.ts'

/** Each changes nothing, exits with 1 and a sentence if something differs, and else says of how many it speaks. */
const CHECKS = [
  { args: ['results', 'check'], compared: /results of (\d+) matches/ },
  { args: ['ratings', 'check'], compared: /ratings of (\d+) pools/ },
]

/** A sentence for each that finds a difference, or had nothing to compare. */
export async function keptWrongly(run: (args: string[]) => Promise<Ran>): Promise<string[]> {
  const wrong = CHECKS.map(async ({ args, compared }) => {
    const { code, out, err } = await run(args)
    const command = `\`scorebook ${args.join(' ')}\``
    if (code !== 0) return [`${command} ended with ${code}: ${out}${err}`]
    return Number(compared.exec(out)?.[1]) > 0 ? [] : [`${command} had nothing to compare: ${out}`]
  })
  return (await Promise.all(wrong)).flat()
}
