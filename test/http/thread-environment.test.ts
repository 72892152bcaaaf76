/** A thread that reads a file knows nothing of our environment, and finds our compiled code. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { threadEnvironment } from '../../src/http/thread-environment.ts'

const THREAD = `
  const { parentPort } = require('node:worker_threads')
  const { getCompileCacheDir } = require('node:module')
  parentPort.postMessage({ names: Object.keys(process.env), compiled: getCompileCacheDir() })`

test('a thread gets the folder of compiled code, and no secret', async () => {
  assert.notEqual(getCompileCacheDir(), undefined)
  process.env['SCOREBOOK_TEST_SECRET'] = 'secret'
  const thread = new Worker(THREAD, { eval: true, env: threadEnvironment() })
  delete process.env['SCOREBOOK_TEST_SECRET']
  const [answer] = (await once(thread, 'message')) as [unknown]
  assert.deepEqual(answer, { names: ['NODE_COMPILE_CACHE'], compiled: getCompileCacheDir() })
})
