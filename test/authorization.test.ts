/**
 * Who may call which operation: the recorder, a claimed player, a trusted editor, and a stranger. Changes are sent with an ETag
 * that never existed. So a permitted caller gets 412, and nothing changes. `conventions/access.test.ts` tests tokens and scopes.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { operations } from '../src/api.ts'
import type { Ids } from './conventions/recipe.ts'
import { testWorld } from './world.ts'
import { newEdit } from './resources/match-edits/recipes.ts'
import { newMatch } from './resources/matches/recipes.ts'
import { operationsWithRecipe, recipeOf } from './conventions/recipes.ts'
import type { Operation } from '../src/http/operation/operation.ts'
import { type Person, type Reply, idOf, newKey, present } from './support.ts'

const { service, world } = await testWorld()
let recorder: Person
let claimed: Person
let trusted: Person
/** Has a match and edits of her own, but no part in the recorder's match. */
let stranger: Person

/** The ids that replace the names in the paths and bodies below. */
const ids: Record<string, string> = {}

before(async () => {
  ;[recorder, claimed] = [world.alice, world.bob]
  ;[trusted, stranger] = await Promise.all([service.as('carol'), service.as('dora')])
  const me = async (person: Person) => (await person.get('/users/me')).body
  const made = async (reply: Promise<Reply>) => {
    const { status, body } = await reply
    assert.equal(status, 201, JSON.stringify(body))
    return body
  }
  const { id: gameId } = await world.game()
  const { id: expansionId } = await world.expansion(gameId)
  const trust = await made(recorder.post('/trusted-editors', { userId: (await me(trusted)).id }))
  const match = await world.playedMatch()
  const edit = await made(recorder.post(`/matches/${match.id}/edits`, newEdit(match.participantId)))
  const [asked, free] = [await world.ghostPlayer('Asked'), await world.ghostPlayer('Free')]
  const same = await made(
    recorder.post('/users/me/same-people', {
      oneId: free.id,
      otherId: (await world.ghostPlayer('Other')).id,
      isSame: false,
    }),
  )
  const claim = await made(claimed.post('/claim-requests', { ghostPlayerId: asked.id }))
  const [used, unused] = [await world.playset(gameId), await world.playset(gameId)]
  const draft = await made(
    recorder.post('/matches', { ...newMatch(gameId, match.ghostPlayerId), playsetId: used.id }),
  )
  const community = await world.community('REQUIRES_APPROVAL')
  const request = await made(claimed.post(`/communities/${community.id}/membership-requests`))
  const own = (await me(stranger)).selfGhostPlayer.id
  const hers = await made(stranger.post('/matches', newMatch(gameId, own)))
  const path = `/matches/${hers.id}/finalize`
  const final = await stranger.post(path, undefined, { 'if-match': '*' })
  const herParticipant = final.body.participants[0].id
  const herEdit = await made(stranger.post(`/matches/${hers.id}/edits`, newEdit(herParticipant)))
  const { id: candidate } = await world.candidate()
  const invitation = await world.invitation()
  Object.assign(ids, {
    invitation: invitation.id,
    question: (await world.question()).id,
    fellow: await idOf(await world.fellow()),
    secret: invitation.secret,
    game: gameId,
    expansion: expansionId,
    otherGame: (await world.game()).id,
    match: match.id,
    participant: match.participantId,
    ghost: match.ghostPlayerId,
    edge: match.claimEdgeId,
    edit: edit.id,
    draft: draft.id,
    playset: used.id,
    unusedPlayset: unused.id,
    trust: trust.id,
    claim: claim.id,
    asked: asked.id,
    free: free.id,
    same: same.id,
    device: (await world.device(recorder)).id,
    player: (await me(claimed)).canonicalPlayer.id,
    recorder: (await me(recorder)).id,
    setting: (await recorder.get('/privacy-settings')).body.items[0].id,
    group: (await world.group()).id,
    otherGroup: (await world.group()).id,
    community: community.id,
    openCommunity: (await world.community('OPEN')).id,
    otherCommunity: (await world.community('REQUIRES_APPROVAL')).id,
    request: request.id,
    app: (await world.application()).id,
    herMatch: hers.id,
    herEdit: herEdit.id,
    herParticipant,
    candidate,
    account: (await world.account()).id,
    personalToken: (await world.personalToken()).id,
    client: (await world.client()).id,
    import: (await world.importedBy(recorder)).id,
    webhook: (await world.webhook()).id,
    ruleSource: (await world.ruleSource(candidate)).id,
  })
})

