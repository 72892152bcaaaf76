/** All workloads, in the order in which the printed table lists them. */
import { changes } from './changes.ts'
import { reads } from './reads.ts'
import { searches } from './searches.ts'
import { texts } from './texts.ts'
import type { Work } from './work.ts'

export const works: Work[] = [...reads, ...changes, ...searches, ...texts]

export function workNamed(name: string): Work {
  const work = works.find((one) => one.name === name)
  if (work) return work
  throw new Error(`There is no work "${name}"; there are ${works.map((one) => one.name).join(', ')}.`)
}
