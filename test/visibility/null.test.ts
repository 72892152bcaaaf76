/**
 * Statements that decide who may see or change something answer true or false, never null. Each runs on rows in which one
 * nullable column after another is null. Temporary tables hide the real ones, so that the statements stay unchanged.
 */
import assert from 'node:assert/strict'
import { createSecretKey, randomBytes } from 'node:crypto'
import { before, test } from 'node:test'
import { operations } from '../../src/api.ts'
import type { Transaction } from '../../src/db/database.ts'
import { type Sql, prepared, raw, sql } from '../../src/db/sql.ts'
import type { UserCaller } from '../../src/http/caller.ts'
import type { Input, Operation } from '../../src/http/operation/operation.ts'
import { testWorld } from '../world.ts'
import { newEdit } from '../resources/match-edits/recipes.ts'
import { newMatch } from '../resources/matches/recipes.ts'
import { type Person, type Reply, present } from '../support.ts'

const { service, world } = await testWorld()
let callers: UserCaller[]
/** The ids of existing resources, by the name of their path parameter. */
let ids: Record<string, string[]>

before(async () => {
  const { alice, bob } = world
  const made = async (reply: Promise<Reply>) => {
    const { status, text, body } = await reply
    assert.ok(status < 300, text)
    return body
  }
  const game = (await world.game()).id
  const [group, ghost, playset] = [await world.group(), await world.ghostPlayer(), await world.playset(game)]
  const [me, him] = [(await alice.get('/users/me')).body, (await bob.get('/users/me')).body]
  await made(alice.post(`/groups/${group.id}/members`, { userId: him.id }))
  const founding = { displayName: 'We', joinPolicy: 'REQUIRES_APPROVAL', adminGroupId: group.id }
  const community = await made(alice.post('/communities', founding))
  const request = await made(bob.post(`/communities/${community.id}/membership-requests`))
  const approval = { status: 'APPROVED' }
  await made(alice.patch(`/communities/${community.id}/membership-requests/${request.id}`, approval, '*'))
  const trust = await made(alice.post('/trusted-editors', { userId: him.id }))
  await made(alice.delete(`/trusted-editors/${trust.id}`, '*'))
  const claim = await made(bob.post('/claim-requests', { ghostPlayerId: ghost.id }))
  const { claimEdgeId } = await made(alice.patch(`/claim-requests/${claim.id}`, approval, '*'))
  const playing = {
    ...newMatch(game, ghost.id, me.selfGhostPlayer.id),
    communityId: community.id,
    playsetId: playset.id,
  }
  const match = await made(alice.post('/matches', playing))
  await made(alice.post(`/matches/${match.id}/finalize`, undefined, { 'if-match': '*' }))
  const seat = match.participants[0].id
  const edit = await made(alice.post(`/matches/${match.id}/edits`, newEdit(seat)))
  await made(alice.patch(`/matches/${match.id}/edits/${edit.id}`, approval, '*'))
  const dispute = `/matches/${match.id}/participants/${seat}/dispute`
  await made(bob.post(dispute, { reason: 'No.' }, { 'if-match': '*' }))
  const settings = (await alice.get('/privacy-settings')).body.items as { id: string }[]
  for (const { id } of settings)
    await made(
      alice.patch(`/privacy-settings/${id}`, { level: 'PRIVILEGED_ACCESS', groupIds: [group.id] }, '*'),
    )

  // A user who is in another group and another community, and has no relation to the resources above.
  const sol = await service.as('sol')
  const [theirs, ours] = [
    await made(world.editor.post('/communities', { displayName: 'Other', joinPolicy: 'OPEN' })),
    await made(world.editor.post('/groups', { displayName: 'Other' })),
  ]
  await made(sol.post(`/communities/${theirs.id}/memberships`))
  const { id: solId } = (await sol.get('/users/me')).body
  await made(world.editor.post(`/groups/${ours.id}/members`, { userId: solId }))

  callers = await Promise.all([alice, bob, sol].map(callerOf))
  ids = {
    matchId: [match.id],
    matchParticipantId: match.participants.map(({ id }: { id: string }) => id),
    editId: [edit.id],
    playsetId: [playset.id],
    ghostPlayerId: [ghost.id],
    canonicalPlayerId: [me.canonicalPlayer.id, him.canonicalPlayer.id],
    userId: [me.id, him.id],
    trustedEditorId: [trust.id],
    claimRequestId: [claim.id],
    claimEdgeId: [claimEdgeId],
    privacySettingId: settings.map(({ id }) => id),
    groupId: [group.id],
    communityId: [community.id],
    membershipRequestId: [request.id],
  }
})

