/** A server with the catalogue's XML API2 and its rules: at most 20 ids, a token, a queue, and too many calls. */
import { type Asked, answer, serving } from './serving.ts'

export const TOKEN = 'catalogue-token-of-a-test'

/** An unusual answer. With `silent`, the body never ends. */
interface Instead {
  status: number
  headers?: Record<string, string>
  body?: string | Uint8Array
  silent?: boolean
}

export interface CatalogueServer {
  baseUrl: string
  /** The ids in each call that was answered. */
  calls: string[][]
  /** The next answers, given in place of things. Each is given once. */
  instead: Instead[]
  /** The XML of each item, by its id. If `whole` is set, it is the body of each answer. */
  items: Map<string, string>
  whole?: string | Uint8Array
}

export async function catalogueServer(items: Record<string, string> = {}): Promise<CatalogueServer> {
  const server: Omit<CatalogueServer, 'baseUrl'> = {
    calls: [],
    instead: [],
    items: new Map(Object.entries(items)),
  }
  const { baseUrl } = await serving((asked, response) => {
    const { status, headers, body, silent }: Instead = answered(asked, server)
    const all = { 'content-type': 'text/xml; charset=utf-8', ...headers }
    if (silent) response.writeHead(status, all).write('<?xml')
    else answer(response, status, all, body)
  })
  return Object.assign(server, { baseUrl })
}

/** Answers a request. The checks have the same order as in the real catalogue. */
function answered({ method, url, headers }: Asked, server: Omit<CatalogueServer, 'baseUrl'>) {
  if (method !== 'GET' || url.pathname !== '/xmlapi2/thing') return { status: 404, body: 'Not found' }
  if (headers.authorization !== `Bearer ${TOKEN}`) return { status: 401, body: 'Unauthorized' }
  const ids = (url.searchParams.get('id') ?? '').split(',')
  if (url.searchParams.get('stats') !== '1' || !ids.every((id) => /^\d+$/.test(id)))
    return { status: 400, body: 'Bad request' }
  if (ids.length > 20)
    return { status: 400, headers: { 'content-type': 'text/plain' }, body: 'Cannot load more than 20 items' }
  const instead = server.instead.shift()
  if (instead) return instead
  server.calls.push(ids)
  const found = ids.toReversed().map((id) => server.items.get(id) ?? '')
  return { status: 200, body: server.whole ?? itemsOf(...found) }
}

export const itemsOf = (...items: string[]) =>
  `<?xml version="1.0" encoding="utf-8"?>\n<items termsofuse="https://terms.example.org">${items.join('\n')}</items>`

const xml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll('\n', '&#10;')

/** Makes an item as the catalogue writes it. Values that are XML already are inserted unchanged. */
export function itemOf(
  id: string,
  given: {
    type?: string
    name?: string
    names?: string[]
    description?: string
    image?: string
    year?: string
    minPlayers?: string
    maxPlayers?: string
    playingTime?: string
    minAge?: string
    rank?: string
    links?: { type: string; id: string; value: string; inbound?: boolean }[]
    more?: string
  } = {},
): string {
  const { type = 'boardgame', name = `Thing ${id}`, names = [], links = [] } = given
  const value = (tag: string, text: string | undefined) =>
    text === undefined ? '' : `<${tag} value="${text}"/>`
  return `<item type="${type}" id="${id}">
    ${given.image === undefined ? '' : `<thumbnail>${given.image}</thumbnail><image>${given.image}</image>`}
    ${names.map((other) => `<name type="alternate" sortindex="1" value="${xml(other)}"/>`).join('\n')}
    <name type="primary" sortindex="1" value="${xml(name)}"/>
    <description>${xml(given.description ?? '')}</description>
    ${value('yearpublished', given.year)} ${value('minplayers', given.minPlayers)}
    ${value('maxplayers', given.maxPlayers)} ${value('playingtime', given.playingTime)} ${value('minage', given.minAge)}
    ${links
      .map(
        (link) =>
          `<link type="${link.type}" id="${link.id}" value="${xml(link.value)}"${link.inbound ? ' inbound="true"' : ''}/>`,
      )
      .join('\n')}
    <statistics page="1"><ratings><ranks>
      <rank type="subtype" id="1" name="boardgame" friendlyname="Board Game Rank" value="${given.rank ?? 'Not Ranked'}" bayesaverage="7"/>
      <rank type="family" id="5497" name="strategygames" friendlyname="Strategy Game Rank" value="3" bayesaverage="7"/>
    </ranks></ratings></statistics>
    ${given.more ?? ''}
  </item>`
}
