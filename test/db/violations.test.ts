/** The name of a violated constraint decides what the error means, even on a shard of a distributed PostgreSQL. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { raw } from '../../src/db/sql.ts'
import { withConstraints } from '../../src/db/violations.ts'
import { type Service, testService } from '../support.ts'

let service: Service

before(async () => {
  service = await testService()
})
after(() => service.close())

const taken = new Error('It is taken.')

/** Causes an error about a constraint with this name. */
async function violate(name: string) {
  const twice = service.db.transaction(async (tx) => {
    await tx.many(raw(`create temporary table shard (id int constraint ${name} unique)`))
    await tx.many(raw('insert into shard values (1), (1)'))
  })
  return withConstraints({ groups_name_key: () => taken }, twice)
}

test('the number of a shard is no part of a name', async () => {
  await assert.rejects(violate('groups_name_key'), taken)
  await assert.rejects(violate('groups_name_key_102022'), taken)
})

test('other names have no meaning', async () => {
  for (const name of ['groups_name_key_2', 'other_key', 'groups_name_key_102022_x'])
    await assert.rejects(violate(name), { code: '23505' })
})
