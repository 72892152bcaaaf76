/** The test files of a run that are still to be run: its processes each take the next one. */
import { mkdirSync, readdirSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The variable that tells the processes of the tests where the queue is. */
const QUEUE = 'SCOREBOOK_TEST_QUEUE'

/** A folder with an empty file for each test file, which is named by its place and its path. */
export function makeQueue(folder: string, files: readonly string[]): void {
  const queue = join(folder, 'queue')
  mkdirSync(queue)
  for (const [place, file] of files.entries())
    writeFileSync(join(queue, `${String(place).padStart(4, '0')} ${encodeURIComponent(file)}`), '')
  process.env[QUEUE] = queue
}

/** Who removes the file from the queue has taken it: of two processes that try, one succeeds. */
export function* takeFiles(): Generator<string> {
  const queue = process.env[QUEUE]
  if (queue === undefined) throw new Error('Run the tests with `npm test`.')
  for (const name of readdirSync(queue).toSorted()) {
    try {
      unlinkSync(join(queue, name))
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') continue
      throw error
    }
    yield decodeURIComponent(name.slice(name.indexOf(' ') + 1))
  }
}
