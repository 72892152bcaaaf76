/** The guide: every page of `docs/` is there, its links lead somewhere, its search finds, and it loads nothing from elsewhere. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hitsOf, readPages } from '../src/docs/guide.ts'
import { rendered } from '../src/docs/markdown.ts'
import { testWorld } from './world.ts'

const { service } = await testWorld()
const get = (url: string) => service.app.inject({ url })
const pages = await readPages()

test('each page is served, has one title, and loads nothing from elsewhere', async () => {
  assert.ok(pages.size > 50)
  for (const { name, title, html } of pages.values()) {
    assert.ok(title.length > 0, name)
    assert.equal([...html.matchAll(/<h1 /g)].length, 1, name)
    assert.doesNotMatch(html, /<(img|script|iframe|link)\b/, name)
    assert.doesNotMatch(html, /\uFFFE|\*\*|\]\(/, name)
  }
  const { statusCode, headers, payload } = await get('/docs/guide/sign-in')
  assert.equal(statusCode, 200)
  assert.match(payload, /<h1 id="[\w-]+">/)
  assert.match(String(headers['content-security-policy']), /^default-src 'none'; style-src 'self';/)
  for (const [, address = ''] of payload.matchAll(/<(?:link|script|img)[^>]*(?:href|src)="([^"]*)"/g))
    assert.equal((await get(address)).statusCode, 200, address)
})

test('every link within the guide leads to a page and a heading', () => {
  for (const { name, html } of pages.values())
    for (const [, to = ''] of html.matchAll(/<a href="(#[^"]*|\/docs\/guide[^"]*)"/g)) {
      const [path = '', anchor] = to.split('#')
      const page = path === '' ? pages.get(name) : pages.get(path.replace('/docs/guide/', ''))
      assert.ok(page, `${name} links to ${to}`)
      if (anchor)
        assert.ok(
          page.sections.some((section) => section.anchor === anchor),
          `${name} links to ${to}`,
        )
    }
})

test('the overview lists all pages, and the search finds sections by all of their words', async () => {
  const { payload } = await get('/docs/guide')
  for (const { name } of pages.values()) assert.ok(payload.includes(`href="/docs/guide/${name}"`), name)
  const [best] = hitsOf([...pages.values()], 'provisional leaderboard')
  assert.equal(best?.page.name, 'ratings')
  const found = await get('/docs/guide?q=SIGUSR2')
  assert.match(found.payload, /href="\/docs\/guide\/operations#the-log"/)
  const none = await get('/docs/guide?q=%3Cscript%3Ealert(1)%3C%2Fscript%3E')
  assert.match(none.payload, /<h1>Nothing found<\/h1>/)
  assert.doesNotMatch(none.payload, /<script/)
  assert.equal((await get('/docs/guide/zebras')).statusCode, 404)
})

test('Markdown becomes HTML, and HTML in it stays text', () => {
  const { html, sections } = rendered(
    [
      '# Title',
      '',
      'A **bold** and *soft* word, `a | **b**`, [a link](x.md#y), [none](z.ts) <https://a.example>.',
      '<b>no</b>',
      '',
      '- one',
      '  goes on',
      '- two:',
      '  - inner',
      '',
      '| a | b |',
      '| --- | --- |',
      '| 1 \\| 2 | `c` |',
      '',
      '```sh',
      'echo "<x>" # **y**',
      '```',
      '## Title',
      '> quoted',
    ].join('\n'),
    (target) => (target.startsWith('x.md') ? `/to/${target}` : undefined),
  )
  assert.match(html, /<p>A <strong>bold<\/strong> and <em>soft<\/em> word, <code>a \| \*\*b\*\*<\/code>, /)
  assert.match(html, /<a href="\/to\/x\.md#y">a link<\/a>, none <a href="https:\/\/a\.example">/)
  assert.match(html, /&lt;b&gt;no&lt;\/b&gt;/)
  assert.match(html, /<li>one\ngoes on<\/li><li><p>two:<\/p>\n<ul><li>inner<\/li><\/ul><\/li>/)
  assert.match(html, /<td>1 \| 2<\/td><td><code>c<\/code><\/td>/)
  assert.match(html, /<pre><code>echo &quot;&lt;x&gt;&quot; # \*\*y\*\*<\/code><\/pre>/)
  assert.match(html, /<blockquote><p>quoted<\/p><\/blockquote>/)
  assert.deepEqual(
    sections.map(({ anchor }) => anchor),
    ['title', 'title-1'],
  )
})
