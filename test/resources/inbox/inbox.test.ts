/** The inbox: who finds what in it. Each item can be decided at once, and shows nothing that is hidden. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type * as z from 'zod'
import type { InboxItem } from '../../../src/resources/inbox/schema.ts'
import { purge } from '../../../src/db/purging.ts'
import { sql } from '../../../src/db/sql.ts'
import { oldDisputeAnswers } from '../../../src/resources/matches/dispute-answers.ts'
import { type Person, type Reply, idOf, newKey } from '../../support.ts'
import { testWorld } from '../../world.ts'
import { newEdit } from '../match-edits/recipes.ts'
import { newMatch } from '../matches/recipes.ts'

const { service, world } = await testWorld()
/** Records matches, owns a community, and decides. */
let alma: Person
/** Plays with alma. */
let bruno: Person
let ghost: string
let gameId: string

type Item = z.input<typeof InboxItem>

const made = async (reply: Promise<Reply>) => {
  const { status, body, text } = await reply
  assert.ok(status < 300, text)
  return body
}

/** Reads the inbox. The default query leaves out what was answered. */
const inbox = async (by: Person, query = '?filter=direction!=ANSWERED'): Promise<Item[]> => {
  const [list, count] = [
    await by.get(`/users/me/inbox${query}`),
    await by.get(`/users/me/inbox/count${query}`),
  ]
  assert.equal(list.body.items.length, count.body.count, list.text)
  return list.body.items
}

const only = async (by: Person): Promise<Item> => {
  const items = await inbox(by)
  assert.equal(items.length, 1, JSON.stringify(items))
  return items[0] ?? assert.fail()
}

const nameOf = async (person: Person): Promise<string> => (await person.get('/users/me')).body.displayName

const is = ({ kind, direction }: Item) => `${kind} ${direction}`

async function finalMatch(...ghosts: string[]) {
  const draft = await made(alma.post('/matches', newMatch(gameId, ...ghosts)))
  return made(alma.post(`/matches/${draft.id}/finalize`, undefined, { 'if-match': '*' }))
}

async function claim(by: Person, ghostPlayerId: string): Promise<string> {
  const request = await made(by.post('/claim-requests', { ghostPlayerId }))
  const { claimEdgeId } = await made(alma.patch(`/claim-requests/${request.id}`, { status: 'APPROVED' }, '*'))
  return claimEdgeId
}

beforeEach(async () => {
  ;[alma, bruno] = [await world.newcomer(), await world.newcomer()]
  gameId = (await world.game()).id
  ghost = (await made(alma.post('/ghost-players', { displayName: 'Bruno' }))).id
})

test('an edit waits for the recorder, and the proposer waits for it', async () => {
  await claim(bruno, ghost)
  const match = await finalMatch(ghost)
  const [{ id: seat }] = match.participants
  const edit = await made(bruno.post(`/matches/${match.id}/edits`, newEdit(seat)))
  const [asked, waiting] = [await only(alma), await only(bruno)]
  assert.deepEqual([is(asked), is(waiting)], ['MATCH_EDIT IN', 'MATCH_EDIT OUT'])
  for (const item of [asked, waiting]) {
    assert.equal(item.path, `/matches/${match.id}/edits/${edit.id}`)
    assert.equal(item.since, edit.createdAt)
    assert.deepEqual(item.matchEdit?.participantChanges, edit.participantChanges)
    assert.equal(item.game?.scoreType, 'SCORE')
  }
  const [toAlma, toBruno] = [await alma.get(`/matches/${match.id}`), await bruno.get(`/matches/${match.id}`)]
  assert.deepEqual([asked.match, asked.matchEtag], [toAlma.body, toAlma.etag])
  assert.deepEqual([waiting.match, waiting.ownParticipantIds], [toBruno.body, [seat]])
  assert.equal((await alma.patch(asked.path, { status: 'APPROVED' }, asked.etag)).status, 200)
  assert.deepEqual([await inbox(alma), await inbox(bruno)], [[], []])
})

