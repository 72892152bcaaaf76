/** Operations on the caller's own answers to the question: are these two players one person, or two? */
import { anybody, change, count, list, noEvents } from '../../http/operation/define.ts'
import { noContent } from '../../http/operation/responds.ts'
import { mustBeFree, mustBeTwo } from './rules.ts'
import { CreateSamePerson, MOST_ANSWERS, MOST_AS_ONE, SamePerson } from './schema.ts'
import * as store from './store.ts'

export const listSamePeople = list({
  id: 'listSamePeople',
  route: 'GET /users/me/same-people',
  summary: 'What the caller has said about players: they are one person, or two',
  scope: 'svc-engine:same-person-read',
  item: SamePerson,
  of: store.samePeople,
})

export const countSamePeople = count({
  id: 'countSamePeople',
  route: 'GET /users/me/same-people/count',
  summary: 'How much the caller has said about players',
  scope: 'svc-engine:same-person-read',
  of: store.samePeople,
})

export const createSamePerson = change({
  id: 'createSamePerson',
  route: 'POST /users/me/same-people',
  summary: 'Say that two players are one person, or two, for oneself alone',
  description: `Opponents, head-to-heads, statistics and the recap then count them as one for the caller, and say so with \`countedAsOne\`. Nobody else gets other figures, and leaderboards and ratings stay. At most ${MOST_AS_ONE} players count as one, and one of them at most is a canonical player. Two that sat in one match that the caller sees are two people (409). A user says this about ${MOST_ANSWERS} pairs at most.`,
  scope: 'svc-engine:same-person-create',
  body: CreateSamePerson,
  references: ({ caller, body }) => store.references(caller, body),
  responds: { status: 201, schema: SamePerson, etag: false, location: false },
  changes: noEvents,
  async run({ db, caller, body, references }) {
    mustBeTwo(references, body)
    const { obstacles, shown } = await store.insert(db, caller, body, references)
    mustBeFree(obstacles, body.isSame)
    return shown
  },
})

export const deleteSamePerson = change({
  id: 'deleteSamePerson',
  route: 'DELETE /users/me/same-people/{samePersonId}',
  noun: 'answer',
  summary: 'Take back what the caller has said about two players',
  scope: 'svc-engine:same-person-delete',
  target: ({ caller, params }) => store.lock(params.samePersonId, caller),
  allow: anybody,
  responds: noContent,
  changes: noEvents,
  run: ({ db, target }) => db.many(store.remove(target.id)).then(() => undefined),
})
