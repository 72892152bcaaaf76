/** An index finds the stored answers that name a person, so that an erasure reads no other answers. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { removeFromStoredAnswers } from '../../../src/account/stored-answers.ts'
import { operations } from '../../../src/api.ts'
import { type Sql, sql } from '../../../src/db/sql.ts'
import { keyOf } from '../../../src/http/access-token.ts'
import { NEUTRAL_NAME } from '../../../src/resources/ref-json.ts'
import { prepare, send } from '../../conventions/recipes.ts'
import { type Service, idOf, newKey, testService } from '../../support.ts'
import { type World, worldOf } from '../../world.ts'
import { newMatch } from '../matches/recipes.ts'

let service: Service
let world: World

before(async () => {
  service = await testService()
  world = await worldOf(service)
})
after(() => service.close())

/**
 * `ids` are the ids that can stand for a user in an answer: the ids of the user, the canonical player, and the self ghost player.
 */
type Known = { id: string; issuer: string; subject: string; ids: string[] }

test('every stored answer to a change keeps the users that it names, without the caller', async () => {
  for (const operation of operations)
    if (operation.handling.kind === 'change' && !operation.handling.erases)
      await send(operation, await prepare(operation, world))
  const known = await service.db.many(sql<Known>`
    select u.id, u.issuer, u.subject, array[u.id, cp.id, gp.id]::text[] as ids
    from users u join canonical_players cp on cp.user_id = u.id join ghost_players gp on gp.owner_id = u.id and gp.is_self
    union all
    select id, 'scorebook', id::text, array[id]::text[] from accounts`)
  const answers = await service.db.many(sql<{ caller: string; body: string; users: string[] | null }>`
    select caller, body, users::text[] as users from idempotency_keys where body is not null`)
  let [named, unnamed] = [0, 0]
  for (const { caller, body, users } of answers) {
    const expected = known
      .filter((user) => keyOf(user) !== caller)
      .filter(({ ids }) => ids.some((id) => body.includes(`"id" : "${id}", "displayName"`)))
      .map(({ id }) => id)
    assert.deepEqual(users?.toSorted() ?? [], expected.toSorted(), body)
    if (expected.length > 0) named++
    else unnamed++
  }
  assert.ok(named >= 8 && unnamed > 50, `${named} answers name others, ${unnamed} do not`)
})

test('an erasure leaves nothing of the user in any stored answer, whichever operation made it', async () => {
  const { alice, bob, root } = world
  const { id, participantId } = await world.playedMatch()
  const dispute = `/matches/${id}/participants/${participantId}/dispute`
  assert.equal((await bob.post(dispute, { reason: 'Not so.' }, { 'if-match': '*' })).status, 200)
  assert.equal((await alice.patch(`/matches/${id}`, { editRequestsEnabled: true }, '*')).status, 200)
  const erna = await service.account('erna')
  await erna.get('/users/me')
  await service.db.many(sql`update accounts set email = 'erna@example.org' where id = ${erna.accountId}`)
  const roles = ['player', 'translator']
  assert.equal((await root.patch(`/accounts/${erna.accountId}`, { roles }, '*')).status, 200)
  type Person = { userId: string; canonicalPlayerId: string; accountId: string | null; ids: string[] }
  const people = await service.db.many(sql<Person>`
    select u.id as "userId", cp.id as "canonicalPlayerId", a.id as "accountId",
      array_remove(array[u.id, cp.id, gp.id, a.id], null)::text[] as ids
    from users u join canonical_players cp on cp.user_id = u.id join ghost_players gp on gp.owner_id = u.id and gp.is_self
    left join accounts a on u.issuer = 'scorebook' and u.subject = a.id::text`)
  const leftOf = async (person: Person) => {
    const answers = await service.db.many(sql<{ body: string }>`
      select body from idempotency_keys
      where users && array[${person.userId}::uuid, ${person.accountId ?? person.userId}::uuid]`)
    return answers.flatMap(({ body }) => objectsIn(JSON.parse(body)).flatMap((one) => traces(one, person)))
  }
  const before = (await Promise.all(people.map(leftOf))).flat()
  for (const trace of ['name', 'message', 'dispute', 'email'])
    assert.ok(before.includes(trace), `some answer has the ${trace} of a user: ${before.join(' ')}`)
  for (const person of people) {
    const { userId, canonicalPlayerId, accountId } = person
    const caller = { key: '', scopes: new Set<string>(), userId, canonicalPlayerId, erased: false }
    await service.db.many(removeFromStoredAnswers({ ...caller, accountId: accountId ?? undefined }))
    assert.deepEqual(await leftOf(person), [])
  }
})

function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.values(value).flatMap(objectsIn)
  return Array.isArray(value) ? inside : [value as Record<string, unknown>, ...inside]
}

/** What one object in an answer reveals about the person. */
function traces(
  one: Record<string, unknown>,
  { ids, userId, canonicalPlayerId }: { ids: string[]; userId: string; canonicalPlayerId: string },
): string[] {
  const idIn = (value: unknown) => (value as { id?: unknown } | undefined)?.id
  const isPerson = typeof one['id'] === 'string' && ids.includes(one['id'])
  const isClaim = idIn(one['canonicalPlayer']) === canonicalPlayerId && one['ghostPlayer'] !== undefined
  return [
    ...(isPerson && 'displayName' in one && one['displayName'] !== NEUTRAL_NAME ? ['name'] : []),
    ...(isPerson && 'email' in one ? ['email'] : []),
    ...(isClaim && 'message' in one ? ['message'] : []),
    ...(idIn(one['disputedBy']) === userId ? ['dispute'] : []),
  ]
}

test('a match of one’s own adds nothing to the index, whoever its ghost players are', async () => {
  const { alice } = world
  const { id } = (await alice.get('/users/me')).body.selfGhostPlayer
  const key = newKey()
  const made = await alice.post(
    '/matches',
    newMatch((await world.game()).id, id, (await world.ghostPlayer()).id),
    key,
  )
  assert.equal(made.status, 201, made.text)
  const { users } = await service.db.one(sql<{ users: string[] | null }>`
    select users from idempotency_keys where key = ${key['idempotency-key']}`)
  assert.equal(users, null, 'null is not in the index')
})

test('an erasure reads a few pages of the stored answers, however many there are', async () => {
  const by = await world.newcomer()
  const caller = await service.db.one(sql<{ userId: string; canonicalPlayerId: string }>`
    select user_id as "userId", id as "canonicalPlayerId" from canonical_players where user_id = ${await idOf(by)}`)
  await service.db.many(sql`
    insert into idempotency_keys (caller, key, fingerprint, status, body, users)
    select uuidv7(), uuidv7(), 'x', 200, '{"id" : "' || uuidv7() || '"}', case when n % 10 = 0 then array[uuidv7(), uuidv7()] end
    from generate_series(1, 20000) n`)
  const pages = await buffersOf(
    removeFromStoredAnswers({ key: '', scopes: new Set(), accountId: undefined, erased: false, ...caller }),
  )
  assert.ok(pages < 40, `${pages} pages`)
})

async function buffersOf(statement: Sql): Promise<number> {
  const [row] = await service.db.many(sql<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>`
    explain (analyze, buffers, format json) ${statement}`)
  const plan = row?.['QUERY PLAN'][0]?.Plan ?? {}
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
}
