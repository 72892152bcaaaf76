/** One unit of XLIFF while it is read: a key, its base text and its translation. */
import { LONGEST } from '../icu.ts'
import { messageKey } from '../keys/schema.ts'
import type { FileText } from './rules.ts'
import { DIGEST } from './schema.ts'
import { UnreadableFile, shown } from './unreadable.ts'
import { DIGEST_TYPE, METADATA } from './xliff-write.ts'
import { decoded, isCharacter } from './xml-text.ts'

interface Segment {
  isIgnorable: boolean
  source: string
  target: string
  /** The place of the target among all targets, if it is not the place of the source. */
  order: number
}

const KEY = messageKey()

/** Elements in a text that mark a part of it, and add nothing. */
const MARKS = new Set(['mrk', 'sm', 'em'])

/** Throws `UnreadableFile` with the rest of a sentence that begins with "The file". */
export class Unit {
  readonly key: string
  readonly #segments: Segment[] = []
  readonly #open: string[] = ['unit']
  #category: string | undefined
  #digest: string | undefined
  #writes: 'source' | 'target' | 'digest' | undefined
  /** With entities, because one of them could be split. */
  #raw = ''

  constructor(attributes: ReadonlyMap<string, string>) {
    const key = attributes.get('name') ?? attributes.get('id') ?? ''
    if (!KEY.safeParse(key).success)
      throw new UnreadableFile(
        `has a unit with the name ${shown(key)}, which is no key such as menu.file.open`,
      )
    this.key = key
  }

  get isOpen(): boolean {
    return this.#open.length > 0
  }

  get isWriting(): boolean {
    return this.#writes !== undefined
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    const [parent, depth] = [this.#open.at(-1), this.#open.length]
    this.#open.push(name)
    if (this.#writes !== undefined) return this.#openInText(name, attributes)
    if (depth === 1 && (name === 'segment' || name === 'ignorable'))
      this.#segments.push({
        isIgnorable: name === 'ignorable',
        source: '',
        target: '',
        order: this.#segments.length + 1,
      })
    else if (depth === 2 && (parent === 'segment' || parent === 'ignorable')) this.#openText(name, attributes)
    else if (name === 'metaGroup') this.#category = attributes.get('category')
    else if (name === 'meta' && this.#category === METADATA && attributes.get('type') === DIGEST_TYPE)
      this.#begin('digest')
  }

  text(raw: string): void {
    this.#raw += raw
    if (this.#raw.length > LONGEST_RAW) throw this.#tooLong()
  }

  close(name: string): void {
    this.#open.pop()
    const writes = this.#writes
    if (writes === undefined || name !== (writes === 'digest' ? 'meta' : writes)) return
    const text = decoded(this.#raw)
    this.#writes = undefined
    const segment = this.#segments.at(-1)
    if (writes === 'digest') this.#digest = DIGEST.test(text.trim()) ? text.trim() : undefined
    else if (segment) segment[writes] = text
  }

  done(at: string): FileText {
    const baseText = this.#segments.map(({ source }) => source).join('')
    const text = this.#target()
    if (isTooLong(baseText) || isTooLong(text)) throw this.#tooLong()
    return { key: this.key, baseText, text, digest: this.#digest, at }
  }

  #target(): string {
    const parts = this.#segments.filter(({ isIgnorable }) => !isIgnorable)
    const written = parts.filter(({ target }) => target !== '')
    if (written.length === 0) return ''
    if (written.length < parts.length)
      throw new UnreadableFile(
        `has the key ${shown(this.key)} translated in part; translate all its segments, or none`,
      )
    return this.#segments
      .toSorted((one, other) => one.order - other.order)
      .map(({ isIgnorable, source, target }) => (isIgnorable && target === '' ? source : target))
      .join('')
  }

  #openText(name: string, attributes: ReadonlyMap<string, string>): void {
    if (name !== 'source' && name !== 'target') return
    const segment = this.#segments.at(-1)
    const order = Number(attributes.get('order') ?? Number.NaN)
    if (segment && name === 'target' && Number.isInteger(order)) segment.order = order
    this.#begin(name)
  }

  #openInText(name: string, attributes: ReadonlyMap<string, string>): void {
    if (MARKS.has(name)) return
    if (name !== 'cp')
      throw new UnreadableFile(
        `has the element ${shown(name)} in a text of the key ${shown(this.key)}; write the text without it`,
      )
    const code = Number.parseInt(attributes.get('hex') ?? '', 16)
    if (!isCharacter(code))
      throw new UnreadableFile(`has the element "cp" without a character in the key ${shown(this.key)}`)
    this.text(`&#${code};`)
  }

  #begin(what: 'source' | 'target' | 'digest'): void {
    this.#writes = what
    this.#raw = ''
  }

  #tooLong(): UnreadableFile {
    return new UnreadableFile(
      `has a text of more than ${LONGEST.toLocaleString('en')} characters for the key ${shown(this.key)}; shorten it`,
    )
  }
}

/** In UTF-16 code units: enough for every character of a text as an entity. */
export const LONGEST_RAW = 10 * LONGEST

/** Counts code points, except in a text that is far too long. */
const isTooLong = (text: string): boolean =>
  text.length > LONGEST && (text.length > 2 * LONGEST || Array.from(text).length > LONGEST)
