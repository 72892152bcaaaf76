/** Writes the texts of a locale as XLIFF 2.0: a unit for each key. */
import type { ExportedText } from './store.ts'
import { NOT_IN_XML } from './xml-text.ts'

/** The category of the metadata that we write, and the type of the digest in it. */
export const METADATA = 'scorebook'
export const DIGEST_TYPE = 'digest'

export function xliffBegin(applicationId: string, baseLocale: string, locale: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" xmlns:mda="urn:oasis:names:tc:xliff:metadata:2.0" version="2.0" srcLang="${attribute(baseLocale)}" trgLang="${attribute(locale)}">
  <file id="texts" original="${attribute(applicationId)}" xml:space="preserve" canResegment="no">
`
}

export const XLIFF_END = '  </file>\n</xliff>\n'

export function unitOf(key: string, one: ExportedText): string {
  const { baseText, description, arguments: declared, text, digest } = one
  const notes = [
    ...(description === null ? [] : [note('description', description)]),
    ...(declared.length === 0
      ? []
      : [note('arguments', declared.map(({ name, type }) => `{${name}} ${type}`).join(', '))]),
  ]
  return [
    `    <unit id="${attribute(key)}" name="${attribute(key)}">`,
    ...(digest === null
      ? []
      : [
          `      <mda:metadata><mda:metaGroup category="${METADATA}"><mda:meta type="${DIGEST_TYPE}">${digest}</mda:meta></mda:metaGroup></mda:metadata>`,
        ]),
    ...(notes.length === 0 ? [] : [`      <notes>${notes.join('')}</notes>`]),
    `      <segment state="${stateOf(one)}">`,
    `        <source>${content(baseText)}</source>`,
    ...(text === null ? [] : [`        <target>${content(text)}</target>`]),
    '      </segment>',
    '    </unit>\n',
  ].join('\n')
}

function stateOf({ text, status, needsWork }: ExportedText): 'initial' | 'translated' | 'final' {
  if (text === null || needsWork) return 'initial'
  return status === 'PUBLISHED' ? 'final' : 'translated'
}

const note = (category: string, words: string) =>
  `<note category="${category}">${escaped(words).replace(NOT_IN_XML, '\ufffd')}</note>`

const attribute = (words: string) => escaped(words).replaceAll('"', '&quot;')

/** XLIFF has an element for characters that XML cannot have. */
const content = (words: string) =>
  escaped(words).replace(
    NOT_IN_XML,
    (character) => `<cp hex="${character.charCodeAt(0).toString(16).padStart(4, '0')}"/>`,
  )

/** A reader of XML turns a plain carriage return into a line feed. */
const escaped = (words: string) =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#13;')
