/**
 * A process that runs test files from the queue, one after the other. Processes run several files, because a process needs some 2
 * CPU seconds to warm up, which is more than most files need afterwards.
 */
import { resolve } from 'node:path'
import { after, suite } from 'node:test'
import { pathToFileURL } from 'node:url'
import { fileOf } from './parts.ts'
import { takeFiles } from './queue.ts'

/** In milliseconds: the time that the connections and servers of the last file have to close. */
const GRACE_MS = 30_000

for (const taken of takeFiles()) {
  await new Promise<void>((done) => {
    suite(taken, async () => {
      after(() => done())
      const { file, query } = fileOf(taken)
      try {
        await import(pathToFileURL(resolve(file)).href + query)
      } catch (error) {
        done()
        throw error
      }
    })
  })
}

setTimeout(() => {
  const left = process.getActiveResourcesInfo().join(', ')
  process.stderr.write(`A test has left open in its process, what is ended now: ${left}\n`)
  process.kill(process.pid, 'SIGKILL') // an exit by the test runner would report success
}, GRACE_MS).unref()
