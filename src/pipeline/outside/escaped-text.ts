/** Decodes the catalogue's texts, which are escaped twice. */
import { isUtf8 } from 'node:buffer'
import { decodeHTMLStrict, decodeXML } from 'entities'

/** Letters that were decoded wrongly: each byte of their UTF-8 was escaped by itself. */
const BYTES = /(?:&#(?:1[2-9]\d|2[0-4]\d|25[0-5]);){2,}/g

/** Decodes a text. Descriptions and names are escaped twice, as HTML and then as XML. Control characters are dropped. */
export function decoded(text: string): string {
  const html = decodeXML(text).replaceAll(BYTES, (run) => {
    const bytes = Buffer.from([...run.matchAll(/\d+/g)].map(Number))
    return isUtf8(bytes) ? bytes.toString('utf8') : run
  })
  return decodeHTMLStrict(html)
    .replaceAll(/[^\P{Cc}\t\n\r]/gu, '')
    .toWellFormed()
}

/** A name in one line, without characters that change the direction of the text around them. */
export const oneLine = (text: string) =>
  text
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

export const paragraphs = (text: string) =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

/** Cuts a text. Half of a surrogate pair at the cut is dropped. */
export function cut(text: string, most: number): string {
  const head = text.slice(0, most)
  return (head.isWellFormed() ? head : head.slice(0, -1)).trimEnd()
}