test('an edit that the recorder proposes waits for the recorder alone', async () => {
  const match = await finalMatch(ghost)
  await made(alma.post(`/matches/${match.id}/edits`, newEdit(match.participants[0].id)))
  assert.equal(is(await only(alma)), 'MATCH_EDIT IN')
})

test('a dispute waits for the recorder, and its claimed player can withdraw it', async () => {
  await claim(bruno, ghost)
  const match = await finalMatch(ghost)
  const [{ id: seat }] = match.participants
  const path = `/matches/${match.id}/participants/${seat}/dispute`
  await made(bruno.post(path, { reason: 'I had 38.' }, { 'if-match': '*' }))
  const [asked, waiting] = [await only(alma), await only(bruno)]
  assert.deepEqual([is(asked), is(waiting), asked.id], ['DISPUTE IN', 'DISPUTE OUT', seat])
  assert.deepEqual([asked.dispute?.reason, asked.dispute?.disputedBy.id], ['I had 38.', await idOf(bruno)])
  assert.equal((await bruno.delete(waiting.path, waiting.etag)).status, 200)
  assert.deepEqual([await inbox(alma), await inbox(bruno)], [[], []])
})

test('a claim shows its matches to the owner, and to the claimant only what they see of them', async () => {
  const days = ['2025-03-02T10:00:00Z', '2026-01-10T10:00:00Z', '2026-01-09T10:00:00Z']
  const { id: communityId } = await made(
    alma.post('/communities', { displayName: 'Thursdays', joinPolicy: 'OPEN' }),
  )
  for (const [n, playedAt] of days.entries()) {
    const community = n === 1 ? { communityId } : {}
    const draft = await made(alma.post('/matches', { ...newMatch(gameId, ghost), ...community, playedAt }))
    await made(alma.post(`/matches/${draft.id}/finalize`, undefined, { 'if-match': '*' }))
  }
  await made(alma.post('/matches', newMatch(gameId, ghost)))
  await made(bruno.post('/claim-requests', { ghostPlayerId: ghost, message: 'Me.' }))
  const asked = await only(alma)
  assert.equal(is(asked), 'CLAIM_REQUEST IN')
  assert.deepEqual(asked.matches, { number: 3, firstPlayedAt: days[0], lastPlayedAt: days[1] })
  const hidden = await only(bruno)
  assert.equal(is(hidden), 'CLAIM_REQUEST OUT')
  assert.deepEqual([hidden.matches, hidden.owner], [{ number: 0 }, undefined])
  assert.equal(hidden.claimRequest?.ghostPlayer.displayName, 'Player')
  await made(bruno.post(`/communities/${communityId}/memberships`))
  const seen = await only(bruno)
  assert.deepEqual(seen.matches, { number: 1, firstPlayedAt: days[1], lastPlayedAt: days[1] })
  assert.equal(seen.owner?.id, await idOf(alma))
  assert.equal((await bruno.delete(seen.path, seen.etag)).status, 204)
  assert.deepEqual([await inbox(alma), await inbox(bruno)], [[], []])
})

