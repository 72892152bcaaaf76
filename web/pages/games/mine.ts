/** The reader's finished matches of a game. */
import { session } from '../../api/session.ts'
import { exactly } from '../../parts/fields/filter.ts'
import type { List } from '../../parts/matches/list.ts'

export function mineOf(gameId: string): List {
  const me = session.value
  const params = { canonicalPlayerId: me.state === 'in' ? me.canonicalPlayerId : '' }
  return { id: 'listHistory', params, filter: `gameId==${exactly(gameId)};finalizedAt=null=false` }
}
