/** A request that a client chose, and the resource that its path is about. */

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

export interface Request {
  method: Method
  path: string
  body?: unknown
  ifMatch?: string
  /** The instance to ask. If undefined, any instance. */
  instance?: number
  /** The `Scorebook-Position` that the answer must show. */
  position?: string
}

/** The tables that clients write to. */
export type Kind = 'ghost_players' | 'matches' | 'match_edits' | 'claim_requests' | 'claim_edges'

export interface Subject {
  kind: Kind | 'texts'
  /** Undefined for a collection and its count. The texts of an application have the application's id. */
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

/** The ETag of everything that clients make is its version number. */
export const versionOf = (etag: string | undefined): number => Number(etag?.replaceAll('"', ''))

const kinds: Record<string, Kind> = {
  'ghost-players': 'ghost_players',
  matches: 'matches',
  'claim-requests': 'claim_requests',
  'claim-edges': 'claim_edges',
}