const typed = (media: string | undefined) => (media === undefined ? {} : { 'content-type': media })

const send = ({ method, ifMatch, stream, bytes }: Operation, path: string, by: Person, body?: unknown) => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? assert.fail(name))
  const headers = {
    ...(method === 'GET' ? {} : newKey()),
    ...(ifMatch ? { 'if-match': '"0"' } : {}),
    ...typed(stream ?? bytes?.media.at(-1)),
  }
  return by.send(method, filled, body, headers)
}

test('every recipe is of an operation', () => {
  assert.deepEqual(operationsWithRecipe.toSorted(), operations.map(({ id }) => id).toSorted())
})

/** Reads come first, because changes let people see more. `grantTrust` comes last for the same reason. */
const turnOf = ({ method, id }: Operation) => (method === 'GET' ? 0 : id === 'grantTrust' ? 2 : 1)
const inOrder = operations.toSorted((a, b) => turnOf(a) - turnOf(b))

for (const operation of inOrder) {
  for (const [path, answers, body] of recipeOf(operation).answers) {
    test(`${operation.id} ${path} answers the people who may call it, and nobody else`, async () => {
      const found: number[] = []
      // The recorder comes last, because the recorder's request may delete what the path names.
      for (const by of [stranger, trusted, claimed, recorder]) {
        ids['newcomer'] = path.includes('{newcomer}') || body ? await world.stranger() : ''
        found.unshift((await send(operation, path, by, body?.(ids as Ids))).status)
      }
      assert.deepEqual(found, answers)
    })
  }
}

const operationOf = (id: string) => present(operations.find((operation) => operation.id === id))

/**
 * Paths that combine one match with an id that belongs to another match. Everybody gets a 404, even people who may see both
 * matches.
 */
const astray: [id: string, path: string, body?: () => unknown][] = [
  ['getMatchEdit', '/matches/{match}/edits/{herEdit}'],
  ['getMatchEdit', '/matches/{herMatch}/edits/{edit}'],
  ['decideMatchEdit', '/matches/{match}/edits/{herEdit}', () => ({ status: 'APPROVED' })],
  ['decideMatchEdit', '/matches/{herMatch}/edits/{edit}', () => ({ status: 'APPROVED' })],
  ['withdrawMatchEdit', '/matches/{match}/edits/{herEdit}'],
  ['withdrawMatchEdit', '/matches/{herMatch}/edits/{edit}'],
  [
    'disputeMatchParticipant',
    '/matches/{match}/participants/{herParticipant}/dispute',
    () => ({ reason: 'No.' }),
  ],
  [
    'disputeMatchParticipant',
    '/matches/{herMatch}/participants/{participant}/dispute',
    () => ({ reason: 'No.' }),
  ],
  ['withdrawDispute', '/matches/{match}/participants/{herParticipant}/dispute'],
  ['withdrawDispute', '/matches/{herMatch}/participants/{participant}/dispute'],
  ['getExpansion', '/games/{otherGame}/expansions/{expansion}'],
  ['getMembershipRequest', '/communities/{otherCommunity}/membership-requests/{request}'],
  [
    'decideMembershipRequest',
    '/communities/{otherCommunity}/membership-requests/{request}',
    () => ({ status: 'APPROVED' }),
  ],
  ['cancelMembershipRequest', '/communities/{otherCommunity}/membership-requests/{request}'],
]

for (const [id, path, body] of astray) {
  test(`${id} ${path} finds nothing, for anybody`, async () => {
    for (const by of [recorder, claimed, trusted, stranger])
      assert.equal((await send(operationOf(id), path, by, body?.())).status, 404)
  })
}

test('an edit of one match changes no participant of another', async () => {
  for (const [path, participant] of [
    ['/matches/{match}/edits', 'herParticipant'],
    ['/matches/{herMatch}/edits', 'participant'],
  ] as const) {
    const by = participant === 'participant' ? stranger : recorder
    assert.equal(
      (await send(operationOf('createMatchEdit'), path, by, newEdit(ids[participant] ?? ''))).status,
      400,
    )
  }
})
