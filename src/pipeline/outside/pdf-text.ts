/** Reads the text layer of a PDF. */
import { getDocumentProxy } from 'unpdf'
import { Unusable } from './failures.ts'

interface PdfText {
  text: string
  pages: number
  title: string | undefined
  language: string | undefined
}

export interface PdfLimits {
  mostPages: number
  mostCharacters: number
}

/** Throws `Unusable` if the PDF is broken or has a password. It neither draws nor fetches anything. */
export async function pdfText(bytes: Uint8Array, limits: PdfLimits): Promise<PdfText> {
  try {
    return await textOf(bytes, limits)
  } catch (cause) {
    const hasPassword = cause instanceof Error && cause.name === 'PasswordException'
    throw new Unusable(hasPassword ? 'The PDF has a password.' : "The PDF can't be read.", { cause })
  }
}

async function textOf(bytes: Uint8Array, { mostPages, mostCharacters }: PdfLimits): Promise<PdfText> {
  const document = await getDocumentProxy(new Uint8Array(bytes), {
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
  return { text: pages.join('\n\n'), pages: pages.length, title: said('Title'), language: said('Language') }
}
