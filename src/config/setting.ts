/** What a setting is: how it is read, and what its help says. */
import type { Parse } from './parse.ts'

export interface Setting<T> {
  about: string
  parse: Parse<T>
  /** The default is parsed like a value. A setting without a default has no value unless it is set. */
  default?: string
  /** For the help: how the default depends on other settings. */
  follows?: string
}

/** Declares a setting. `without` says what happens if it is not set. */
export const setting = <T, const D extends Pick<Setting<T>, 'default' | 'follows'> = object>(
  about: string,
  parse: Parse<T>,
  without?: D,
): Setting<T> & D => ({ about, parse, ...(without as D) })
