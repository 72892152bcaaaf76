/** Reads the text of a fetched document: a PDF, a web page or plain text. Other documents are not rulebooks. */
import { TextDecoder } from 'node:util'
import { Unusable } from './failures.ts'
import type { Document } from './fetch-document.ts'
import { htmlText } from './html-text.ts'
import { languageOf } from './language.ts'
import { type PdfLimits, pdfText } from './pdf-text.ts'
import { visible } from './visible.ts'

export interface DocumentText {
  contentType: 'application/pdf' | 'text/html' | 'text/plain'
  title: string | undefined
  language: string | undefined
  text: string
}

type Source = Pick<Document, 'bytes' | 'contentType' | 'charset'>

/** A PDF with fewer characters was scanned. A web page with fewer characters shows its text only with scripts. */
const LEAST_CHARACTERS_PER_PAGE = 200

/** Throws `Unusable` if the document is not a readable rulebook. */
export async function documentText(document: Source, limits: PdfLimits): Promise<DocumentText> {
  const contentType = kindOf(document)
  const { pages, ...read } = await READ[contentType](document, limits)
  const text = visible(read.text).slice(0, limits.mostCharacters).toWellFormed()
  if (text.length < LEAST_CHARACTERS_PER_PAGE * Math.max(pages, 1))
    throw new Unusable(
      contentType === 'application/pdf'
        ? 'The PDF has no text layer: it may be made of pictures.'
        : 'The page has hardly any text.',
    )
  const title = read.title === undefined ? undefined : visible(read.title).slice(0, 255).toWellFormed()
  return { contentType, title: title || undefined, language: read.language ?? (await languageOf(text)), text }
}

type Kind = DocumentText['contentType']

type Extract = { text: string; pages: number; title?: string | undefined; language?: string | undefined }

const READ: Record<Kind, (document: Source, limits: PdfLimits) => Extract | Promise<Extract>> = {
  async 'application/pdf'({ bytes }, limits) {
    const pdf = await pdfText(bytes, limits)
    return { ...pdf, language: pdf.language?.toLowerCase().match(/^[a-z]{2,3}\b/)?.[0] }
  },
  'text/html'(document, { mostCharacters }) {
    return { ...htmlText(decoded(document), mostCharacters), pages: 1 }
  },
  'text/plain'(document) {
    return { text: decoded(document), pages: 1 }
  },
}

/** The first bytes decide the kind, because servers send PDFs under many types. */
function kindOf({ bytes, contentType }: Source): Kind {
  if (bytes.subarray(0, 1024).includes('%PDF-')) return 'application/pdf'
  if (contentType === 'text/html' || contentType === 'application/xhtml+xml') return 'text/html'
  if (contentType === 'text/plain' || contentType === 'text/markdown') return 'text/plain'
  throw new Unusable(`A document of the type ${contentType.slice(0, 80) || 'unknown'} is no rulebook.`)
}

/** Decodes a text by its byte order mark, the server's charset, the page's charset, UTF-8, and last Windows-1252. */
function decoded({ bytes, charset, contentType }: Source): string {
  const head = bytes.subarray(0, 1024).toString('latin1')
  const within =
    contentType === 'text/plain'
      ? undefined
      : /<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(head)?.[1]
  for (const encoding of [markOf(bytes), charset, within, 'utf-8']) {
    const text = encoding === undefined ? undefined : decodedAs(encoding, bytes)
    if (text !== undefined) return text
  }
  return new TextDecoder('windows-1252').decode(bytes)
}

function markOf(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined
}

function decodedAs(encoding: string, bytes: Buffer): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
