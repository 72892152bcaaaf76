/** The rule for applications: the base locale cannot change while there are keys, because their base texts are in this locale. */
import { conflict } from '../../http/problem.ts'

export function mustKeepBaseLocale(baseLocale: string | undefined, current: string, hasKeys: boolean): void {
  if (!hasKeys || baseLocale === undefined || baseLocale === current) return
  throw conflict(`The base locale is ${current}, and cannot change while the application has keys.`)
}
