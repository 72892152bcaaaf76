/** Reads a file of XLIFF 2 that a translator sends back. The file is not trusted. */
import { TextDecoder } from 'node:util'
import { Parser } from 'htmlparser2'
import { MOST_TEXTS } from './schema.ts'
import type { ReadFile } from './rules.ts'
import { UnreadableFile, shown } from './unreadable.ts'
import { LONGEST_RAW, Unit } from './xliff-unit.ts'
import { decoded } from './xml-text.ts'

/** In bytes: how much is parsed before other work may run. */
const CHUNK = 65_536

/** How many levels of elements a file can have. Groups can be nested; a file that we wrote has six levels. */
export const MOST_LEVELS = 50
export const MOST_ATTRIBUTES = 100
/** In UTF-16 code units, with entities. */
export const LONGEST_ATTRIBUTE = 4_000

/** Pauses after each chunk. Throws `UnreadableFile`. */
export function* xliffIn(file: Uint8Array): Generator<undefined, ReadFile> {
  const reader = new Reader()
  const parser = new Parser(reader, { xmlMode: true, decodeEntities: false })
  reader.begin(parser)
  const decoder = decoderFor(file)
  let held = ''
  for (let at = 0; at < file.length; at += CHUNK) {
    const text = held + textOf(decoder, file.subarray(at, at + CHUNK), at + CHUNK < file.length)
    // A carriage return at the end may belong to a line feed in the next chunk.
    held = text.endsWith('\r') && at + CHUNK < file.length ? '\r' : ''
    const chunk = text.slice(0, text.length - held.length).replace(/\r\n?/g, '\n')
    if (at === 0 && !chunk.trimStart().startsWith('<'))
      throw new UnreadableFile('The file is no XML; pick the XLIFF file that was exported here.')
    reader.see(chunk)
    parser.write(chunk)
    yield
  }
  reader.end()
  parser.end()
  return reader.file()
}

function decoderFor(file: Uint8Array): TextDecoder {
  const [first, second] = file
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding, { fatal: true })
}

function textOf(decoder: TextDecoder, bytes: Uint8Array, stream: boolean): string {
  try {
    return decoder.decode(bytes, { stream })
  } catch {
    throw new UnreadableFile('The file is not in UTF-8; save it in this encoding, or pick another file.')
  }
}

class Reader {
  readonly #texts: ReadFile['texts'] = []
  readonly #lines = new Map<string, number>()
  readonly #open: string[] = []
  #attributes = new Map<string, string>()
  #root: { baseLocale: string; locale: string } | undefined
  #applicationId: string | undefined
  #unit: Unit | undefined
  #place: { endIndex: number } = { endIndex: 0 }
  #hasJustOpened = false
  #hasEnded = false
  #chunk = ''
  /** Where the chunk begins in the file, and the last character before it. */
  #start = 0
  #before = ''
  #line = 1
  #counted = 0
  #isCdata = false

  begin(place: { endIndex: number }): void {
    this.#place = place
  }

  see(chunk: string): void {
    this.#countLines(this.#chunk.length)
    this.#start += this.#chunk.length
    this.#before = this.#chunk.at(-1) ?? this.#before
    this.#chunk = chunk
    this.#counted = 0
  }

  end(): void {
    this.#hasEnded = true
  }

