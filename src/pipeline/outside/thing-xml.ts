/** Reads things from the catalogue's XML, which is not trusted. */
import { XMLParser } from 'fast-xml-parser'
import { folded, isBlank } from '../../http/schema/text.ts'
import { cut, decoded, oneLine, paragraphs } from './escaped-text.ts'
import { Down, Failed } from './failures.ts'
import type { Thing } from './services.ts'

/** Throws `Down` if the document is not an answer, or has a DOCTYPE. Throws `Failed` if the catalogue reports only failures. */
export function thingsIn(xml: Uint8Array): Thing[] {
  const items = itemsIn(xml)
  const things = items.map(thingOf).filter((thing) => thing !== undefined)
  const failure = items.map(errorOf).find((error) => error !== undefined && error !== 'Invalid Item')
  if (things.length === 0 && failure !== undefined)
    throw new Failed(`The catalogue reports an error of its own: ${cut(failure, 100)}`)
  return things
}

/** Elements that are skipped, because a thing can have megabytes of them. */
const UNREAD = [
  'videos',
  'comments',
  'marketplacelistings',
  'versions',
  'poll',
  'poll-summary',
  'ratingcomments',
]

const LISTS = new Set(['item', 'name', 'link', 'rank'])

/** The parser must not decode entities. We decode them twice: for the XML, and for the HTML inside it. */
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#',
  processEntities: false,
  htmlEntities: false,
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: 30,
  stopNodes: UNREAD.map((tag) => `*.${tag}`),
  isArray: (tag, _path, _isLeaf, isAttribute) => !isAttribute && LISTS.has(tag),
})

type Node = Record<string, unknown>

function itemsIn(bytes: Uint8Array): Node[] {
  const xml = Buffer.from(bytes).toString('utf8')
  if (/<!(doctype|entity)/i.test(xml)) throw new Down('The answer of the catalogue has a DOCTYPE.')
  let document: unknown
  try {
    document = parser.parse(xml, true)
  } catch (cause) {
    throw new Down('The catalogue did not answer with XML.', { cause })
  }
  if (!isNode(document) || !('items' in document)) throw new Down('The catalogue did not answer with things.')
  return isNode(document['items']) ? nodes(document['items'], 'item') : []
}

function errorOf(item: Node): string | undefined {
  if (!('error' in item)) return undefined
  return decoded(textIn(node(item, 'error'), '@message') ?? textIn(item, 'error') ?? '').trim()
}

function thingOf(item: Node): Thing | undefined {
  const catalogId = textIn(item, '@id') ?? ''
  const type = textIn(item, '@type') ?? ''
  const names = nodes(item, 'name')
  const primary = names.find((name) => name['@type'] === 'primary') ?? names[0]
  const displayName = cut(oneLine(decoded((primary && textIn(primary, '@value')) ?? '')), 255)
  if (!/^[1-9]\d{0,18}$/.test(catalogId) || type === '' || isBlank(displayName)) return undefined
  const links = nodes(item, 'link')
  return {
    catalogId,
    type,
    displayName,
    ...present({
      description: cut(paragraphs(decoded(textIn(item, 'description') ?? '')), 10_000) || undefined,
      minPlayers: positive(valueIn(item, 'minplayers')),
      maxPlayers: positive(valueIn(item, 'maxplayers')),
      playingTime: positive(valueIn(item, 'playingtime')),
      minAge: positive(valueIn(item, 'minage')),
      yearPublished: integer(valueIn(item, 'yearpublished')) || undefined,
      imageUrl: imageIn(item),
      rank: rankIn(item),
    }),
    tags: tagsIn(links),
    baseCatalogIds: basesIn(links, catalogId),
  }
}

function tagsIn(links: Node[]): string[] {
  const named = (type: string) =>
    links
      .filter((link) => link['@type'] === type)
      .map((link) => cut(oneLine(decoded(textIn(link, '@value') ?? '')), 100))
  const tags = [...named('boardgamecategory'), ...named('boardgamemechanic')].filter((tag) => tag !== '')
  // A game takes 20 tags of 100 characters. No two tags may differ only in capitals.
  const seen = new Set<string>()
  const isNew = (tag: string) => !seen.has(folded(tag)) && seen.add(folded(tag))
  return tags.filter(isNew).slice(0, 20)
}

/** The games to which an expansion belongs are in its inbound links. The other links name expansions of itself. */
function basesIn(links: Node[], catalogId: string): string[] {
  const ids = links
    .filter((link) => link['@type'] === 'boardgameexpansion' && link['@inbound'] === 'true')
    .map((link) => textIn(link, '@id') ?? '')
    .filter((id) => /^[1-9]\d{0,18}$/.test(id) && id !== catalogId)
  return [...new Set(ids)]
}

/** The rank among all board games. Each of the other rankings is for one family of games. */
function rankIn(item: Node): number | undefined {
  const ranks = nodes(node(node(node(item, 'statistics'), 'ratings'), 'ranks'), 'rank')
  const rank = ranks.find((rank) => rank['@type'] === 'subtype' && rank['@name'] === 'boardgame')
  return positive(rank && textIn(rank, '@value'))
}

function imageIn(item: Node): string | undefined {
  const text = decoded(textIn(item, 'image') ?? textIn(item, 'thumbnail') ?? '').trim()
  const url = URL.parse(text.startsWith('//') ? `https:${text}` : text)
  return url && /^https?:$/.test(url.protocol) && url.href.length <= 500 ? url.href : undefined
}

function integer(text: string | undefined): number | undefined {
  const value = text !== undefined && /^-?\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  return Math.abs(value) <= 2_147_483_647 ? value : undefined
}

/** Undefined for zero, which the catalogue writes if it does not know the number. */
function positive(text: string | undefined): number | undefined {
  const value = integer(text)
  return value !== undefined && value > 0 ? value : undefined
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function node(parent: Node, name: string): Node {
  const child = parent[name]
  return isNode(child) ? child : {}
}

function nodes(parent: Node, name: string): Node[] {
  const children = parent[name]
  return Array.isArray(children) ? children.filter(isNode) : []
}

function textIn(parent: Node, name: string): string | undefined {
  const child = parent[name]
  if (typeof child === 'string') return child
  return isNode(child) && typeof child['#'] === 'string' ? child['#'] : undefined
}

function valueIn(parent: Node, name: string): string | undefined {
  return textIn(node(parent, name), '@value')
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

function present<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>
}