test('a membership request shows an admin with which members the requester has played', async () => {
  const [carla, edda, admin] = [await world.newcomer(), await world.newcomer(), await world.newcomer()]
  const named = async (displayName: string) =>
    (await made(alma.post('/ghost-players', { displayName }))).id as string
  const [ofCarla, ofEdda] = [await named('Carla'), await named('Edda')]
  const self = (await alma.get('/users/me')).body.selfGhostPlayer.id
  await claim(bruno, ghost)
  await claim(carla, ofCarla)
  await claim(edda, ofEdda)
  const group = await made(alma.post('/groups', { displayName: 'Admins' }))
  await made(alma.post(`/groups/${group.id}/members`, { userId: await idOf(admin) }))
  const community = await made(
    alma.post('/communities', {
      displayName: 'Thursdays',
      joinPolicy: 'REQUIRES_APPROVAL',
      adminGroupId: group.id,
    }),
  )
  for (const member of [carla, edda]) {
    const { id } = await made(member.post(`/communities/${community.id}/membership-requests`))
    const path = `/communities/${community.id}/membership-requests/${id}`
    await made(alma.patch(path, { status: 'APPROVED' }, '*'))
  }
  await finalMatch(ghost, ofCarla, self)
  await finalMatch(ghost, ofCarla, ofEdda)
  await finalMatch(ghost, self)
  await finalMatch(ofCarla, ofEdda)
  await made(bruno.post(`/communities/${community.id}/membership-requests`))
  const asked = await only(alma)
  assert.equal(is(asked), 'MEMBERSHIP_REQUEST IN')
  assert.equal(asked.matches?.number, 2)
  assert.deepEqual(
    asked.fellows?.map((one) => [one.ghostPlayer.displayName, one.matches]),
    [
      ['Carla', 2],
      ['Edda', 1],
    ],
  )
  const toAdmin = await only(admin)
  assert.deepEqual([is(toAdmin), toAdmin.matches?.number], ['MEMBERSHIP_REQUEST IN', 0])
  const waiting = await only(bruno)
  assert.deepEqual([is(waiting), waiting.matches], ['MEMBERSHIP_REQUEST OUT', undefined])
  assert.equal((await admin.patch(toAdmin.path, { status: 'APPROVED' }, toAdmin.etag)).status, 200)
  for (const by of [alma, bruno, admin]) assert.deepEqual(await inbox(by), [])
})

test('an admin who asks to join decides that alone', async () => {
  const group = await made(alma.post('/groups', { displayName: 'Admins' }))
  await made(alma.post(`/groups/${group.id}/members`, { userId: await idOf(bruno) }))
  const { id } = await made(
    alma.post('/communities', {
      displayName: 'We',
      joinPolicy: 'REQUIRES_APPROVAL',
      adminGroupId: group.id,
    }),
  )
  await made(bruno.post(`/communities/${id}/membership-requests`))
  assert.deepEqual(
    [is(await only(bruno)), is(await only(alma))].map((text) => text.split(' ')[1]),
    ['IN', 'IN'],
  )
})

test('who no longer sees a match withdraws what they asked about it, and sees nothing else', async () => {
  const edge = await claim(bruno, ghost)
  const match = await finalMatch(ghost)
  const [{ id: seat }] = match.participants
  await made(bruno.post(`/matches/${match.id}/edits`, newEdit(seat)))
  const path = `/matches/${match.id}/participants/${seat}/dispute`
  await made(bruno.post(path, { reason: 'I had 38.' }, { 'if-match': '*' }))
  await made(alma.delete(`/claim-edges/${edge}`, '*'))
  const [edit, dispute] = (await inbox(bruno)) as [Item, Item]
  for (const item of [edit, dispute]) {
    const shown = Object.keys(item).filter((name) => item[name as keyof Item] !== undefined)
    const known = new Set(['id', 'kind', 'direction', 'since', 'path', 'etag', 'game', 'dispute'])
    assert.deepEqual(
      shown.filter((name) => !known.has(name)),
      [],
    )
  }
  assert.deepEqual([edit.etag, dispute.etag], ['"1"', '*'])
  assert.deepEqual(
    (await inbox(alma)).map(is),
    ['MATCH_EDIT IN', 'DISPUTE IN'],
    'the recorder still decides them',
  )
  assert.equal((await bruno.delete(edit.path, edit.etag)).status, 204)
  assert.equal((await bruno.delete(dispute.path, dispute.etag)).status, 200)
  assert.deepEqual([await inbox(alma), await inbox(bruno)], [[], []])
})

test('the proposer who sees the match without its details is not shown the edit', async () => {
  const { items } = (await alma.get('/privacy-settings')).body
  const setting = (type: string) =>
    items.find(({ dataType }: { dataType: string }) => dataType === type).id as string
  for (const type of ['MATCH_HISTORY', 'MATCH_DETAILS'])
    await made(alma.patch(`/privacy-settings/${setting(type)}`, { level: 'PUBLIC' }, '*'))
  const match = await finalMatch(ghost)
  await made(bruno.post(`/matches/${match.id}/edits`, newEdit(match.participants[0].id)))
  assert.ok((await only(bruno)).matchEdit)
  await made(alma.patch(`/privacy-settings/${setting('MATCH_DETAILS')}`, { level: 'PRIVATE' }, '*'))
  const item = await only(bruno)
  assert.equal(item.matchEdit, undefined)
  assert.equal(item.match?.participants[0]?.score, undefined)
})

