/** Operations on the disputes of all matches. The operations on a match raise and withdraw them. */
import { count, list } from '../../http/operation/define.ts'
import { Dispute } from './schema.ts'
import * as store from './store.ts'

export const listDisputes = list({
  id: 'listDisputes',
  route: 'GET /disputes',
  summary: 'The disputes that the caller may see',
  description:
    'The list has disputes of matches that the caller recorded or played in, and of matches whose recorder trusts the caller.',
  scope: 'svc-engine:match-read',
  item: Dispute,
  of: store.disputes,
})

export const countDisputes = count({
  id: 'countDisputes',
  route: 'GET /disputes/count',
  summary: 'How many disputes the caller may see',
  scope: 'svc-engine:match-read',
  of: store.disputes,
})
