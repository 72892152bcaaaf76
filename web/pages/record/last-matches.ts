/** The latest matches in a game that the reader has recorded. */
import type { Body } from '../../api/call.ts'
import { kept } from '../../api/cache.ts'
import { session } from '../../api/session.ts'
import type { GameFacts } from '../../drafts/sheet.ts'
import { allOf, exactly } from '../../parts/fields/filter.ts'

/** Enough to find the last match of the same people. */
const READ = 10

/** It reads signals, so call it while rendering. */
export function lastMatchesOf(game: GameFacts): Body<'listMatches'>['items'] {
  const person = session.value
  const filter = allOf(
    `gameId==${exactly(game.id)}`,
    person.state === 'in' && `recorderId==${exactly(person.user.id)}`,
    'finalizedAt=null=false',
  )
  const query = { limit: READ, sort: 'playedAt:DESC', ...(filter !== undefined && { filter }) }
  return kept('listMatches', { query }).value.value?.items ?? []
}
