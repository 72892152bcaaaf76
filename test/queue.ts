/** The queue of test files, from which each process takes the next one. */
import { mkdirSync, readFileSync, readdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The environment variable with the folder of the queue. */
const QUEUE = 'SCOREBOOK_TEST_QUEUE'

/** Makes the queue: a folder with an empty file for each test file. Its name is the position and the path of the test file. */
export function makeQueue(folder: string, files: readonly string[]): void {
  const queue = join(folder, 'queue')
  mkdirSync(queue)
  mkdirSync(runningIn(queue))
  mkdirSync(takenIn(queue))
  for (const [place, file] of files.entries())
    writeFileSync(join(queue, `${String(place).padStart(4, '0')} ${encodeURIComponent(file)}`), '')
  process.env[QUEUE] = queue
}

/** A process takes a test file by removing its file from the queue. If two processes try, only one succeeds. */
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
    const file = decodeURIComponent(name.slice(name.indexOf(' ') + 1))
    writeFileSync(join(runningIn(queue), String(process.pid)), file)
    const began = performance.now()
    yield file
    writeFileSync(join(takenIn(queue), encodeURIComponent(file)), String((performance.now() - began) / 1000))
  }
  rmSync(join(runningIn(queue), String(process.pid)), { force: true })
}

/** The file that each process is running, or was running when it died. */
export function filesUnderWay(): string[] {
  const queue = process.env[QUEUE]
  if (queue === undefined) return []
  const folder = runningIn(queue)
  return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
}

/** How long each file that has ended took, in seconds. */
export function secondsTaken(): Map<string, number> {
  const queue = process.env[QUEUE]
  if (queue === undefined) return new Map()
  const folder = takenIn(queue)
  return new Map(
    readdirSync(folder).map((name) => [
      decodeURIComponent(name).replaceAll('\\', '/'),
      Number(readFileSync(join(folder, name), 'utf8')),
    ]),
  )
}

const takenIn = (queue: string) => `${queue}-taken`
const runningIn = (queue: string) => `${queue}-running`
