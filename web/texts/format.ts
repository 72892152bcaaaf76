/** Formats simple messages of ICU MessageFormat. Dates and skeletons need a library of 9.9 kB, which is loaded when needed. */

interface Locales {
  language: string
  region: string
}

type Values = Readonly<Record<string, unknown>>

/** The text of a message without arguments. Undefined if the message has arguments. */
export function plainOf(message: string): string | undefined {
  return /[{}']/.test(message) ? undefined : message
}

/** Undefined if this file cannot format the message. */
export function format(message: string, values: Values, locales: Locales): string | undefined {
  const known = parsed.get(message) ?? parseWhole(message)
  parsed.set(message, known)
  return known ? write(known, values, locales, undefined) : undefined
}

type Node = string | { kind: 'value' | 'number'; name: string } | { kind: 'hash' } | Choice

interface Choice {
  kind: 'plural' | 'selectordinal' | 'select'
  name: string
  offset: number
  options: Map<string, Node[]>
}

/** Null means that this file cannot read the message. */
const parsed = new Map<string, Node[] | null>()

class Unreadable extends Error {}

function parseWhole(message: string): Node[] | null {
  try {
    const reading = new Reading(message)
    const nodes = reading.nodes(false)
    return reading.isOver ? nodes : null
  } catch (error) {
    if (error instanceof Unreadable) return null
    throw error
  }
}

class Reading {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  get isOver(): boolean {
    return this.#at >= this.#text.length
  }

  nodes(inPlural: boolean): Node[] {
    const found: Node[] = []
    let literal = ''
    const end = () => {
      if (literal !== '') found.push(literal)
      literal = ''
    }
    while (!this.isOver) {
      const sign = this.#text[this.#at] ?? ''
      if (sign === '}') break
      if (sign === "'") literal += this.#quoted(inPlural)
      else if (sign === '{') {
        end()
        found.push(this.#argument())
      } else if (sign === '#' && inPlural) {
        end()
        found.push({ kind: 'hash' })
        this.#at++
      } else {
        literal += sign
        this.#at++
      }
    }
    end()
    return found
  }

  /**
   * Two apostrophes mean one. A single apostrophe before a brace, or before a # in a plural, begins a literal text, which ends at
   * the next apostrophe.
   */
  #quoted(inPlural: boolean): string {
    const next = this.#text[++this.#at]
    if (next === "'") {
      this.#at++
      return "'"
    }
    if (next === undefined || !(inPlural ? '{}#' : '{}').includes(next)) return "'"
    let literal = ''
    for (; !this.isOver; this.#at++) {
      if (this.#text[this.#at] !== "'") literal += this.#text[this.#at]
      else if (this.#text[this.#at + 1] === "'") {
        literal += "'"
        this.#at++
      } else {
        this.#at++
        break
      }
    }
    return literal
  }

  #argument(): Node {
    this.#take('{')
    const name = this.#word()
    if (this.#has('}')) return { kind: 'value', name }
    this.#take(',')
    const kind = this.#word()
    if (kind === 'number' && this.#has('}')) return { kind, name }
    if (kind !== 'plural' && kind !== 'select' && kind !== 'selectordinal') throw new Unreadable()
    this.#take(',')
    const offset = kind !== 'select' && this.#has('offset:') ? Number(this.#word()) : 0
    const options = new Map<string, Node[]>()
    while (!this.#has('}')) {
      const option = this.#word()
      this.#take('{')
      options.set(option, this.nodes(kind !== 'select'))
      this.#take('}')
    }
    if (!options.has('other')) throw new Unreadable()
    return { kind, name, offset, options }
  }

  #has(sign: string): boolean {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at++
    if (!this.#text.startsWith(sign, this.#at)) return false
    this.#at += sign.length
    return true
  }

  #take(sign: string): void {
    if (!this.#has(sign)) throw new Unreadable()
  }

  #word(): string {
    const [found = ''] = /^\s*=?[\p{L}\p{N}_.-]+\s*/u.exec(this.#text.slice(this.#at)) ?? []
    if (found === '') throw new Unreadable()
    this.#at += found.length
    return found.trim()
  }
}

function write(nodes: Node[], values: Values, locales: Locales, hash: number | undefined): string {
  return nodes.map((node) => writeOne(node, values, locales, hash)).join('')
}

function writeOne(node: Node, values: Values, locales: Locales, hash: number | undefined): string {
  if (typeof node === 'string') return node
  if (node.kind === 'hash') return numberOf(hash, locales)
  const value = values[node.name]
  if (node.kind === 'value') return String(value)
  if (node.kind === 'number') return numberOf(value, locales)
  const { options, offset } = node as Choice
  if (node.kind === 'select')
    return write(options.get(String(value)) ?? options.get('other') ?? [], values, locales, hash)
  const count = Number(value) - offset
  const type = node.kind === 'plural' ? 'cardinal' : 'ordinal'
  const chosen =
    options.get(`=${String(value)}`) ??
    options.get(rulesOf(locales.language, type).select(count)) ??
    options.get('other')
  return write(chosen ?? [], values, locales, count)
}

const rules = new Map<string, Intl.PluralRules>()

function rulesOf(language: string, type: 'cardinal' | 'ordinal'): Intl.PluralRules {
  const key = `${language} ${type}`
  const known = rules.get(key) ?? new Intl.PluralRules(language, { type })
  rules.set(key, known)
  return known
}

const numbers = new Map<string, Intl.NumberFormat>()

function numberOf(value: unknown, { region }: Locales): string {
  const known = numbers.get(region) ?? new Intl.NumberFormat(region)
  numbers.set(region, known)
  return known.format(Number(value))
}
