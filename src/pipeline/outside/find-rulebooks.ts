/** Finds rulebooks: first on the sites of publishers, then with a search service. */
import { type FindOnSites, isOn } from './publishers.ts'
import type { Search } from './search.ts'
import type { FindRulebooks, FoundRulebook } from './services.ts'

const MOST_FOUND = 10

/** Addresses of publishers come first, then PDFs. If a site has failed, this counts only if nothing is found. */
export function rulebookFinder(
  publishers: readonly string[],
  onSites: FindOnSites,
  search: Search | undefined,
  mayFetch: (address: string) => boolean,
): FindRulebooks {
  return async ({ displayName, yearPublished }, signal) => {
    const { addresses, failure } = await onSites(displayName, signal)
    const own = addresses.map((url): FoundRulebook => ({ url }))
    const searched = search ? await search(queryFor(displayName, yearPublished), signal) : []
    const inOrder = searched.toSorted((a, b) => rankOf(a, publishers) - rankOf(b, publishers))
    const byUrl = new Map<string, FoundRulebook>()
    for (const found of [...own, ...inOrder])
      if (!byUrl.has(found.url) && found.url.length <= 2000 && mayFetch(found.url))
        byUrl.set(found.url, found)
    if (byUrl.size === 0 && failure) throw failure
    return [...byUrl.values()].slice(0, MOST_FOUND)
  }
}

function rankOf({ url }: FoundRulebook, publishers: readonly string[]): number {
  if (publishers.some((publisher) => isOn(publisher, url))) return 0
  return /\.pdf$/i.test(URL.parse(url)?.pathname ?? '') ? 1 : 2
}

function queryFor(displayName: string, yearPublished: number | undefined): string {
  const name = `"${displayName.replaceAll(/["\s]+/g, ' ').trim()}"`
  return [name, yearPublished, 'board game rulebook rules pdf'].filter((part) => part !== undefined).join(' ')
}
