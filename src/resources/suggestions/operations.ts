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
  summary:
    'What the caller is likely to choose for the next match: games, people, playsets, expansions, communities',
  description: `Suggestions come from the ${MATCHES} most recently played matches that the caller recorded, including drafts. With \`gameId\`, they also come from the ${MATCHES} most recent matches of that game. They leave out everything that can no longer be chosen. An app can store the answer for offline use: with names of usual length it has at most some 14 kB.`,
  scope: 'svc-engine:suggestion-read',
  query: optionalParameters({
    gameId: { schema: uuid(), description: 'The game of the match that the caller is about to record.' },
  }),
  responds: result(Suggestions),
  show: ({ caller, query }) => suggestions(caller, query.gameId),
})
