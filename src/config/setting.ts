/** What a setting is: how it is read, and what its help says. */
import type { Parse } from './parse.ts'

export interface Setting<T> {
  about: string
  parse: Parse<T>
  /** The default is parsed like a value. Without it, a setting that is not set has no value. */
  default?: string
  /** For the help: says how other settings decide the default. */
  follows?: string
}

/** `without` says what happens if the setting is not set. */
export const setting = <T, const D extends Pick<Setting<T>, 'default' | 'follows'> = object>(
  about: string,
  parse: Parse<T>,
  without?: D,
): Setting<T> & D => ({ about, parse, ...(without as D) })
