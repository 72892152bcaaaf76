/**
 * A process that runs test files from the queue, one after the other. Files share processes, because a process needs some 2 CPU
 * seconds until it is warm, more than most files need after that.
 */
import { resolve } from 'node:path'
import { after, suite } from 'node:test'
import { pathToFileURL } from 'node:url'
import { takeFiles } from './queue.ts'

/** Time for everything that the last file closed to end. */
const GRACE_MS = 30_000

for (const file of takeFiles())
  await new Promise<void>((done) => {
    suite(file, async () => {
      after(() => done())
      try {
        await import(pathToFileURL(resolve(file)).href)
      } catch (error) {
        done()
        throw error
      }
    })
  })

setTimeout(() => {
  const left = process.getActiveResourcesInfo().join(', ')
  process.stderr.write(`A test has left open in its process, what is ended now: ${left}\n`)
  process.kill(process.pid, 'SIGKILL') // the runner's own exit would report success
}, GRACE_MS).unref()
