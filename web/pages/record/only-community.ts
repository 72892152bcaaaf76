/** The community of a new match, if only one is possible. */
import type { Ref } from '../../drafts/sheet.ts'

interface LastPlayed {
  lastPlayedAt: string
  community?: Ref | undefined
}

/**
 * The community of the last match, or else the person's only community. Undefined if the last match had no community although the
 * person's only one existed already: then the new match may be meant for other people.
 */
export function onlyCommunity(communities: readonly Ref[], last: LastPlayed | undefined): Ref | undefined {
  if (last?.community) return last.community
  const [only, ...others] = communities
  if (!only || others.length > 0) return undefined
  return last && Date.parse(last.lastPlayedAt) > begunAt(only.id) ? undefined : only
}

/** When the resource was made: the first 48 bits of its id are the time. */
const begunAt = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16)
