/** Programs that the tests in this folder need, and npm does not bring. `.ci/run` installs them and demands the tests. */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** For the options of a test: it is skipped with a sentence where a program is missing, unless all must be there. */
export function needs(programs: readonly string[], { root = false } = {}): { skip?: string } {
  const missing = programs.filter((name) => !isThere(name))
  const why = [
    ...(missing.length > 0 ? [`${missing.join(', ')} must be installed.`] : []),
    ...(root && process.getuid?.() !== 0 ? ['It must run as root.'] : []),
  ]
  if (why.length === 0) return {}
  if (process.env['SCOREBOOK_TEST_SHIP'] === 'required') throw new Error(why.join(' '))
  return { skip: why.join(' ') }
}

const isThere = (program: string): boolean =>
  [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin'].some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
