/** Makes the outside services that are in the settings. */
import { type CatalogueSettings, catalogueOf } from './catalogue.ts'
import { MOST_BYTES } from '../../resources/game-images/schema.ts'
import { Unusable } from './failures.ts'
import { rulebookFinder } from './find-rulebooks.ts'
import { interpreterOf } from './interpretation.ts'
import type { ModelSettings } from './model.ts'
import { onSitesOf } from './publishers.ts'
import { type FetchSettings, politeSite, rulebookReader } from './rulebooks.ts'
import { type SearchSettings, searchOf } from './search.ts'
import type { FetchImage, Services } from './services.ts'

export interface OutsideSettings {
  catalogue?: CatalogueSettings
  /** Without these settings nothing is fetched, not even a rule source that a reviewer has added. */
  rulebooks?: FetchSettings & {
    /** Publishers, by their domain such as `publisher.example`, or by their origin. */
    publishers?: readonly string[]
    search?: SearchSettings
  }
  model?: ModelSettings
}

export function servicesOf({ catalogue, rulebooks, model }: OutsideSettings): Services {
  return {
    ...(catalogue ? { catalogue: catalogueOf(catalogue) } : {}),
    ...(rulebooks ? { rulebooks: rulebooksOf(rulebooks) } : {}),
    ...(model ? { interpreter: interpreterOf(model) } : {}),
    ...(catalogue || rulebooks ? { images: imagesOf(rulebooks) } : {}),
  }
}

const IMAGE = { mostBytes: MOST_BYTES, timeout: 20_000 }
/** The party of all fetched images together. */
const FETCHED = 'fetched'

/** If a service has no contact with the outside, it does not fetch images either. */
function imagesOf({ userAgent, loopbackPorts }: FetchSettings = {}): FetchImage {
  const site = politeSite({
    ...IMAGE,
    ...(userAgent && { userAgent }),
    ...(loopbackPorts && { loopbackPorts }),
  })
  return async (url, signal) => {
    const { bytes } = await site.fetch(url, signal)
    const { UnreadableImage, squaresOf } = await import('../../resources/game-images/squares.ts') // it takes memory
    try {
      return await squaresOf(bytes, FETCHED)
    } catch (error) {
      if (error instanceof UnreadableImage) throw new Unusable(error.message, { cause: error })
      throw error
    }
  }
}

function rulebooksOf({ publishers = [], search, ...fetching }: NonNullable<OutsideSettings['rulebooks']>) {
  const site = politeSite(fetching)
  return {
    loopbackPorts: fetching.loopbackPorts ?? [],
    find: rulebookFinder(publishers, onSitesOf(publishers, site), search && searchOf(search), site.mayFetch),
    read: rulebookReader(site, fetching.reading),
  }
}