test('who accepted an invitation waits for its inviter, until they acknowledge it', async () => {
  const toBruno = await made(alma.post(`/ghost-players/${ghost}/invitations`))
  assert.deepEqual(await inbox(alma), [], 'a code that nobody used')
  const { claimEdge } = await made(bruno.post('/invitations/accept', { secret: toBruno.secret }))
  const item = await only(alma)
  assert.equal(is(item), 'INVITATION IN')
  assert.deepEqual(item.invitation, {
    kind: 'GHOST_PLAYER',
    ghostPlayer: { id: ghost, displayName: 'Bruno' },
    declined: false,
    accepted: 1,
    acceptedBy: [{ id: claimEdge.canonicalPlayer.id, displayName: await nameOf(bruno) }],
  })
  assert.deepEqual(await inbox(bruno), [])
  await made(bruno.delete(`/claim-edges/${claimEdge.id}`, '*'))
  assert.equal((await only(alma)).invitation?.acceptedBy[0]?.displayName, 'Player', 'nothing ties them now')
  assert.equal((await alma.post(item.path, undefined, { 'if-match': item.etag })).status, 200)
  assert.deepEqual(await inbox(alma), [])
})

test('an invitation that somebody declined waits for its inviter', async () => {
  const { secret } = await made(alma.post(`/ghost-players/${ghost}/invitations`))
  await made(bruno.post('/invitations/decline', { secret }))
  const item = await only(alma)
  const { declined, accepted, acceptedBy } = item.invitation ?? assert.fail()
  assert.deepEqual([declined, accepted, acceptedBy], [true, 0, []])
  await made(alma.post(item.path, undefined, { 'if-match': item.etag }))
  assert.deepEqual(await inbox(alma), [])
})

test('several who joined by one code are one item, which comes again with the next', async () => {
  const { id: communityId } = await made(
    alma.post('/communities', { displayName: 'We', joinPolicy: 'REQUIRES_APPROVAL' }),
  )
  const { secret } = await made(alma.post(`/communities/${communityId}/invitations`, { uses: 9 }))
  const people = await Promise.all(Array.from({ length: 5 }, () => world.newcomer()))
  const [last, ...first] = people as [Person, ...Person[]]
  for (const one of first) await made(one.post('/invitations/accept', { secret }))
  const item = await only(alma)
  assert.equal(item.invitation?.community?.displayName, 'We')
  assert.equal(item.invitation?.accepted, 4)
  assert.deepEqual(
    item.invitation?.acceptedBy.map(({ displayName }) => displayName),
    (await Promise.all(first.slice(1).map(nameOf))).toReversed(),
  )
  await made(alma.post(item.path, undefined, { 'if-match': item.etag }))
  await made(last.post('/invitations/accept', { secret }))
  const again = await only(alma)
  assert.deepEqual([again.invitation?.accepted, again.id], [1, item.id])
  assert.ok(again.since > item.since)
  await made(last.delete(`/communities/${communityId}/memberships/${await idOf(last)}`))
  assert.equal((await only(alma)).invitation?.acceptedBy[0]?.displayName, 'Player')
})

test('who may correct the matches of their inviter is named while the trust stands', async () => {
  const { secret } = await made(alma.post('/trusted-editors/invitations'))
  const { trustedEditor } = await made(bruno.post('/invitations/accept', { secret }))
  assert.deepEqual((await only(alma)).invitation?.acceptedBy, [
    { id: await idOf(bruno), displayName: await nameOf(bruno) },
  ])
  await made(alma.delete(`/trusted-editors/${trustedEditor.id}`, '*'))
  assert.equal((await only(alma)).invitation?.acceptedBy[0]?.displayName, 'Player')
})

const answers = (by: Person) => inbox(by, '?filter=direction==ANSWERED')

