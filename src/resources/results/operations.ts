/** Operations on results. */
import { count, list } from '../../http/operation/define.ts'
import { Result } from './schema.ts'
import * as store from './store.ts'

export const listResults = list({
  id: 'listResults',
  route: 'GET /canonical-players/{canonicalPlayerId}/results',
  summary: 'How the canonical player finished in each match of their history',
  description:
    'Of final matches whose details the caller may see, once each; who may see the history may ask. See `docs/numbers.md` for what a result means.',
  scope: 'svc-engine:statistics-read',
  item: Result,
  of: store.resultsOfPerson,
})

export const countResults = count({
  id: 'countResults',
  route: 'GET /canonical-players/{canonicalPlayerId}/results/count',
  summary: 'How many results the canonical player has for the caller',
  scope: 'svc-engine:statistics-read',
  of: store.resultsOfPerson,
})
