/** Reads the rows that clients have made, directly from the database. */
import type { Replica } from '../replicas.ts'
import type { Row } from './checker.ts'

export const rowsIn = (replica: Pick<Replica, 'query'>): Promise<Row[]> =>
  replica.query<Row & Record<string, unknown>>(
    `
    select 'ghost_players' as kind, id, version, deleted_at is not null as gone from ghost_players
    union all select 'matches', id, version, deleted_at is not null from matches
    union all select 'match_edits', id, version, false from match_edits
    union all select 'claim_requests', id, version, status = 'CANCELLED' from claim_requests
    union all select 'claim_edges', id, version, revoked_at is not null from claim_edges`,
    'scorebook',
  )
