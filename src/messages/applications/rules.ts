/** The rule for applications: the base locale stays while there are keys, because their texts are in it. */
import { conflict } from '../../http/problem.ts'

export function mustKeepBaseLocale(baseLocale: string | undefined, current: string, hasKeys: boolean): void {
  if (!hasKeys || baseLocale === undefined || baseLocale === current) return
  throw conflict(`The base locale is ${current}, and cannot change while the application has keys.`)
}
