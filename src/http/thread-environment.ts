/** The environment of a thread that reads a file from outside. */
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

/**
 * The thread does not get our environment, because that has secrets. It gets the folder of the code that we have compiled
 * already: a thread then starts with 0.16 s of CPU in place of 0.40.
 */
export function threadEnvironment(): NodeJS.ProcessEnv {
  const folder = getCompileCacheDir()
  // Node puts a folder for its version into the folder that it is given.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