  file(): ReadFile {
    if (!this.#root) throw new UnreadableFile('The file is XML without any element; pick an XLIFF file.')
    return { ...this.#root, applicationId: this.#applicationId, texts: this.#texts }
  }

  onprocessinginstruction(name: string): void {
    if (name.startsWith('!'))
      this.#fail('declares a document type or an entity, which XLIFF does not need; remove the declaration')
  }

  onattribute(name: string, value: string): void {
    if (this.#attributes.size >= MOST_ATTRIBUTES)
      this.#fail(`has an element with more than ${MOST_ATTRIBUTES} attributes, which XLIFF does not need`)
    if (value.length > LONGEST_ATTRIBUTE)
      this.#fail(
        `has an attribute of more than ${LONGEST_ATTRIBUTE.toLocaleString('en')} characters, which XLIFF does not need`,
      )
    this.#attributes.set(name, this.#decoded(value))
  }

  onopentag(prefixed: string): void {
    const attributes = this.#attributes
    this.#attributes = new Map()
    const name = prefixed.slice(prefixed.indexOf(':') + 1)
    if (this.#open.length >= MOST_LEVELS)
      this.#fail(`is nested more than ${MOST_LEVELS} levels deep, which XLIFF does not need`)
    if (this.#open.length === 0) this.#begin(name, attributes)
    this.#open.push(name)
    this.#hasJustOpened = true
    if (name === 'file' && this.#open.length === 2) this.#beginFile(attributes.get('original'))
    else if (this.#unit) this.#try(() => this.#unit?.open(name, attributes))
    else if (name === 'unit') this.#beginUnit(attributes)
  }

  ontext(text: string): void {
    this.#hasJustOpened = false
    const unit = this.#unit
    if (!unit?.isWriting) return
    const raw = text.slice(0, LONGEST_RAW + 1)
    this.#try(() => unit.text(this.#isCdata ? raw.replaceAll('&', '&amp;') : raw))
  }

  oncdatastart(): void {
    this.#isCdata = true
  }

  oncdataend(): void {
    this.#isCdata = false
  }

  onclosetag(_name: string, isImplied: boolean): void {
    const name = this.#open.pop() ?? ''
    if (isImplied && (this.#hasEnded || !this.#closesItself()))
      this.#fail(`ends or goes wrong before the element ${shown(name)} is closed; pick the whole file`)
    this.#hasJustOpened = false
    const unit = this.#unit
    if (!unit) return
    this.#try(() => unit.close(name))
    if (unit.isOpen) return
    this.#unit = undefined
    this.#try(() => this.#texts.push(unit.done(`line ${this.#lines.get(unit.key)}`)))
  }

  #begin(name: string, attributes: ReadonlyMap<string, string>): void {
    if (this.#root) this.#fail('has more than one document')
    if (name !== 'xliff') this.#fail(`begins with ${shown(name)}, so it is no XLIFF; pick the exported file`)
    const version = attributes.get('version') ?? ''
    if (!version.startsWith('2.'))
      this.#fail(`is XLIFF ${shown(version)}, but this import reads XLIFF 2; export it as XLIFF 2`)
    const [baseLocale, locale] = [attributes.get('srcLang'), attributes.get('trgLang')]
    if (baseLocale === undefined || locale === undefined)
      return this.#fail('has no srcLang or no trgLang, so its languages are unknown; add both to xliff')
    this.#root = { baseLocale, locale }
  }

  #beginFile(original: string | undefined): void {
    if (original === undefined) return
    if (this.#applicationId !== undefined && this.#applicationId !== original)
      this.#fail('has texts of two applications; import them one after the other')
    this.#applicationId = original
  }

  #beginUnit(attributes: ReadonlyMap<string, string>): void {
    if (this.#texts.length >= MOST_TEXTS)
      this.#fail(`has more than ${MOST_TEXTS.toLocaleString('en')} units, which no application has`)
    this.#try(() => {
      const unit = new Unit(attributes)
      const before = this.#lines.get(unit.key)
      if (before !== undefined)
        throw new UnreadableFile(`has the key ${shown(unit.key)} twice, first in line ${before}; remove one`)
      this.#lines.set(unit.key, this.#lineNow())
      this.#unit = unit
    })
  }

  /** For the parser, `<ignorable />` ends in the same way as an element that is never closed. */
  #closesItself(): boolean {
    if (!this.#hasJustOpened) return false
    const at = this.#place.endIndex - 1 - this.#start
    return (at < 0 ? this.#before : this.#chunk.charAt(at)) === '/'
  }

  #decoded = (value: string): string => {
    let text = ''
    this.#try(() => (text = decoded(value)))
    return text
  }

  /** Adds the line to an error. */
  #try(read: () => unknown): void {
    try {
      read()
    } catch (error) {
      if (error instanceof UnreadableFile) this.#fail(error.message)
      throw error
    }
  }

  #fail(what: string): never {
    throw new UnreadableFile(`The file ${what.replace(/\.$/, '')} (line ${this.#lineNow()}).`)
  }

  #lineNow(): number {
    this.#countLines(this.#place.endIndex - this.#start)
    return this.#line
  }

  #countLines(end: number): void {
    for (let at = this.#chunk.indexOf('\n', this.#counted); at >= 0 && at < end;) {
      this.#line++
      this.#counted = at + 1
      at = this.#chunk.indexOf('\n', this.#counted)
    }
  }
}
