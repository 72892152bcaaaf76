/** What was just made. */
import type { Shown } from '../http/operation.ts'

export function idOf({ id }: Shown): string {
  if (id === undefined) throw new Error('A new resource has an id.')
  return id
}
