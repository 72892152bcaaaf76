/** A thread that reads one PDF and ends: whatever the PDF does to it is done to it alone. */
import { parentPort, workerData } from 'node:worker_threads'
import { getDocumentProxy } from 'unpdf'
import type { PdfQuestion, PdfText } from './pdf-text.ts'

const { bytes, mostPages, mostCharacters } = workerData as PdfQuestion

/** Nothing is drawn or fetched. */
const document = await getDocumentProxy(bytes, {
  useSystemFonts: false,
  disableFontFace: true,
  useWorkerFetch: false,
  stopAtErrors: false,
  verbosity: 0,
})

const { info } = await document.getMetadata().catch(() => ({ info: {} }))
const pages: string[] = []
let size = 0
while (pages.length < Math.min(document.numPages, mostPages) && size < mostCharacters) {
  const page = await document.getPage(pages.length + 1)
  const { items } = await page.getTextContent()
  const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
  pages.push(text)
  size += text.length
  page.cleanup()
}

const said = (key: string) => {
  const value: unknown = Reflect.get(info, key)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window, is written to
parentPort?.postMessage({
  text: pages.join('\n\n'),
  pages: pages.length,
  title: said('Title'),
  language: said('Language'),
} satisfies PdfText)