test('an answer of somebody else is in the inbox of whoever asked, with what was decided', async () => {
  await claim(bruno, ghost)
  const match = await finalMatch(ghost)
  const edit = await made(bruno.post(`/matches/${match.id}/edits`, newEdit(match.participants[0].id)))
  const other = await made(alma.post('/ghost-players', { displayName: 'Other' }))
  const refused = await made(bruno.post('/claim-requests', { ghostPlayerId: other.id }))
  const { id: communityId } = await made(
    alma.post('/communities', { displayName: 'We', joinPolicy: 'REQUIRES_APPROVAL' }),
  )
  await made(bruno.post(`/communities/${communityId}/membership-requests`))
  const waiting = await inbox(alma)
  for (const { kind, path } of waiting)
    await made(alma.patch(path, { status: kind === 'MEMBERSHIP_REQUEST' ? 'APPROVED' : 'REJECTED' }, '*'))
  const [accepted, ...found] = await answers(bruno)
  assert.deepEqual(found.map(is), [
    'MATCH_EDIT ANSWERED',
    'CLAIM_REQUEST ANSWERED',
    'MEMBERSHIP_REQUEST ANSWERED',
  ])
  const [corrected, claimed, joined] = found
  assert.equal(accepted?.claimRequest?.status, 'APPROVED')
  const { decidedAt } = await made(bruno.get(`/matches/${match.id}/edits/${edit.id}`))
  assert.deepEqual([corrected?.since, corrected?.path], [decidedAt, `/matches/${match.id}/edits/${edit.id}`])
  assert.deepEqual(
    [corrected?.matchEdit?.status, corrected?.matchEdit?.decidedBy?.displayName],
    ['REJECTED', await nameOf(alma)],
  )
  assert.deepEqual([claimed?.id, claimed?.claimRequest?.status], [refused.id, 'REJECTED'])
  assert.deepEqual([joined?.membershipRequest?.status, joined?.fellows], ['APPROVED', undefined])
  assert.deepEqual([await answers(alma), await inbox(bruno)], [[], []])
})

test('nobody is shown an answer of their own, and after two weeks no answer at all', async () => {
  const { secret } = await made(alma.post(`/ghost-players/${ghost}/invitations`))
  await made(bruno.post('/invitations/accept', { secret }))
  const match = await finalMatch(ghost)
  const [{ id: seat }] = match.participants
  const own = await made(alma.post(`/matches/${match.id}/edits`, newEdit(seat)))
  await made(alma.patch(`/matches/${match.id}/edits/${own.id}`, { status: 'APPROVED' }, '*'))
  assert.deepEqual([await answers(alma), await answers(bruno)], [[], []])
  const edit = await made(bruno.post(`/matches/${match.id}/edits`, newEdit(seat)))
  await made(alma.patch(`/matches/${match.id}/edits/${edit.id}`, { status: 'REJECTED' }, '*'))
  const decidedAgo = (days: number) =>
    service.db.many(sql`
      update match_edits set decided_at = now() - make_interval(days => ${days}::int) where id = ${edit.id}`)
  await decidedAgo(13)
  assert.equal((await answers(bruno)).length, 1)
  await decidedAgo(14)
  assert.deepEqual(await answers(bruno), [])
})

