/** A test runs each shell block of README and docs, or the page says why the block cannot be run. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { readConfig } from '../src/config.ts'

const root = new URL('../', import.meta.url)
const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: root })]
const walks = readFileSync(new URL('test/slow/walks.test.ts', root), 'utf8')

/** A shell block with the line above it. */
const BLOCK = /(?:^|\n)([^\n]*)\n *```sh\n(.*?)\n *```/gs

for (const page of pages) {
  const blocks = [...readFileSync(new URL(page, root), 'utf8').matchAll(BLOCK)]
  if (blocks.length === 0) continue
  test(`each block for a shell in ${page} is run, or says why not`, () => {
    for (const [, mark = '', block = ''] of blocks) {
      const [, kind, reason] = /^ *<!-- (walk|settings|not run)(?:: (.+))? -->$/.exec(mark) ?? []
      assert.ok(
        kind,
        `Above this block stands no <!-- walk -->, <!-- settings --> or <!-- not run: why -->:\n${block}`,
      )
      if (kind === 'walk') assert.ok(walks.includes(`'${page}'`), `The walk of ${page} is run.`)
      if (kind === 'settings') mustBeSettings(block)
      if (kind === 'not run') assert.ok(reason, `It says why it is not run:\n${block}`)
    }
  })
}

/** Runs the block in a shell. Throws if it sets a setting that the service refuses. */
function mustBeSettings(block: string): void {
  const { stdout, stderr } = spawnSync('sh', ['-uc', `set -a\n${block}\nenv -0`], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
  })
  assert.equal(stderr, '')
  const env = Object.fromEntries(
    stdout
      .split('\0')
      .filter((line) => line.startsWith('SCOREBOOK_'))
      .map((line) => line.split(/=(.*)/s, 2)),
  ) as NodeJS.ProcessEnv
  assert.ok(Object.keys(env).length > 0, block)
  readConfig(env, tmpdir())
}
