/** List, read, create, change and delete playsets. */
import type { UserCaller } from '../../http/caller.ts'
import { change, count, list, read, version } from '../../http/operation/define.ts'
import { created, noContent, ok } from '../../http/operation/responds.ts'
import { merge } from '../../http/operation/merge.ts'
import { mustHaveExpansionsOfGame, mustReferToGame } from './rules.ts'
import { CreatePlayset, Playset, UpdatePlayset } from './schema.ts'
import * as store from './store.ts'
import { events, wasChanged, wasDeleted, wasMade } from '../events/write.ts'

const owner = {
  may: ({ userId }: UserCaller, { ownerId }: store.LockedPlayset) => userId === ownerId,
  refusal: 'Only the owner of a playset may change or delete it.',
}

export const listPlaysets = list({
  id: 'listPlaysets',
  route: 'GET /playsets',
  summary: 'The playsets that the caller may see',
  scope: 'svc-engine:playset-read',
  item: Playset,
  of: store.playsets,
})

export const countPlaysets = count({
  id: 'countPlaysets',
  route: 'GET /playsets/count',
  summary: 'How many playsets the caller may see',
  scope: 'svc-engine:playset-read',
  of: store.playsets,
})

export const createPlayset = change({
  id: 'createPlayset',
  route: 'POST /playsets',
  summary: 'Create a playset',
  scope: 'svc-engine:playset-create',
  body: CreatePlayset,
  references: ({ body }) => store.references(body.gameId, body.expansions ?? []),
  responds: created(Playset),
  changes: ({ shown }) => events(wasMade('playset', shown?.id)),
  run({ db, caller, body, references }) {
    mustReferToGame(references, body.gameId)
    mustHaveExpansionsOfGame(references, body.expansions ?? [], body.gameId)
    return store.insert(db, caller, body)
  },
})

export const getPlayset = read({
  id: 'getPlayset',
  route: 'GET /playsets/{playsetId}',
  summary: 'A playset',
  scope: 'svc-engine:playset-read',
  responds: ok(Playset),
  show: ({ caller, params }) => store.show(params.playsetId, caller),
})

export const updatePlayset = change({
  id: 'updatePlayset',
  route: 'PATCH /playsets/{playsetId}',
  summary: 'Change a playset',
  scope: 'svc-engine:playset-update',
  body: UpdatePlayset,
  target: ({ params }) => store.lock(params.playsetId),
  allow: owner,
  ifMatch: version,
  references: ({ body }) => body.expansions && store.references(undefined, body.expansions),
  responds: ok(Playset),
  changes: ({ target }) => events(wasChanged('playset', target.id)),
  run({ db, caller, body, target, references }) {
    const { expansions, ...fields } = body
    if (expansions) mustHaveExpansionsOfGame(references, expansions, target.gameId)
    return store.update(db, caller, merge(target, fields), expansions)
  },
})

export const deletePlayset = change({
  id: 'deletePlayset',
  route: 'DELETE /playsets/{playsetId}',
  summary: 'Delete a playset; matches that use it keep showing it',
  scope: 'svc-engine:playset-delete',
  target: ({ params }) => store.lock(params.playsetId),
  allow: owner,
  ifMatch: version,
  responds: noContent,
  changes: ({ target }) => events(wasDeleted('playset', target.id)),
  async run({ db, target }) {
    await Promise.all(store.softDelete(target.id).map((change) => db.many(change)))
  },
})