test('the oldest comes first, filters choose, and pages lead through all kinds', async () => {
  await claim(bruno, ghost)
  const match = await finalMatch(ghost)
  const [{ id: seat }] = match.participants
  const other = await made(alma.post('/ghost-players', { displayName: 'Other' }))
  const { id: communityId } = await made(
    alma.post('/communities', { displayName: 'We', joinPolicy: 'REQUIRES_APPROVAL' }),
  )
  const asks = [
    () => bruno.post('/claim-requests', { ghostPlayerId: other.id }),
    () =>
      bruno.post(`/matches/${match.id}/participants/${seat}/dispute`, { reason: 'No.' }, { 'if-match': '*' }),
    () => bruno.post(`/communities/${communityId}/membership-requests`),
    () => bruno.post(`/matches/${match.id}/edits`, newEdit(seat)),
    () => bruno.post(`/matches/${match.id}/edits`, { playsetChange: {} }),
  ]
  for (const ask of asks) await made(ask())
  const kinds = ['CLAIM_REQUEST', 'DISPUTE', 'MEMBERSHIP_REQUEST', 'MATCH_EDIT', 'MATCH_EDIT']
  for (const [by, direction] of [
    [alma, 'IN'],
    [bruno, 'OUT'],
  ] as const) {
    assert.deepEqual(
      (await inbox(by)).map(is),
      kinds.map((kind) => `${kind} ${direction}`),
    )
    const walked: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body }: Reply = await by.get(
        `/users/me/inbox?limit=2&filter=direction!=ANSWERED${cursor && `&cursor=${cursor}`}`,
      )
      walked.push(...body.items.map(({ kind }: Item) => kind))
      cursor = body.nextCursor
    }
    assert.deepEqual(walked, kinds)
    assert.equal((await inbox(by, '?filter=kind==MATCH_EDIT')).length, 2)
    assert.equal((await inbox(by, `?filter=direction==${direction}`)).length, 5)
    assert.equal((await inbox(by, '?filter=kind!=MATCH_EDIT;direction==IN')).length, by === alma ? 3 : 0)
  }
  const all = await inbox(alma)
  const third = all[2]?.since
  assert.deepEqual(await inbox(alma, `?filter=since=gt=${third}`), all.slice(3))
  const newest = (await alma.get('/users/me/inbox?sort=since:DESC')).body.items
  assert.deepEqual(newest, all.toReversed())
  const stranger = await service.as('stranger')
  assert.deepEqual(await inbox(stranger), [])
})

/** Bruno is the claimed player of a final match, whose result he disputes. */
async function disputed() {
  const { secret } = await made(alma.post(`/ghost-players/${ghost}/invitations`))
  const { claimEdge } = await made(bruno.post('/invitations/accept', { secret }))
  const [{ path, etag }] = (await inbox(alma)) as [Item]
  await made(alma.post(path, undefined, { 'if-match': etag }))
  const match = await finalMatch(ghost)
  const [{ id: seat }] = match.participants
  await made(
    bruno.post(`/matches/${match.id}/participants/${seat}/dispute`, { reason: 'I had 38.' }, ANY_VERSION),
  )
  return { edge: claimEdge.id, match, seat }
}

const ANY_VERSION = { 'if-match': '*' }

const trust = async (by: Person, editor: Person): Promise<string> =>
  (await made(by.post('/trusted-editors', { userId: await idOf(editor) }))).id

async function correct(by: Person, matchId: string, seat: string, approves = true): Promise<Reply['body']> {
  const edit = await made(by.post(`/matches/${matchId}/edits`, newEdit(seat)))
  return approves
    ? made(alma.patch(`/matches/${matchId}/edits/${edit.id}`, { status: 'APPROVED' }, '*'))
    : edit
}

test('a disputer reads which edit has settled the dispute', async () => {
  const { match, seat } = await disputed()
  const edit = await correct(alma, match.id, seat)
  assert.deepEqual([await inbox(alma), await inbox(bruno)], [[], []])
  const [item, ...more] = await answers(bruno)
  assert.ok(item)
  assert.deepEqual(more, [])
  assert.deepEqual([is(item), item.since, item.seen], ['DISPUTE ANSWERED', edit.decidedAt, false])
  assert.deepEqual(item.dispute, {
    matchParticipantId: seat,
    reason: 'I had 38.',
    disputedBy: { id: await idOf(bruno), displayName: await nameOf(bruno) },
  })
  assert.deepEqual(item.matchEdit, (await bruno.get(item.path)).body)
  assert.equal(item.matchEdit?.decidedBy?.displayName, await nameOf(alma))
  assert.deepEqual(item.ownParticipantIds, [seat])
  assert.deepEqual(await answers(alma), [], 'nobody else reads it')
})

