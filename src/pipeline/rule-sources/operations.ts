/** What people can do with the rule sources of a candidate. */
import { anybody, change, count, list, read } from '../../http/operation/define.ts'
import { created, noContent, ok } from '../../http/operation/responds.ts'
import { conflict, invalid } from '../../http/problem.ts'
import { faultOfAddress } from '../outside/guarded.ts'
import { CreateRuleSource, RuleSource } from './schema.ts'
import * as store from './store.ts'
import { events, wasChanged, wasMade, wasRemoved } from '../../resources/events/write.ts'

export const listRuleSources = list({
  id: 'listRuleSources',
  route: 'GET /candidates/{candidateId}/rule-sources',
  summary: 'The rule sources of a candidate',
  scope: 'svc-engine:candidate-read',
  anyone: true,
  item: RuleSource,
  of: store.ruleSources,
})

export const countRuleSources = count({
  id: 'countRuleSources',
  route: 'GET /candidates/{candidateId}/rule-sources/count',
  summary: 'How many rule sources a candidate has',
  scope: 'svc-engine:candidate-read',
  anyone: true,
  of: store.ruleSources,
})

export const createRuleSource = change({
  id: 'createRuleSource',
  route: 'POST /candidates/{candidateId}/rule-sources',
  summary: 'Add a rule source to a candidate; the rules of the candidate are collected again',
  description:
    'The candidate must be PENDING; its stage does not matter. Values that the model has read from earlier rules stay until it has read the new ones. Values that a person has set always stay.',
  scope: 'svc-engine:candidate-update',
  anyone: true,
  body: CreateRuleSource,
  target: ({ params }) => store.lockCandidate(params.candidateId),
  allow: anybody,
  responds: created(RuleSource),
  changes: ({ target, shown }) =>
    events(wasMade('rule-source', shown?.id), wasChanged('candidate', target.id)),
  run({ db, caller, body, target }) {
    mustBePublic(body.url, target.loopbackPorts)
    mustBePending(target)
    return store.insert(db, caller, target.id, body.url)
  },
})

export const getRuleSource = read({
  id: 'getRuleSource',
  route: 'GET /candidates/{candidateId}/rule-sources/{sourceId}',
  summary: 'A rule source of a candidate',
  scope: 'svc-engine:candidate-read',
  anyone: true,
  responds: ok(RuleSource),
  show: ({ params }) => store.show(params.candidateId, params.sourceId),
})

export const deleteRuleSource = change({
  id: 'deleteRuleSource',
  route: 'DELETE /candidates/{candidateId}/rule-sources/{sourceId}',
  summary: 'Delete a rule source with its text',
  scope: 'svc-engine:candidate-update',
  anyone: true,
  target: ({ params }) => store.lock(params.candidateId, params.sourceId),
  allow: anybody,
  responds: noContent,
  changes: ({ params }) =>
    events(wasRemoved('rule-source', { id: params.sourceId, parentId: params.candidateId })),
  async run({ db, caller, target }) {
    if (target.status !== 'PENDING')
      throw conflict(`The candidate is ${target.status}; its rule sources cannot be deleted any more.`)
    await Promise.all(store.remove(caller, target).map((statement) => db.many(statement)))
  },
})

/**
 * Refuses a URL that clearly leads to a private address. If a name resolves to a private address, it is refused later, when we
 * fetch from it.
 */
function mustBePublic(url: string, loopbackPorts: readonly number[]): void {
  const parsed = URL.parse(url)
  if (!parsed || faultOfAddress(parsed, { loopbackPorts }) === undefined) return
  const message = `url must be a public address: rulebooks are not fetched from ${parsed.host}.`
  throw invalid([{ field: 'url', code: 'INVALID_VALUE', message, rejectedValue: url }])
}

function mustBePending({ status }: store.CandidateOfSource): void {
  if (status === 'PENDING') return
  throw conflict(`The candidate is ${status}; its rules are not collected any more.`)
}
