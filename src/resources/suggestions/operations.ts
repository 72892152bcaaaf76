/** The operation that suggests what to record. */
import { read } from '../../http/operation/define.ts'
import { optionalParameters } from '../../http/operation/optional-parameters.ts'
import { result } from '../../http/operation/responds.ts'
import { uuid } from '../../http/schema/schema.ts'
import { MATCHES, Suggestions } from './schema.ts'
import { suggestions } from './store.ts'

export const getSuggestions = read({
  id: 'getSuggestions',
  route: 'GET /users/me/suggestions',
  summary: 'What the caller is likely to record next: games, people, playsets, expansions and communities',
  description: `Made from the ${MATCHES} matches that the caller recorded and that were played last, drafts included, and with \`gameId\` from the last ${MATCHES} of that game besides. What can't be chosen any more is left out. The answer has at most 10,000 bytes, so an app can keep it for offline use: where names are very long, it has fewer items.`,
  scope: 'svc-engine:suggestion-read',
  query: optionalParameters({
    gameId: { schema: uuid(), description: 'The game that is about to be recorded.' },
  }),
  responds: result(Suggestions),
  show: ({ caller, query }) => suggestions(caller, query.gameId),
})