test('a dispute that its own person withdraws or corrects has no answer, and another result settles nothing', async () => {
  const { match, seat } = await disputed()
  const path = `/matches/${match.id}/participants/${seat}/dispute`
  await made(bruno.delete(path, '*'))
  assert.deepEqual(await answers(bruno), [])
  await made(bruno.post(path, { reason: 'I had 38.' }, ANY_VERSION))
  const edit = await correct(bruno, match.id, seat)
  assert.deepEqual(
    (await answers(bruno)).map(({ kind, id }) => [kind, id]),
    [['MATCH_EDIT', edit.id]],
    'the answer to the edit is enough',
  )
  await made(bruno.post(path, { reason: 'I had 39.' }, ANY_VERSION))
  const other = await made(alma.post(`/matches/${match.id}/edits`, { playsetChange: {} }))
  await made(alma.patch(`/matches/${match.id}/edits/${other.id}`, { status: 'APPROVED' }, '*'))
  assert.equal((await answers(bruno)).length, 1)
  assert.equal(is((await inbox(bruno))[0] ?? assert.fail()), 'DISPUTE OUT')
})

test('a trusted editor settles a dispute as its recorder does', async () => {
  const editor = await world.newcomer()
  await trust(alma, editor)
  const { match, seat } = await disputed()
  const edit = await correct(editor, match.id, seat, false)
  const [item] = await answers(bruno)
  assert.deepEqual([item?.matchEdit?.id, item?.matchEdit?.decidedBy?.displayName], [edit.id, 'Player'])
})

test('who no longer sees the match reads their own words, and that the dispute was settled', async () => {
  const { edge, match, seat } = await disputed()
  await correct(alma, match.id, seat)
  await made(alma.delete(`/claim-edges/${edge}`, '*'))
  const [item] = await answers(bruno)
  assert.deepEqual([item?.match, item?.matchEdit, item?.ownParticipantIds], [undefined, undefined, undefined])
  assert.equal(item?.dispute?.reason, 'I had 38.')
  assert.equal((await bruno.get(item?.path ?? '')).status, 403)
})

test('the answer to a dispute goes after two weeks, or with the account', async () => {
  const { match, seat } = await disputed()
  const edit = await correct(alma, match.id, seat)
  const settledAgo = (days: number) =>
    service.db.many(sql`
      update dispute_answers set settled_at = now() - make_interval(days => ${days}::int) where edit_id = ${edit.id}`)
  const rows = async () =>
    (await service.db.many(sql`select from dispute_answers where edit_id = ${edit.id}`)).length
  await settledAgo(13)
  assert.equal((await answers(bruno)).length, 1)
  await purge(service.db, oldDisputeAnswers)
  assert.equal(await rows(), 1)
  await settledAgo(14)
  assert.deepEqual(await answers(bruno), [])
  await purge(service.db, oldDisputeAnswers)
  assert.equal(await rows(), 0)

  await made(bruno.post(`/matches/${match.id}/participants/${seat}/dispute`, { reason: 'No.' }, ANY_VERSION))
  await correct(alma, match.id, seat)
  const kept = () => service.db.many(sql`select from dispute_answers where participant_id = ${seat}`)
  assert.equal((await kept()).length, 1)
  await marks(bruno, '2026-01-16T08:00:00Z')
  const userId = await idOf(bruno)
  await made(bruno.delete('/users/me', '*'))
  assert.equal((await kept()).length, 0)
  assert.deepEqual(await service.db.many(sql`select from inbox_seen where user_id = ${userId}`), [])
})