async function callerOf(person: Person): Promise<UserCaller> {
  const { body } = await person.get('/users/me')
  const { id: userId, canonicalPlayer } = body
  return {
    key: userId,
    scopes: new Set(),
    accountId: undefined,
    erased: false,
    userId,
    canonicalPlayerId: canonicalPlayer.id,
  }
}

/** A statement of an operation. `judge` reads from its row whether the caller may see or change something. */
interface Judgement {
  name: string
  statement: Sql
  judge: (row: Record<string, unknown>) => unknown
}

/** The judgements of each operation, for all the ids and each caller. */
function judgements(): Judgement[] {
  return operations.flatMap((operation) =>
    callers.flatMap((caller, index) =>
      inputs(operation, caller).flatMap((input) =>
        judgementsOf(operation, input, `${operation.id} of caller ${index}`),
      ),
    ),
  )
}

function judgementsOf({ handling }: Operation, input: Input, name: string): Judgement[] {
  if (handling.kind === 'read')
    return [
      {
        name,
        statement: handling.statement(input),
        judge: (row) => ('visible' in row ? row['visible'] : false),
      },
    ]
  if (handling.kind === 'stream') return []
  const { target, allow } = handling
  if (!target || !allow) return []
  return [{ name, statement: target(input), judge: (row) => allow.may(input.caller, row) }]
}

function inputs({ params, query }: Operation, caller: UserCaller): Input[] {
  const names = Object.keys(params)
  if (names.some((name) => !ids[name]) || names.length === 0) return []
  const read = query.read(new Map(), '/', createSecretKey(randomBytes(32))).value
  return names
    .reduce<Record<string, string>[]>(
      (some, name) => some.flatMap((one) => present(ids[name]).map((id) => ({ ...one, [name]: id }))),
      [{}],
    )
    .map((chosen) => ({ caller, params: chosen, query: read, body: {} }))
}

type Column = {
  table: string
  column: string
}

/** Finds all columns that can be null. */
const nullable = (db: { many: (statement: Sql<Column>) => Promise<Column[]> }) =>
  db.many(sql<Column>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and is_nullable = 'YES' and is_generated = 'NEVER' order by 1, 2`)

/** Until the transaction ends, hides the real table behind a copy in which the column is null. */
async function shadow(tx: Transaction, { table, column }: Column): Promise<void> {
  for (const statement of [
    `create temporary table ${table} as select * from public.${table}`,
    `update pg_temp.${table} set ${column} = null`,
  ])
    await tx.many(prepared(sql`${raw(statement)}`, 'never'))
}

test('no answer to who may see or change something is null, whichever column is', async () => {
  const all = judgements()
  assert.ok(all.length > 150, 'the operations of the engine are among them')
  const columns = await nullable(service.db)
  assert.ok(columns.some(({ table, column }) => table === 'matches' && column === 'community_id'))
  let asked = 0
  const wrong = new Set<string>()
  for (const column of columns) {
    const touched = all.filter(
      ({ statement }) => statement.text.includes(column.table) && statement.text.includes(column.column),
    )
    if (touched.length === 0) continue
    await service.db.transaction(async (tx) => {
      await shadow(tx, column)
      const answers = await Promise.all(touched.map(({ statement }) => tx.many(prepared(statement, 'never'))))
      for (const [index, { name, judge }] of touched.entries())
        for (const row of answers[index] ?? []) {
          asked++
          if (typeof judge(row) !== 'boolean')
            wrong.add(`${name}, with ${column.table}.${column.column} null`)
        }
      await tx.rollback()
    })
  }
  assert.deepEqual([...wrong], [])
  assert.ok(asked > 500, `${asked} answers were looked at`)
})
