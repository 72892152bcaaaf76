/** Makes the services that are configured. */
import { type CatalogueSettings, catalogueOf } from './catalogue.ts'
import { rulebookFinder } from './find-rulebooks.ts'
import { interpreterOf } from './interpretation.ts'
import type { ModelSettings } from './model.ts'
import { onSitesOf } from './publishers.ts'
import { type FetchSettings, politeSite, rulebookReader } from './rulebooks.ts'
import { type SearchSettings, searchOf } from './search.ts'
import type { FetchImage, Services } from './services.ts'

export interface OutsideSettings {
  catalogue?: CatalogueSettings
  /** Without these settings nothing is fetched, not even a rule source that a reviewer added. */
  rulebooks?: FetchSettings & {
    /** The domains of publishers, such as `publisher.example`, or their origins. */
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

const IMAGE = { mostBytes: 8 * 1024 * 1024, timeout: 20_000 }

/** A service that has nothing to do with the outside does not fetch images either. */
function imagesOf({ userAgent, loopbackPorts }: FetchSettings = {}): FetchImage {
  const site = politeSite({
    ...IMAGE,
    ...(userAgent && { userAgent }),
    ...(loopbackPorts && { loopbackPorts }),
  })
  return async (url, signal) => {
    const { bytes } = await site.fetch(url, signal)
    const { squaresOf } = await import('./image.ts') // it takes memory, and many services have no images
    return squaresOf(bytes)
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