test('who becomes a trusted editor or stops being one reads it, unless they did it themselves', async () => {
  const id = await trust(alma, bruno)
  const [granted, ...more] = await answers(bruno)
  assert.deepEqual(more, [])
  assert.equal(is(granted ?? assert.fail()), 'TRUSTED_EDITOR ANSWERED')
  const own = (await bruno.get(`/trusted-editors/${id}`)).body
  assert.deepEqual([granted?.trustedEditor, granted?.since], [own, own.createdAt])
  assert.equal(own.grantor.displayName, await nameOf(alma))
  assert.deepEqual(await answers(alma), [], 'the grantor did it')

  await made(alma.delete(`/trusted-editors/${id}`, '*'))
  const [ended] = await answers(bruno)
  const { revokedAt } = ended?.trustedEditor ?? {}
  assert.ok(revokedAt)
  assert.deepEqual([ended?.since, ended?.trustedEditor?.grantor.displayName], [revokedAt, 'Player'])

  const again = await trust(alma, bruno)
  assert.equal((await answers(bruno)).length, 2)
  await made(bruno.delete(`/trusted-editors/${again}`, '*'))
  assert.deepEqual(
    (await answers(bruno)).map((item) => item.id),
    [id],
    'who gives it back knows it',
  )
  const { secret } = await made(alma.post('/trusted-editors/invitations'))
  await made(bruno.post('/invitations/accept', { secret }))
  assert.equal((await answers(bruno)).length, 1, 'and so does who accepts an invitation')
})

test('the trust of an erased grantor ends with an answer', async () => {
  await trust(alma, bruno)
  await made(alma.delete('/users/me', '*'))
  const [item] = await answers(bruno)
  assert.deepEqual([item?.kind, item?.trustedEditor?.grantor.displayName], ['TRUSTED_EDITOR', 'Player'])
  assert.ok(item?.trustedEditor?.revokedAt)
})

const TO_COUNT = '?filter=direction==IN,seen==false'
const marks = async (by: Person, until: string): Promise<string> =>
  (await made(by.send('PUT', '/users/me/inbox/seen', { until }, newKey()))).until

test('decisions and answers that nobody has seen are counted together', async () => {
  await trust(alma, bruno)
  const own = await made(bruno.post('/ghost-players', { displayName: 'Alma' }))
  await made(alma.post('/claim-requests', { ghostPlayerId: own.id }))
  const other = await made(alma.post('/ghost-players', { displayName: 'Other' }))
  await made(bruno.post('/claim-requests', { ghostPlayerId: other.id }))
  assert.deepEqual((await inbox(bruno, TO_COUNT)).map(is), ['TRUSTED_EDITOR ANSWERED', 'CLAIM_REQUEST IN'])
  const [answer] = await answers(bruno)
  assert.equal(await marks(bruno, answer?.since ?? ''), answer?.since)
  assert.deepEqual(
    (await inbox(bruno, TO_COUNT)).map(is),
    ['CLAIM_REQUEST IN'],
    'a decision waits all the same',
  )
  assert.deepEqual(
    (await inbox(bruno, '')).map((item) => [is(item), item.seen]),
    [
      ['TRUSTED_EDITOR ANSWERED', true],
      ['CLAIM_REQUEST IN', undefined],
      ['CLAIM_REQUEST OUT', undefined],
    ],
  )
  await trust(await world.newcomer(), bruno)
  assert.equal((await inbox(bruno, TO_COUNT)).length, 2, 'a later answer is new')
})

test('what was seen never goes back, and the future counts as now', async () => {
  await trust(alma, bruno)
  const [first] = await answers(bruno)
  await trust(await world.newcomer(), bruno)
  const second = (await answers(bruno))[1]
  const [early, late] = [first?.since ?? '', second?.since ?? '']
  assert.equal(await marks(bruno, early), early)
  assert.deepEqual(
    (await answers(bruno)).map(({ seen }) => seen),
    [true, false],
  )
  assert.equal(await marks(bruno, late), late)
  assert.equal(await marks(bruno, early), late, 'an older tab changes nothing')
  const now = await marks(bruno, '9999-12-31T23:59:59Z')
  assert.ok(now > late && Date.parse(now) <= Date.now() + 60_000)
  await trust(await world.newcomer(), bruno)
  assert.equal((await answers(bruno)).at(-1)?.seen, false)
})

test('tabs that say it at the same time agree on the latest', async () => {
  const times = Array.from({ length: 20 }, (_, n) => `2026-01-16T08:00:${String(n).padStart(2, '0')}Z`)
  const said = await Promise.all(times.map((until) => marks(bruno, until)))
  assert.ok(said.every((until, n) => until >= (times[n] ?? '')))
  assert.equal(await marks(bruno, times[0] ?? ''), times.at(-1))
})
