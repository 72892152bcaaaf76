/** Programs that the tests in this folder need, but npm does not install. `.ci/run` installs them, and requires these tests. */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Options for a test: it is skipped if a program is missing. With SCOREBOOK_TEST_SHIP=required, this throws instead. */
export function needs(programs: readonly string[], { root = false } = {}): { skip?: string } {
  const missing = missingOf(programs, { root })
  if (missing === '') return {}
  if (process.env['SCOREBOOK_TEST_SHIP'] === 'required') throw new Error(missing)
  return { skip: missing }
}

/** Says what must be there but is missing. */
export function missingOf(programs: readonly string[], { root = false } = {}): string {
  const missing = programs.filter((name) => !isThere(name))
  return [
    ...(missing.length > 0 ? [`${missing.join(', ')} must be installed.`] : []),
    ...(root && process.getuid?.() !== 0 ? ['It must run as root.'] : []),
  ].join(' ')
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
