/** Operations on the caller's own answers to the question: are these two players one person, or two? */
import { anybody, change, count, list, noEvents, read } from '../../http/operation/define.ts'
import { created, noContent, ok } from '../../http/operation/responds.ts'
import { mustBeFree, mustBeAskable } from './rules.ts'
import { CreateSamePerson, MOST_ANSWERS, MOST_AS_ONE, SamePerson } from './schema.ts'
import * as store from './store.ts'

export const listSamePeople = list({
  id: 'listSamePeople',
  route: 'GET /users/me/same-people',
  summary: 'What the caller has said about pairs of players: whether they are one person or two',
  scope: 'svc-engine:same-person-read',
  item: SamePerson,
  of: store.samePeople,
})

export const countSamePeople = count({
  id: 'countSamePeople',
  route: 'GET /users/me/same-people/count',
  summary: 'How many answers the caller has given about pairs of players',
  scope: 'svc-engine:same-person-read',
  of: store.samePeople,
})

export const getSamePerson = read({
  id: 'getSamePerson',
  route: 'GET /users/me/same-people/{samePersonId}',
  noun: 'answer',
  summary: 'What the caller has said about two players',
  scope: 'svc-engine:same-person-read',
  responds: ok(SamePerson),
  show: ({ caller, params }) => store.show(params.samePersonId, caller),
})

export const createSamePerson = change({
  id: 'createSamePerson',
  route: 'POST /users/me/same-people',
  summary: 'Say, for the caller alone, that two players are one person, or two',
  description: `If they are one person, the caller’s opponents, head-to-heads, statistics and recap count them as one, and say so with \`countedAsOne\`. Nothing changes for other people, nor in leaderboards and ratings. At most ${MOST_AS_ONE} players can count as one, and only one of them can be a canonical player. If the caller sees a match in which both sat, they are two people (409). If one person has claimed both, they are one already: the answer is kept, and counts if a claim ends. A user can give at most ${MOST_ANSWERS} such answers.`,
  scope: 'svc-engine:same-person-create',
  body: CreateSamePerson,
  references: ({ caller, body }) => store.references(caller, body),
  responds: created(SamePerson),
  changes: noEvents,
  async run({ db, caller, body, references }) {
    mustBeAskable(references, body)
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
