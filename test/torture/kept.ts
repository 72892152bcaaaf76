/** Stored results and ratings must equal what a rebuild would write. A command of the service compares them. */
import type { Ran } from '../served.ts'

const COMPARED = [/results of (\d+) matches/, /ratings of (\d+) pools/]

/** Runs `scorebook check`. Returns what it found, or that it had nothing to compare. */
export async function keptWrongly(run: (args: string[]) => Promise<Ran>): Promise<string[]> {
  const { code, out, err } = await run(['check'])
  if (code !== 0) return [`\`scorebook check\` ended with ${code}: ${out}${err}`]
  const hasCompared = COMPARED.every((pattern) => Number(pattern.exec(out)?.[1]) > 0)
  return hasCompared ? [] : [`\`scorebook check\` had nothing to compare: ${out}`]
}
