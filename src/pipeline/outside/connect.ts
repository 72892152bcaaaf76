/** Makes the services that are configured. */
import { type CatalogueSettings, catalogueOf } from './catalogue.ts'
import { rulebookFinder } from './find-rulebooks.ts'
import { interpreterOf } from './interpretation.ts'
import type { ModelSettings } from './model.ts'
import { onSitesOf } from './publishers.ts'
import { type FetchSettings, politeSite, rulebookReader } from './rulebooks.ts'
import { type SearchSettings, searchOf } from './search.ts'
import type { Services } from './services.ts'

/** The settings of each service that is configured. */
export interface OutsideSettings {
  catalogue?: CatalogueSettings
  /** Absent: nothing is fetched, not even a rule source that a reviewer names. */
  rulebooks?: FetchSettings & {
    /** Domains of publishers, such as `publisher.example`, or origins. */
    publishers?: readonly string[]
    search?: SearchSettings
  }
  model?: ModelSettings
}

/** A service without settings is absent, and nothing calls it. */
export function servicesOf({ catalogue, rulebooks, model }: OutsideSettings): Services {
  return {
    ...(catalogue ? { catalogue: catalogueOf(catalogue) } : {}),
    ...(rulebooks ? { rulebooks: rulebooksOf(rulebooks) } : {}),
    ...(model ? { interpreter: interpreterOf(model) } : {}),
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
