/** The rule for applications: while there are keys, the base locale stays, because the keys' base texts are in it. */
import { conflict } from '../../http/problem.ts'

export function mustKeepBaseLocale(baseLocale: string | undefined, current: string, hasKeys: boolean): void {
  if (!hasKeys || baseLocale === undefined || baseLocale === current) return
  throw conflict(`The base locale is ${current}, and cannot change while the application has keys.`)
}
