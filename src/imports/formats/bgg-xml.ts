/** Takes the plays out of BoardGameGeek's XML while it arrives: one page, or several pages one after the other. */
import { Parser } from 'htmlparser2'
import { LONGEST_TEXT, MOST_ATTRIBUTES, MOST_PARTICIPANTS, MOST_PLAYS } from './limits.ts'
import { UnreadableFile, placeOf, shown } from './unreadable.ts'

export type Attributes = ReadonlyMap<string, string>

export interface BggPlay {
  play: Attributes
  item: Attributes
  subtypes: string[]
  comments: string
  players: Attributes[]
  /** The number of players in the file, including those beyond the limit. */
  playerCount: number
}

export interface BggPages {
  /** The attributes of each `plays`. */
  pages: Attributes[]
  plays: BggPlay[]
}

export function bggPagesIn(text: string): BggPages {
  const reader = new Reader(text)
  const parser = new Parser(reader, { xmlMode: true, decodeEntities: true })
  reader.begin(parser)
  parser.end(text)
  if (reader.found.pages.length > 0) return reader.found
  if (reader.message !== '')
    throw new UnreadableFile(
      `The file is an answer of BoardGameGeek without plays: "${shown(reader.message)}"; ask for the plays again, and pick the new file.`,
    )
  throw new UnreadableFile(
    'The file is XML without a list of plays; pick the answer of BoardGameGeek that begins with "<plays".',
  )
}

/** How many levels of elements we accept. Pages have five: plays, play, item, subtypes, subtype. */
const MOST_ELEMENTS_DEEP = 20

class Reader {
  readonly found: BggPages = { pages: [], plays: [] }
  /** The message that the site sends in place of plays. */
  message = ''
  readonly #text: string
  readonly #open: string[] = []
  #attributes = new Map<string, string>()
  #play: BggPlay | undefined
  #hasJustOpened = false
  #place: { startIndex: number; endIndex: number } = { startIndex: 0, endIndex: 0 }

  constructor(text: string) {
    this.#text = text
  }

  begin(place: { startIndex: number; endIndex: number }): void {
    this.#place = place
  }

  onprocessinginstruction(name: string): void {
    if (!name.startsWith('!')) return
    throw new UnreadableFile(
      /<html/i.test(this.#text.slice(0, 10_000))
        ? 'The file is a web page, not XML; pick the answer of BoardGameGeek that begins with "<plays".'
        : `The file declares a document type at ${this.#line()}, which no export of plays does; pick the answer of BoardGameGeek that begins with "<plays".`,
    )
  }

  onattribute(name: string, value: string): void {
    if (this.#attributes.size >= MOST_ATTRIBUTES)
      throw new UnreadableFile(
        `An element has more than ${MOST_ATTRIBUTES} attributes at ${this.#line()}, which no export of plays has; pick another file.`,
      )
    this.#attributes.set(name, value)
  }

  onopentag(name: string): void {
    const attributes = this.#attributes
    this.#attributes = new Map()
    if (this.#open.length >= MOST_ELEMENTS_DEEP)
      throw new UnreadableFile(
        `The file is nested more than ${MOST_ELEMENTS_DEEP} levels deep at ${this.#line()}, which no export of plays is; pick another file.`,
      )
    const parent = this.#open.at(-1)
    this.#open.push(name)
    this.#hasJustOpened = true
    if (name === 'plays') this.found.pages.push(attributes)
    else if (name === 'play' && parent === 'plays') this.#begin(attributes)
    else this.#add(name, attributes)
  }

  onclosetag(name: string, isImplied: boolean): void {
    if (isImplied && !this.#closesItself())
      throw new UnreadableFile(
        `The file ends or goes wrong before the element "${shown(name)}" is closed, at ${this.#line()}; ask for the plays again, and pick the whole file.`,
      )
    this.#hasJustOpened = false
    this.#open.pop()
    if (name === 'play') this.#play = undefined
  }

  ontext(text: string): void {
    this.#hasJustOpened = false
    const inside = this.#open.at(-1)
    if (inside === 'comments' && this.#play && this.#play.comments.length <= LONGEST_TEXT)
      this.#play.comments += text
    else if ((inside === 'message' || inside === 'error') && this.message.length < LONGEST_TEXT)
      this.message += text
  }

  #begin(play: Attributes): void {
    if (this.found.plays.length >= MOST_PLAYS)
      throw new UnreadableFile(
        `The file has more than ${MOST_PLAYS.toLocaleString('en')} plays, which is more than an import takes; pick fewer pages at once.`,
      )
    this.#play = { play, item: new Map(), subtypes: [], comments: '', players: [], playerCount: 0 }
    this.found.plays.push(this.#play)
  }

  #add(name: string, attributes: Attributes): void {
    if (name === 'error') this.message ||= attributes.get('message') ?? ''
    if (!this.#play) return
    if (name === 'item') this.#play.item = attributes
    else if (name === 'subtype' && this.#play.subtypes.length < MOST_ATTRIBUTES)
      this.#play.subtypes.push(attributes.get('value') ?? '')
    else if (name === 'player' && ++this.#play.playerCount <= MOST_PARTICIPANTS)
      this.#play.players.push(attributes)
  }

  /** For the parser, `<player />` ends in the same way as an element that is never closed. */
  #closesItself(): boolean {
    return this.#hasJustOpened && this.#text.startsWith('/>', this.#place.endIndex - 1)
  }

  #line(): string {
    return placeOf(this.#text, this.#place.startIndex)
  }
}
