/** The external catalogue. It speaks the XML API2 of BoardGameGeek. One call asks for at most 20 things. */
import { after, call, refusalOf, retryAfter } from './call.ts'
import { Stopped, Unusable } from './failures.ts'
import type { Catalogue } from './services.ts'
import { thingsIn } from './thing-xml.ts'

export interface CatalogueSettings {
  /** The address, such as `https://boardgamegeek.com`, to which `/xmlapi2/thing` is added. */
  baseUrl: string
  token: string
  timeout?: number
}

const MOST_IDS = 20

const MOST_BYTES = 8 * 1024 * 1024

/** In milliseconds: how long the catalogue takes to prepare an answer. */
const QUEUE = 5_000

const SERVICE = 'the catalogue'

/** The catalogue is preparing its answer, and will give it when we ask again. */
export class Queued extends Stopped {
  override name = 'Queued'
}

/** Makes no pause between calls. The caller must do this, because all instances together must keep the pause. */
export function catalogueOf({ baseUrl, token, timeout = 30_000 }: CatalogueSettings): Catalogue {
  return async (ids, signal) => {
    if (ids.length === 0) return []
    if (ids.length > MOST_IDS || !ids.every((id) => /^\d{1,19}$/.test(id)))
      throw new RangeError(`The catalogue takes at most ${MOST_IDS} ids, which are positive numbers.`)
    const answer = await call({
      service: SERVICE,
      url: new URL(`${baseUrl.replace(/\/+$/, '')}/xmlapi2/thing?id=${ids.join(',')}&stats=1`),
      headers: { authorization: `Bearer ${token}`, accept: 'application/xml, text/xml' },
      mostBytes: MOST_BYTES,
      lengthDependsOnItem: true,
      timeout,
      signal,
    })
    const { status, headers, body } = answer
    if (status === 202)
      throw new Queued('The catalogue has queued the question.', retryAfter(headers) ?? after(QUEUE))
    if (status === 400) throw new Unusable('The catalogue refuses the question (400).')
    if (status === 500)
      throw new Stopped('The catalogue asks for fewer calls (500).', retryAfter(headers) ?? after(60_000))
    if (status !== 200) throw refusalOf(SERVICE, answer)
    return thingsIn(body).filter(({ catalogId }) => ids.includes(catalogId))
  }
}
