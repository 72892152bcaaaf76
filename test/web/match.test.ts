/** The pure parts of a match's page: what its reader may do, and what happened to it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actionsFor, withoutResult } from '../../web/pages/matches/may.ts'
import { playAgainAt } from '../../web/parts/matches/play-again.ts'
import { timelineOf } from '../../web/pages/matches/happened.ts'

const ref = (id: string, displayName = id) => ({ id, displayName })
const at = (minute: number) => new Date(Date.UTC(2026, 0, 15, 19, minute)).toISOString()

const seat = (id: string, more: object = {}) => ({
  id: `seat-${id}`,
  ghostPlayer: ref(id),
  createdAt: at(0),
  updatedAt: at(0),
  ...more,
})

const match = (more: object = {}) => ({
  id: 'm',
  game: ref('game'),
  recorder: ref('alma'),
  status: 'FINALIZED' as const,
  playedAt: at(0),
  editRequestsEnabled: true,
  finalizedAt: at(2),
  createdAt: at(1),
  updatedAt: at(1),
  participants: [seat('a', { score: 40 }), seat('b', { score: 20 }), seat('c')],
  ...more,
})
const draft = (more: object = {}) => ({ ...match(more), status: 'DRAFT' as const, finalizedAt: undefined })

const reader = (userId: string, ...without: string[]) => ({
  userId,
  canonicalPlayerId: `player-${userId}`,
  may: (scope: string) => !without.includes(scope),
})
const all = { edit: true, claims: ['seat-a', 'seat-c'] }
const none = { edit: false, claims: [] }
const people = [{ matchParticipantId: 'seat-b', canonicalPlayer: ref('player-bruno') }]

test('the recorder goes on with a draft, finishes or deletes it; of a finished match they change the time', () => {
  const of = (body: Parameters<typeof actionsFor>[0], who = reader('alma')) => {
    const { goOn, finish, remove, editDetails, playAgain } = actionsFor(body, people, all, who)
    return { goOn, finish, remove, editDetails, playAgain }
  }
  const everything = { goOn: true, finish: true, remove: true, editDetails: true, playAgain: true }
  assert.deepEqual(of(draft() as never), everything)
  assert.deepEqual(of(match()), { ...everything, goOn: false, finish: false, remove: false })
  const nothing = { goOn: false, finish: false, remove: false, editDetails: false, playAgain: false }
  assert.deepEqual(of(draft() as never, reader('bruno')), nothing)
  const without = reader('alma', 'match-update', 'match-delete', 'match-finalize', 'match-create')
  assert.deepEqual(of(draft() as never, without), nothing)
})

test('whoever is claimed at the table disputes their own result, and whoever disputed withdraws', () => {
  const bruno = reader('bruno')
  assert.equal(actionsFor(match(), people, all, bruno).dispute, 'seat-b')
  assert.equal(actionsFor(match(), people, all, reader('carla')).dispute, undefined)
  const own = match({ recorder: ref('bruno') })
  assert.equal(actionsFor(own, people, all, bruno).dispute, undefined, 'the recorder corrects it')
  assert.equal(actionsFor(draft() as never, people, all, bruno).dispute, undefined)
  assert.equal(
    actionsFor(match(), people, all, reader('bruno', 'match-participant-dispute')).dispute,
    undefined,
  )
  const disputed = match({ participants: [seat('b', { disputedBy: ref('bruno'), disputedAt: at(5) })] })
  assert.equal(actionsFor(disputed, [], all, bruno).withdraw, 'seat-b')
  assert.equal(actionsFor(disputed, [], all, reader('carla')).withdraw, undefined)
})

test('a reader is offered the claims that somebody can answer, and none before that is known', () => {
  assert.deepEqual(actionsFor(match(), people, all, reader('carla')).claim, ['seat-a', 'seat-c'])
  assert.deepEqual(actionsFor(match(), people, none, reader('carla')).claim, [])
  assert.deepEqual(actionsFor(match(), people, undefined, reader('carla')).claim, [])
  assert.deepEqual(actionsFor(match(), people, all, reader('alma')).claim, [])
  assert.deepEqual(actionsFor(match(), people, all, reader('carla', 'claim-request-create')).claim, [])
})

test('whoever sees a finished match corrects it, unless nobody can decide the correction', () => {
  assert.equal(actionsFor(match(), people, all, reader('bruno')).correct, true)
  assert.equal(actionsFor(match(), people, all, reader('alma')).correct, true)
  assert.equal(actionsFor(draft() as never, people, all, reader('alma')).correct, false)
  assert.equal(actionsFor(match(), people, all, reader('bruno', 'match-edit-create')).correct, false)
  assert.equal(actionsFor(match(), people, all, reader('alma', 'match-edit-decide')).correct, false)
  const off = match({ editRequestsEnabled: false })
  assert.equal(actionsFor(off, people, none, reader('bruno')).correct, false)
  assert.equal(actionsFor(match(), people, undefined, reader('bruno')).correct, false)
  // The recorder can switch corrections on again.
  assert.equal(actionsFor(off, people, none, reader('alma')).correct, true)
})

test('a draft names those without a result, and the same table is recorded again', () => {
  assert.deepEqual(
    withoutResult(match()).map(({ id }) => id),
    ['seat-c'],
  )
  assert.equal(
    playAgainAt(match({ community: ref('club') })),
    '/record?game=game&players=a%2Cb%2Cc&community=club',
  )
  const sides = [seat('a', team('Red, dark')), seat('b', team(2)), seat('c')]
  assert.equal(
    playAgainAt(match({ participants: sides, expansions: [ref('x'), ref('y')] })),
    '/record?game=game&players=a%2Cb%2Cc&expansions=x%2Cy&sides=Red%252C%2520dark%2C2%2C',
  )
})

const team = (name: unknown) => ({ loadout: { attributes: { team: name } } })

const edit = (more: object) => ({
  id: 'e',
  matchId: 'm',
  proposedBy: ref('bruno'),
  status: 'PENDING' as const,
  participantChanges: [
    { matchParticipantId: 'seat-a', score: 41, scoreSet: true, rankSet: true, outcomeSet: false },
  ],
  loadoutChanges: [],
  createdAt: at(3),
  updatedAt: at(3),
  ...more,
})

test('the timeline lists what happened, in order', () => {
  const decided = { status: 'APPROVED' as const, decidedAt: at(6), decidedBy: ref('alma') }
  const body = match({
    lastEditedAt: at(7),
    lastEditedBy: ref('alma'),
    participants: [
      seat('a', { score: 40 }),
      seat('b', { disputedAt: at(4), disputedBy: ref('bruno'), disputeReason: 'No' }),
    ],
  })
  const trusted = edit({ ...decided, createdAt: at(5), decidedAt: at(5) })
  assert.deepEqual(
    timelineOf(body, [trusted, edit({ ...decided, createdAt: at(3) })] as never).map(({ kind }) => kind),
    ['recorded', 'finished', 'proposed', 'disputed', 'applied', 'approved'],
  )
})

test('a correction by the recorder is one line with its changes, but their refusal of it is not', () => {
  const own = (more: object) =>
    timelineOf(match(), [
      edit({ proposedBy: ref('alma'), decidedAt: at(6), decidedBy: ref('alma'), ...more }),
    ] as never).slice(2)
  const replaced = { participants: [{ matchParticipantId: 'seat-a', score: 33 }] }
  const [corrected, ...others] = own({ status: 'APPROVED', replaced })
  assert.deepEqual(others, [])
  assert.ok(corrected?.kind === 'corrected' && corrected.isKnown)
  assert.equal(corrected.at, at(6))
  assert.deepEqual(corrected.changes[0], {
    of: 'score',
    seat: 0,
    participant: ref('a'),
    from: 33,
    to: 41,
  })
  assert.deepEqual(
    own({ status: 'REJECTED' }).map(({ kind }) => kind),
    ['proposed', 'rejected'],
  )
})

test('only a draft says that it was changed, because a later correction would take that away', () => {
  const last = { lastEditedAt: at(7), lastEditedBy: ref('alma') }
  const kinds = (body: object) => timelineOf(body as never, []).map(({ kind }) => kind)
  assert.deepEqual(kinds(match(last)), ['recorded', 'finished'])
  const { finalizedAt, ...draft } = match(last)
  assert.ok(finalizedAt)
  assert.deepEqual(kinds(draft), ['recorded', 'changed'])
})

test('an approved edit is listed once, and a pending edit says what it would change', () => {
  const decided = edit({ status: 'APPROVED', decidedAt: at(6), decidedBy: ref('alma') })
  const applied = timelineOf(match({ lastEditedAt: at(6), lastEditedBy: ref('bruno') }), [decided] as never)
  assert.deepEqual(
    applied.map(({ kind }) => kind),
    ['recorded', 'finished', 'proposed', 'approved'],
  )
  const replaced = { participants: [{ matchParticipantId: 'seat-a', score: 33, rank: 2 }] }
  const [proposed] = timelineOf(match(), [{ ...decided, replaced }] as never).slice(2)
  assert.ok(proposed?.kind === 'proposed' && proposed.isKnown)
  assert.deepEqual(proposed.changes, [
    { of: 'score', seat: 0, participant: ref('a'), from: 33, to: 41 },
    { of: 'rank', seat: 0, participant: ref('a'), from: 2, to: undefined },
  ])
  const [waiting] = timelineOf(match(), [edit({})]).slice(-1)
  assert.ok(waiting?.kind === 'proposed')
  assert.deepEqual(waiting.changes, [
    { of: 'score', seat: 0, participant: ref('a'), from: 40, to: 41 },
    { of: 'rank', seat: 0, participant: ref('a'), from: undefined, to: undefined },
  ])
})
