/** Fetches and reads rulebooks from sites that are polite, broken or hostile. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { suite, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { Failed, Unusable } from '../../../src/pipeline/outside/failures.ts'
import { politeSite, rulebookReader } from '../../../src/pipeline/outside/rulebooks.ts'
import { pdfOf } from '../servers/pdf.ts'
import { html, pdf, plain, redirect, siteServer } from '../servers/site.ts'
import { LINES, TEXT, read, readerOf, signal, slow } from './reading.ts'

suite('a rulebook', () => {
  test('that is a PDF has its text, title, language and what it was made of', async () => {
    const bytes = pdfOf({ pages: [LINES, LINES], title: 'Harbour (Lights)', language: 'en-GB' })
    const site = await siteServer({ '/rules.pdf': pdf(bytes) })
    assert.deepEqual(await read(site, '/rules.pdf'), {
      url: `${site.baseUrl}/rules.pdf`,
      contentType: 'application/pdf',
      title: 'Harbour (Lights)',
      language: 'en',
      hash: createHash('sha256').update(bytes).digest('hex'),
      bytes: bytes.length,
      text: `${TEXT}\n\n${TEXT}`,
    })
  })

  test('that is a PDF by another name is one', async () => {
    const page = { headers: { 'content-type': 'application/octet-stream' }, body: pdfOf({ pages: [LINES] }) }
    const site = await siteServer({ '/download?id=1': page })
    assert.equal((await read(site, '/download?id=1')).contentType, 'application/pdf')
  })

  test('that is a web page has what its readers see', async () => {
    const site = await siteServer({
      '/rules': html(`<!doctype html><html lang="de-AT"><head><title> The
        Rules &amp; more</title><style>.x{}</style></head><body><script>var lowest = 'wins'</script>
        <h1>Goal</h1><p>Most points <b>win</b>s&nbsp;&mdash; always.</p><ul><li>One<li>Two</ul>
        <table><tr><td>2</td><td>players</td></tr></table>
        <div hidden>not a</div><p style="display : none">not <i>b</i> here</p><p aria-hidden=true>not c</p>
        <span style="font-size:0">not d</span><template>not e</template><!-- not f --><noscript>not g</noscript>
        <p>${TEXT}</p></body></html>`),
    })
    const { title, language, text, contentType } = await read(site, '/rules')
    assert.equal(title, 'The Rules & more')
    assert.equal(language, 'de')
    assert.equal(contentType, 'text/html')
    assert.match(text, /^Goal\n\nMost points wins — always\.\n/)
    assert.match(text, /\nOne\n+Two\n/)
    assert.match(text, /2 players/)
    assert.ok(text.includes(LINES[3] ?? '-'))
    assert.doesNotMatch(text, /not |lowest/)
  })

  test('that is plain text is read in the encoding it has', async () => {
    const latin = Buffer.from(`${TEXT} caf\u00e9`, 'latin1')
    const site = await siteServer({
      '/utf8': plain(`\uFEFF${TEXT} café`),
      '/declared': { headers: { 'content-type': 'text/plain; charset=ISO-8859-1' }, body: latin },
      '/undeclared': { headers: { 'content-type': 'text/plain' }, body: latin },
      '/lie': plain(latin),
      '/utf16': {
        headers: { 'content-type': 'text/plain' },
        body: Buffer.from(`\uFEFF${TEXT} café`, 'utf16le'),
      },
      '/meta': {
        headers: { 'content-type': 'text/html' },
        body: Buffer.concat([Buffer.from('<meta charset="iso-8859-1">'), latin]),
      },
    })
    for (const path of site.pages.keys()) assert.equal((await read(site, path)).text, `${TEXT} café`, path)
  })

  test('that does not state its language has it detected, or none', async () => {
    const german =
      'Der Spieler mit den meisten Punkten ist der Sieger und die Karten werden nicht gemischt. '.repeat(5)
    const site = await siteServer({
      '/de': plain(german),
      '/none': plain('Lorem ipsum dolor amet '.repeat(30)),
    })
    assert.equal((await read(site, '/de')).language, 'de')
    assert.equal((await read(site, '/none')).language, undefined)
  })

  test('has no characters that nobody sees', async () => {
    const hidden = [...'hidden']
      .map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)))
      .join('')
    const site = await siteServer({
      '/rules': plain(`${TEXT}\u200b\u202e${hidden}\u00ad\u0000\u{1F3B2}\uFE0F\r\n\u2028\u00a0end`),
    })
    assert.equal((await read(site, '/rules')).text, `${TEXT}\u{1F3B2}\n\nend`)
  })

  test('compressed by a server that was asked not to is read', async () => {
    const page = plain(gzipSync(TEXT))
    const site = await siteServer({
      '/rules': { ...page, headers: { ...page.headers, 'content-encoding': 'gzip' } },
    })
    assert.equal((await read(site, '/rules')).text, TEXT)
  })

  const noRulebook = {
    'is a picture': { headers: { 'content-type': 'image/png' }, body: 'x'.repeat(1000) },
    'says not what it is': { body: 'x'.repeat(1000) },
    'is called a PDF and is none': pdf(`<html>${TEXT}`),
    'is a PDF of pictures': pdf(pdfOf({ pages: [['Cover'], [], [], []] })),
    'has text on one page in ten': pdf(pdfOf({ pages: [LINES, ...Array.from({ length: 9 }, () => [])] })),
    'is a page made by scripts': html('<div id="app">Loading</div><script src="app.js"></script>'),
    'is not there': { status: 404 },
    'is gone': { status: 410 },
    'is forbidden': { status: 403, body: TEXT },
    'has no content': { status: 204 },
  }
  for (const [what, page] of Object.entries(noRulebook))
    test(`that ${what} is unusable`, async () => {
      await assert.rejects(read(await siteServer({ '/r': page }), '/r'), Unusable)
    })

  const later = {
    'is answered with 500': { status: 500 },
    'is answered with 503': { status: 503 },
    'is answered with 429': { status: 429 },
    'is cut off': { ...plain(TEXT), cut: true },
    'never ends': { ...plain(TEXT), endless: true },
  }
  for (const [what, page] of Object.entries(later))
    test(`that ${what} may come later`, async () => {
      await assert.rejects(read(await siteServer({ '/r': page }), '/r', { timeout: 300 }), Failed)
    })

  test('is left when the signal says so, while it is fetched and while it is read', async () => {
    const site = await siteServer({ '/endless': { ...plain(TEXT), endless: true }, '/slow': pdf(slow()) })
    for (const path of site.pages.keys()) {
      const reason = new Error('enough')
      const leaving = new AbortController()
      setTimeout(() => leaving.abort(reason), 200)
      await assert.rejects(readerOf(site)(`${site.baseUrl}${path}`, leaving.signal), reason)
    }
  })
})

suite('robots.txt', () => {
  test('is asked once, with our name, and held to', async () => {
    const site = await siteServer({
      '/robots.txt': plain('User-agent: scorebook\nDisallow: /private'),
      '/private/r': plain(TEXT),
      '/r': plain(TEXT),
    })
    const reader = readerOf(site, { userAgent: 'Scorebook/1.0 (+https://scorebook.example.org)' })
    await assert.rejects(reader(`${site.baseUrl}/private/r`, signal), Unusable)
    await reader(`${site.baseUrl}/r`, signal)
    assert.deepEqual(site.asked, ['/robots.txt', '/r'])
    assert.deepEqual([...site.userAgents], ['Scorebook/1.0 (+https://scorebook.example.org)'])
  })

  test('of where a redirect leads is held to as well', async () => {
    const other = await siteServer({ '/robots.txt': plain('User-agent: *\nDisallow: /'), '/r': plain(TEXT) })
    const site = await siteServer({ '/r': redirect(`${other.baseUrl}/r`) })
    const reader = rulebookReader(politeSite({ loopbackPorts: [site.port, other.port] }))
    await assert.rejects(reader(`${site.baseUrl}/r`, signal), Unusable)
    assert.deepEqual(other.asked, ['/robots.txt'])
  })

  test('that is not there allows all, one that fails nothing for now', async () => {
    const site = await siteServer({ '/r': plain(TEXT), '/robots.txt': { status: 503 } })
    await assert.rejects(read(site, '/r'), Failed)
    assert.deepEqual(site.asked, ['/robots.txt'])
    site.pages.set('/robots.txt', { status: 403 })
    assert.equal((await read(site, '/r')).text, TEXT)
  })

  test('that is elsewhere is followed there', async () => {
    const site = await siteServer({
      '/robots.txt': redirect('/other.txt'),
      '/other.txt': plain('User-agent: *\nDisallow: /'),
      '/r': plain(TEXT),
    })
    await assert.rejects(read(site, '/r'), Unusable)
  })
})

suite('an address', () => {
  test('may redirect five times and not six', async () => {
    const site = await siteServer({ '/6': redirect('/5', 301), '/0': plain(TEXT) })
    for (const step of [5, 4, 3, 2, 1])
      site.pages.set(`/${step}`, redirect(`/${step - 1}`, step % 2 ? 307 : 308))
    const { url, text } = await read(site, '/5')
    assert.equal(url, `${site.baseUrl}/0`)
    assert.equal(text, TEXT)
    await assert.rejects(read(site, '/6'), /redirects more than 5 times/)
  })

  test('that begins with https is spoken to in TLS', async () => {
    const site = await siteServer({ '/r': plain(TEXT) })
    await assert.rejects(readerOf(site)(`https://127.0.0.1:${site.port}/r`, signal), Failed)
    assert.deepEqual(site.asked, [])
  })

  test('of this machine isn’t fetched from unless a test says so, by name or by number', async () => {
    const site = await siteServer({ '/r': plain(TEXT) })
    const reader = rulebookReader(politeSite({}))
    for (const host of ['127.0.0.1', 'localhost', '127.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]'])
      for (const scheme of ['https', 'http'])
        await assert.rejects(reader(`${scheme}://${host}:${site.port}/r`, signal), Unusable, host)
    assert.deepEqual(site.asked, [])
  })

  test('whose name leads to this machine is refused when it is connected to', async (t) => {
    const site = await siteServer({ '/r': plain(TEXT) })
    const asked: string[] = []
    t.mock.method(dns, 'lookup', (name: string, _options: object, answer: (...said: unknown[]) => void) => {
      asked.push(name)
      answer(null, [{ address: '127.0.0.1', family: 4 }])
    })
    syncBuiltinESMExports()
    await assert.rejects(
      rulebookReader(politeSite({}))(`https://rules.example.org:${site.port}/r`, signal),
      /rules\.example\.org is at an address that isn't public/,
    )
    t.mock.restoreAll()
    syncBuiltinESMExports()
    assert.deepEqual([asked, site.asked], [['rules.example.org'], []])
  })

  test('whose name is private by its form is refused without looking it up', async (t) => {
    const lookup = t.mock.method(dns, 'lookup', () => assert.fail('It was looked up.'))
    syncBuiltinESMExports()
    for (const host of ['localhost', 'nas.local', 'intranet'])
      await assert.rejects(
        rulebookReader(politeSite({}))(`https://${host}/r`, signal),
        new RegExp(`${host} isn't a public address`),
      )
    t.mock.restoreAll()
    syncBuiltinESMExports()
    assert.equal(lookup.mock.callCount(), 0)
  })

  for (const [what, location] of Object.entries({
    'the loopback address': 'https://127.0.0.1/r',
    'loopback by name': 'https://localhost/r',
    'a private address': 'https://10.0.0.1/r',
    'a private address by a number': 'https://167772161/r',
    'a mapped address': 'https://[::ffff:192.168.0.1]/r',
    'a link-local address': 'https://169.254.169.254/latest/meta-data/',
    'a unique local address': 'https://[fd00::1]/r',
    http: 'http://rules.example.org/r',
    'a file': 'file:///etc/passwd',
    data: 'data:text/plain,x',
    'somebody with a password': 'https://a:b@rules.example.org/r',
    nowhere: 'https://',
  }))
    test(`that redirects to ${what} is refused`, async () => {
      const site = await siteServer({ '/r': redirect(location) })
      await assert.rejects(read(site, '/r'), Unusable)
    })

  test('that redirects to another port of this machine reaches nobody', async () => {
    const secret = await siteServer({ '/r': plain(TEXT) })
    const site = await siteServer({ '/r': redirect(`${secret.baseUrl}/r`) })
    await assert.rejects(read(site, '/r'), Unusable)
    assert.deepEqual(secret.asked, [])
  })

  for (const address of [
    'no url',
    'ftp://rules.example.org/r',
    'http://rules.example.org/r',
    'https://user@rules.example.org/',
  ])
    test(`like ${address} is refused`, async () => {
      await assert.rejects(rulebookReader(politeSite({}))(address, signal), Unusable)
    })
})
