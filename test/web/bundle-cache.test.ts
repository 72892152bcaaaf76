/** The app uses the cached bundle of an earlier start exactly when nothing has changed since. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { operations } from '../../src/api.ts'
import { bundle } from '../../src/pages/app/bundle.ts'
import { cachedBundle, keyOfSources } from '../../src/pages/app/bundle-cache.ts'

async function folderOf(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kept-'))
  t.after(() => rm(folder, { recursive: true }))
  return folder
}

test('the stored app equals the bundled one, with its fonts', async (t) => {
  const folder = await folderOf(t)
  const fresh = await bundle(operations)
  assert.deepEqual(await cachedBundle(operations, folder), fresh)
  assert.equal((await readdir(folder)).length, 1)
  assert.deepEqual(await cachedBundle(operations, folder), fresh)
})

test('a stored app is not bundled again, unless it is damaged or has another form', async (t) => {
  const folder = await folderOf(t)
  const { script } = await cachedBundle(operations, folder)
  const [name = ''] = await readdir(folder)
  const file = join(folder, name)
  const text = await readFile(file, 'utf8')
  const scriptOf = async (kept: string) => {
    await writeFile(file, kept)
    return (await cachedBundle(operations, folder)).script
  }
  assert.equal(await scriptOf(text.replaceAll(script, '/assets/another.js')), '/assets/another.js')
  for (const wrong of [text.slice(0, -10), JSON.stringify({ ...JSON.parse(text), script: null })])
    assert.equal(await scriptOf(wrong), script)
  assert.equal(await readFile(file, 'utf8'), text)
})

test('the key depends on the path and content of every source', async (t) => {
  const root = `${await folderOf(t)}/`
  for (const folder of ['web/styles', 'src']) await mkdir(join(root, folder), { recursive: true })
  const keys = new Set<string | undefined>()
  for (const [file, content] of [
    ['src/api.ts', 'a'],
    ['package-lock.json', '{}'],
    ['web/styles/index.css', 'b'],
    ['web/styles/index.css', 'c'],
    ['web/styles/other.css', 'c'],
    ['src/api.ts', 'b'],
    ['package-lock.json', '{ }'],
  ] as const) {
    await writeFile(join(root, file), content)
    keys.add(keyOfSources(root))
    assert.equal(keyOfSources(root), keyOfSources(root))
  }
  await rename(join(root, 'web/styles/other.css'), join(root, 'web/other.css'))
  keys.add(keyOfSources(root))
  // A folder without `package-lock.json` has no key.
  assert.deepEqual([keys.size, keys.has(undefined)], [8, true])
})

test('the five newest stay', async (t) => {
  const folder = await folderOf(t)
  for (let age = 1; age <= 7; age++) {
    const file = join(folder, `web-app-${age}.json`)
    await writeFile(file, '{}')
    await utimes(file, Date.now() / 1000 - age, Date.now() / 1000 - age)
  }
  await cachedBundle(operations, folder)
  const left = (await readdir(folder)).filter((name) => /^web-app-\d\.json$/.test(name))
  assert.deepEqual(
    left.toSorted(),
    [1, 2, 3, 4].map((age) => `web-app-${age}.json`),
  )
})

test('a folder that cannot be written costs nobody the app', async (t) => {
  const nowhere = join(await folderOf(t), 'nowhere')
  assert.match((await cachedBundle(operations, nowhere)).script, /^\/assets\/main-/)
})
