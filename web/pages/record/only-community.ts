/** The community of a new match, if it can be only one. */
import type { Ref } from '../../drafts/sheet.ts'

interface LastPlayed {
  lastPlayedAt: string
  community?: Ref | undefined
}

/**
 * The community of the last match, or the person's only community. Undefined if the last match was played outside that
 * community after it began, because the new match may be meant for others.
 */
export function onlyCommunity(communities: readonly Ref[], last: LastPlayed | undefined): Ref | undefined {
  if (last?.community) return last.community
  const [only, ...others] = communities
  if (!only || others.length > 0) return undefined
  return last && Date.parse(last.lastPlayedAt) > begunAt(only.id) ? undefined : only
}

/** The first 48 bits of an id are the time when it was made. */
const begunAt = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16)
