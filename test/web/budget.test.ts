/**
 * The compressed size of all scripts, styles and fonts. `test/slow/web/first-visit.test.ts` measures what a page really loads.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Bundle } from '../../src/pages/app/bundle.ts'
import { bundled } from '../pages/site.ts'

const KB = 1_000

/** In bytes, compressed with gzip. */
const BUDGET = { all: 297 * KB, reserved: 70 * KB, styles: 12.6 * KB, fonts: 50 * KB }

let app: Bundle
before(async () => {
  app = await bundled()
})

const weightOf = (path: string): number => {
  const content = app.files.get(path)?.content
  assert.ok(content !== undefined, path)
  return path.endsWith('.woff2') ? content.length : gzipSync(content).length
}

const sum = (paths: readonly string[]) => paths.map(weightOf).reduce((total, one) => total + one, 0)
const shown = (bytes: number) => `${(bytes / KB).toFixed(1)} kB`

test('scripts, styles and fonts keep to their budgets', (t) => {
  for (const { path, preloads } of app.routes) {
    const bytes = sum([app.script, ...preloads])
    t.diagnostic(
      `${path}: ${shown(bytes)} of scripts in ${1 + preloads.length} files, without what comes later`,
    )
    assert.ok(preloads.length <= 8, `${path} asks for ${1 + preloads.length} scripts`)
  }
  for (const [path, { content }] of app.files) {
    if (!path.endsWith('.js')) continue
    const froms = Array.from(
      String(content).matchAll(/\bimport(?:\{[^}]*\}from)?"(\.\/[^"]+)"/g),
      ([, from]) => from,
    )
    assert.equal(new Set(froms).size, froms.length, `${path} imports a file twice`)
  }
  const reserved = new Set(app.reserved)
  const all = sum([...app.files.keys()].filter((path) => path.endsWith('.js') && !reserved.has(path)))
  t.diagnostic(`scripts of reserved pages: ${shown(sum(app.reserved))}`)
  t.diagnostic(
    `all scripts: ${shown(all)}; styles: ${shown(weightOf(app.style))}; fonts: ${shown(sum(app.fonts))}`,
  )
  assert.ok(sum(app.reserved) <= BUDGET.reserved, `reserved pages have ${shown(sum(app.reserved))}`)
  assert.ok(all <= BUDGET.all, `all scripts have ${shown(all)}`)
  assert.ok(weightOf(app.style) <= BUDGET.styles, `styles have ${shown(weightOf(app.style))}`)
  assert.ok(sum(app.fonts) <= BUDGET.fonts, `fonts have ${shown(sum(app.fonts))}`)
})
