/** List and count the results of a canonical player. */
import { count, list } from '../../http/operation/define.ts'
import { Result } from './schema.ts'
import * as store from './store.ts'

export const listResults = list({
  id: 'listResults',
  route: 'GET /canonical-players/{canonicalPlayerId}/results',
  summary: 'How the canonical player finished in each match of their history',
  description:
    'One result for each final match whose details the caller may see. The caller must be allowed to see the history. `docs/numbers.md` says what a result means.',
  scope: 'svc-engine:statistics-read',
  item: Result,
  of: store.resultsOfPerson,
})

export const countResults = count({
  id: 'countResults',
  route: 'GET /canonical-players/{canonicalPlayerId}/results/count',
  summary: 'How many results of the canonical player the caller may see',
  scope: 'svc-engine:statistics-read',
  of: store.resultsOfPerson,
})
