/** robots.txt is read as RFC 9309 says. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { robotsOf } from '../../../src/pipeline/outside/robots.ts'

const allows = (text: string, path: string) => robotsOf(text, 'Scorebook').allows(path)

suite('robots.txt', () => {
  test('that is empty, or no robots.txt at all, allows everything', () => {
    assert.ok(allows('', '/a'))
    assert.ok(allows('<!doctype html><title>Not found</title>', '/a'))
  })

  test('has rules for every robot', () => {
    const text = 'User-agent: *\nDisallow: /private\n'
    assert.ok(allows(text, '/public'))
    assert.ok(!allows(text, '/private'))
    assert.ok(!allows(text, '/private/rules.pdf'))
    assert.ok(!allows(text, '/private?x=1'))
  })

  test('rules for a named robot replace the general rules, whatever the case or version of the name', () => {
    const text = 'User-agent: *\nDisallow: /\n\nUser-agent: SCOREBOOK/2.1\nDisallow: /a\n'
    assert.ok(allows(text, '/b'))
    assert.ok(!allows(text, '/a'))
    assert.ok(!robotsOf(text, 'Score').allows('/b'))
    assert.ok(!allows('User-agent: Scorebook-Images\nAllow: /\n\nUser-agent: *\nDisallow: /', '/b'))
  })

  test('has groups of several robots, and several groups of one', () => {
    const text =
      'User-agent: other\nUser-agent: scorebook\nDisallow: /a\n\nUser-agent: x\nDisallow: /x\n\nUser-agent: scorebook\nDisallow: /b'
    assert.ok(!allows(text, '/a'))
    assert.ok(!allows(text, '/b'))
    assert.ok(allows(text, '/x'))
  })

  test('that names us without a rule allows us everything', () => {
    assert.ok(allows('User-agent: *\nDisallow: /\nUser-agent: scorebook\nDisallow:\n', '/a'))
  })

  test('is decided by the longest rule, and by what allows where two are as long', () => {
    const text = 'User-agent: *\nDisallow: /rules\nAllow: /rules/public\nDisallow: /same\nAllow: /same'
    assert.ok(!allows(text, '/rules/x'))
    assert.ok(allows(text, '/rules/public/x'))
    assert.ok(allows(text, '/same'))
  })

  test('has stars and ends', () => {
    const text = 'User-agent: *\nDisallow: /*.pdf$\nDisallow: /a*b*c\nDisallow: /end$'
    assert.ok(!allows(text, '/x/y.pdf'))
    assert.ok(allows(text, '/x/y.pdf?z'))
    assert.ok(allows(text, '/.pdfx'))
    assert.ok(!allows(text, '/a1b2c3'))
    assert.ok(allows(text, '/a1c2b3'))
    assert.ok(!allows(text, '/end'))
    assert.ok(allows(text, '/ending'))
  })

  test('compares paths as they are, encoded or not', () => {
    const text = 'User-agent: *\nDisallow: /grün\nDisallow: /%7Euser\nDisallow: /a%2fb'
    assert.ok(!allows(text, '/gr%C3%BCn'))
    assert.ok(!allows(text, '/gr%c3%bcn'))
    assert.ok(!allows(text, '/~user'))
    assert.ok(!allows(text, '/a%2Fb'))
    assert.ok(allows(text, '/a/b'))
  })

  test('may itself always be fetched', () => {
    assert.ok(allows('User-agent: *\nDisallow: /', '/robots.txt'))
  })

  test('is read past comments, other lines and line ends of all kinds', () => {
    const text =
      '# all\rUSER-AGENT : * # us\r\nCrawl-delay: 5\r\nnonsense\r\ndisallow:/a # that\r\nSitemap: https://x.example.org/s.xml\r\nDisallow: /b'
    assert.ok(!allows(text, '/a'))
    assert.ok(!allows(text, '/b'))
    assert.deepEqual(robotsOf(text, 'Scorebook').sitemaps, ['https://x.example.org/s.xml'])
  })

  test('takes no longer for what is made to take long', () => {
    const start = performance.now()
    const star = `User-agent: *\nDisallow: /${'*a'.repeat(2000)}$\n`
    allows(`${star}${' '.repeat(200_000)}x: ${' '.repeat(200_000)}y\n`, `/${'a'.repeat(4000)}b`)
    assert.ok(performance.now() - start < 60_000)
  })

  test('finds with stars what a regular expression finds', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 8 })
    const path = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 10 })
    fc.assert(
      fc.property(letters, path, fc.boolean(), (pattern, path, isAnchored) => {
        const expected = new RegExp(`^/${pattern.replaceAll('*', '.*')}${isAnchored ? '$' : ''}`).test(
          `/${path}`,
        )
        const text = `User-agent: *\nDisallow: /${pattern}${isAnchored ? '$' : ''}`
        assert.equal(allows(text, `/${path}`), !expected)
      }),
      { numRuns: 2000 },
    )
  })
})
