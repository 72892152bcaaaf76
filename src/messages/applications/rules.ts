/** What must hold for an application: its base locale stays while it has keys, as their texts are in it. */
import { conflict } from '../../http/problem.ts'

export function mustKeepBaseLocale(baseLocale: string | undefined, current: string, hasKeys: boolean): void {
  if (!hasKeys || baseLocale === undefined || baseLocale === current) return
  throw conflict(`The base locale is ${current}, and stays so now that the application has keys.`)
}
