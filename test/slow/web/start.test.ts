/** A start without the app, and a start with an app that cannot be bundled. */
import assert from 'node:assert/strict'
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { placeFor, serve } from '../../served.ts'

test('without the app there is no page of it, and the API and the account are as they are', async (t) => {
  const place = await placeFor(t, { SCOREBOOK_WEB: 'off' })
  await serve(place).ready()
  const statusOf = async (path: string) => (await fetch(place.url + path, { redirect: 'manual' })).status
  for (const path of ['/record', '/matches', '/games', '/settings', '/service-worker.js'])
    assert.equal(await statusOf(path), 404, path)
  assert.equal(await statusOf('/sign-in'), 200)
  assert.equal(await statusOf('/docs/'), 200)
  assert.equal(await statusOf('/api/v1/games'), 401)
  const start = await fetch(`${place.url}/`)
  assert.doesNotMatch(await start.text(), /\/assets\/main-/)
})

test('an app with a fault in its syntax stops the start, with the place of the fault', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'scorebook-broken-'))
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const root = new URL('../../../', import.meta.url).pathname
  for (const name of ['src', 'web', 'client', 'migrations', 'package.json'])
    await cp(join(root, name), join(folder, name), { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'web/parts/fields/chip.tsx'), '/** A chip. */\nexport const Chip = (\n')
  const { env } = await placeFor(t)
  const { code, said } = await new Promise<{ code: number | string | undefined; said: string }>((resolve) => {
    execFile(process.execPath, ['src/main.ts', 'serve'], { cwd: folder, env }, (error, out, err) =>
      resolve({ code: error?.code ?? undefined, said: out + err }),
    )
  })
  assert.equal(code, 1, said)
  assert.match(said, /The web app cannot be bundled/)
  assert.match(said, /web\/parts\/fields\/chip\.tsx:3:/)
  assert.doesNotMatch(said, /at .*\.ts:\d+/, 'no stack')
})
