/**
 * A process of the tests: it runs one file of the queue after the other, each as a suite with hooks of its own. Files
 * share processes because one costs some 2 CPU seconds before it is warm, which is more than most files take then.
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
  process.kill(process.pid, 'SIGKILL') // the runner's own exit would tell that all is well
}, GRACE_MS).unref()
