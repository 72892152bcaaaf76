/**
 * A process that runs test files from the queue, one after the other. Processes run several files, because a process needs some 2
 * CPU seconds to warm up, which is more than most files need afterwards.
 */
import { follow } from './following.ts'
import { resolve } from 'node:path'
import { after, suite } from 'node:test'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { fileOf } from './parts.ts'
import { takeFiles } from './queue.ts'

/** In milliseconds: the time that the connections and servers of the last file have to close. */
const GRACE_MS = 30_000

let running = ''
for (const event of ['uncaughtExceptionMonitor', 'unhandledRejection'] as const)
  process.on(event, (error: unknown) => {
    process.stderr.write(`Nobody catches an error in ${running}: ${inspect(error)}\n`)
  })

for (const taken of takeFiles()) {
  running = taken
  await new Promise<void>((done) => {
    follow(true)
    suite(taken, async () => {
      after(() => done())
      const { file, query } = fileOf(taken)
      try {
        await import(pathToFileURL(resolve(file)).href + query)
      } catch (error) {
        done()
        throw error
      } finally {
        follow(false)
      }
    })
  })
}

setTimeout(() => {
  const left = process.getActiveResourcesInfo().join(', ')
  process.stderr.write(`A test has left open in its process, what is ended now: ${left}\n`)
  process.kill(process.pid, 'SIGKILL') // an exit by the test runner would report success
}, GRACE_MS).unref()
