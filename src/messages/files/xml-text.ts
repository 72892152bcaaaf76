/** Decodes the text of XML. Without a document type there are only five entities, and characters by their numbers. */
import { UnreadableFile, shown } from './unreadable.ts'

// oxlint-disable-next-line no-control-regex -- these are what XML forbids
export const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Throws `UnreadableFile` with the rest of a sentence that begins with "The file". */
export function decoded(raw: string): string {
  if (raw.search(NOT_IN_XML) >= 0)
    throw new UnreadableFile('has a control character, which XML cannot have; write the element "cp" for it')
  return raw.replace(/&([^&;\s]{0,20};)?/g, (found, name: string | undefined) => {
    const entity = name?.slice(0, -1) ?? ''
    const known = Object.hasOwn(ENTITIES, entity) ? ENTITIES[entity] : characterOf(entity)
    if (known === undefined)
      throw new UnreadableFile(`has ${shown(found)}, which XML does not know; write &amp; for an ampersand`)
    return known
  })
}

function characterOf(entity: string): string | undefined {
  const [, hexadecimal, decimal] = /^#(?:x([0-9a-f]+)|(\d+))$/i.exec(entity) ?? []
  const code = hexadecimal === undefined ? Number(decimal ?? Number.NaN) : Number.parseInt(hexadecimal, 16)
  return isCharacter(code) ? String.fromCodePoint(code) : undefined
}

/** True for the number of a character that the database can store: neither zero nor half of a pair. */
export const isCharacter = (code: number): boolean =>
  Number.isInteger(code) && code > 0 && code <= 0x10_ffff && !(code >= 0xd800 && code <= 0xdfff)
