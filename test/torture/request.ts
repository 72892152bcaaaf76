/** A request that a client chose, and the resource that its path is about. */

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

export interface Request {
  method: Method
  path: string
  body?: unknown
  ifMatch?: string
  /** The instance to ask; any instance if undefined. */
  instance?: number
  /** The `Scorebook-Position` that the answer must show. */
  position?: string
}

/** The tables of what clients make. */
export type Kind = 'ghost_players' | 'matches' | 'match_edits' | 'claim_requests' | 'claim_edges'

export interface Subject {
  kind: Kind | 'texts'
  /** Undefined for a collection and its count. The texts of an application have the id of the application. */
  id: string | undefined
  /** The match of an edit. */
  of: string | undefined
}

export function subjectOf(path: string): Subject | undefined {
  const [, collection = '', id, part, partId] = (path.split('?')[0] ?? '').split('/')
  if (collection === 'matches' && part === 'edits') return { kind: 'match_edits', id: partId, of: id }
  if (collection === 'applications' && (part === 'keys' || part === 'messages'))
    return { kind: 'texts', id, of: undefined }
  const kind = kinds[collection]
  return kind && { kind, id: id === 'count' ? undefined : id, of: undefined }
}

/** The ETag of what clients make is the number of its version. */
export const versionOf = (etag: string | undefined): number => Number(etag?.replaceAll('"', ''))

const kinds: Record<string, Kind> = {
  'ghost-players': 'ghost_players',
  matches: 'matches',
  'claim-requests': 'claim_requests',
  'claim-edges': 'claim_edges',
}
