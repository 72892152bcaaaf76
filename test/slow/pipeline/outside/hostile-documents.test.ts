/** Documents that are made to be expensive are read or refused within limits of memory and time. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { Unusable } from '../../../../src/pipeline/outside/failures.ts'
import { bomb, pdfOf, stream } from '../../../pipeline/servers/pdf.ts'
import { html, pdf, plain, siteServer } from '../../../pipeline/servers/site.ts'
import { LINES, TEXT, read, slow } from '../../../pipeline/outside/reading.ts'

suite('a hostile document', () => {
  test('of more than the limit is refused, said to be so or not, packed or not', async () => {
    const large = 'a'.repeat(300_000)
    const type = { 'content-type': 'text/plain' }
    const site = await siteServer({
      '/said': plain(large),
      '/unsaid': { headers: { ...type, 'transfer-encoding': 'chunked' }, body: large },
      '/packed': { headers: { ...type, 'content-encoding': 'gzip' }, body: gzipSync(large) },
    })
    for (const path of site.pages.keys())
      await assert.rejects(read(site, path, { mostBytes: 200_000 }), /more than 195 KiB/, path)
    assert.ok((await read(site, '/packed')).text)
  })

  test('of 40 MB and a byte is refused', async () => {
    const site = await siteServer({ '/r': plain(Buffer.alloc(40 * 1024 * 1024 + 1, 'a')) })
    await assert.rejects(read(site, '/r'), Unusable)
  })

  test('that is a PDF of 30 MB is read or refused, and the service goes on', async () => {
    const filling = stream(Buffer.alloc(30 * 1024 * 1024, 'a'))
    const site = await siteServer({
      '/unused': pdf(pdfOf({ pages: [LINES], more: { 1000: filling } })),
      '/junk': pdf(
        Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(30 * 1024 * 1024, '1 0 obj <<>> endobj\n')]),
      ),
      '/nested': pdf(
        Buffer.concat([Buffer.from('%PDF-1.7\n1 0 obj '), Buffer.alloc(30 * 1024 * 1024, '[<<')]),
      ),
    })
    let longest = 0
    let last = performance.now()
    const beat = setInterval(() => {
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }, 5)
    assert.equal((await read(site, '/unused')).text, TEXT)
    await assert.rejects(read(site, '/junk'), Unusable)
    await assert.rejects(read(site, '/nested'), Unusable)
    clearInterval(beat)
    assert.ok(longest < 60_000, `the service stood still for ${longest} ms`)
  })

  test('that is a PDF which unpacks to 250 MB takes no more memory than it may', async () => {
    const site = await siteServer({
      '/bomb': pdf(pdfOf({ pages: [LINES], contents: '1000 0 R', more: { 1000: bomb(2 ** 28) } })),
    })
    const before = process.memoryUsage().rss
    let most = before
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 10)
    await assert.rejects(
      read(site, '/bomb', { reading: { memory: 128 * 2 ** 20 } }),
      /within 128 MB of memory/,
    )
    clearInterval(watch)
    assert.ok(most - before < 500 * 2 ** 20, `${(most - before) / 2 ** 20} MB`)
  })

  test('that is a PDF which takes too long is left', async () => {
    const site = await siteServer({ '/slow': pdf(slow()) })
    await assert.rejects(read(site, '/slow', { reading: { time: 1000 } }), /within 1 seconds/)
  })

  test('that is a PDF which leads back to itself comes to an end', async () => {
    const form =
      '<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 1000 0 R >> >> /Length 5 >>\nstream\n/X Do\nendstream'
    const site = await siteServer({
      '/tree': pdf(pdfOf({ pages: [LINES], kids: '2 0 R', count: 5 })),
      '/form': pdf(
        pdfOf({
          pages: [LINES],
          resources: '/XObject << /X 1000 0 R >>',
          contents: '1001 0 R',
          more: { 1000: form, 1001: stream(Buffer.from('/X Do')) },
        }),
      ),
      '/length': pdf(
        pdfOf({
          pages: [LINES],
          contents: '1000 0 R',
          more: { 1000: '<< /Length 1000 0 R >>\nstream\n\nendstream' },
        }),
      ),
    })
    for (const path of site.pages.keys())
      await assert.rejects(read(site, path, { reading: { time: 5000 } }), Unusable, path)
  })

  test('that is a PDF which says it has a thousand million pages has those it has', async () => {
    const site = await siteServer({ '/r': pdf(pdfOf({ pages: [LINES], count: 1_000_000_000 })) })
    assert.equal((await read(site, '/r')).text, TEXT)
  })

  test('that is a web page of tags without end is read or left, and the service goes on', async () => {
    const site = await siteServer({
      '/deep': html(`${'<div>'.repeat(200_000)}${TEXT}`),
      '/attributes': html(`<p ${'a=b '.repeat(500_000)}>${TEXT}`),
      '/entities': html(`${'&amp'.repeat(500_000)}<p>${TEXT}`),
      '/open': html(`${TEXT}${'<'.repeat(1_000_000)}`),
    })
    let longest = 0
    let last = performance.now()
    const beat = setInterval(() => {
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }, 5)
    await assert.rejects(read(site, '/deep', { reading: { time: 2000 } }), Unusable)
    for (const path of ['/attributes', '/entities', '/open'])
      assert.ok((await read(site, path)).text.includes(LINES[0] ?? '-'), path)
    clearInterval(beat)
    assert.ok(longest < 60_000, `the service stood still for ${longest} ms`)
  })

  test('is kept to the length it may have', async () => {
    const site = await siteServer({ '/r': plain('\u{1F3B2}'.repeat(2_000_000)) })
    const { text } = await read(site, '/r')
    assert.ok(text.length <= 1_000_000)
  })
})
