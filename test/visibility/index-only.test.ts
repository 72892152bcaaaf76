/** Lists and counts of matches without a filter need only the indexes. */
import assert from 'node:assert/strict'
import { createSecretKey, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { operations } from '../../src/api.ts'
import type { UserCaller } from '../../src/http/caller.ts'
import { present } from '../support.ts'

const caller: UserCaller = {
  key: 'somebody',
  userId: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a10',
  canonicalPlayerId: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a11',
  scopes: new Set(),
  accountId: undefined,
  erased: false,
}

function textOf(id: string, query: Record<string, string>): string {
  const { handling, query: reader } = present(operations.find((operation) => operation.id === id))
  assert.ok(handling.kind === 'read')
  const read = present(
    reader.read(new Map(Object.entries(query)), '/', createSecretKey(randomBytes(32))).value,
  )
  const params = { canonicalPlayerId: caller.canonicalPlayerId }
  return handling.statement({ caller, params, query: read, body: undefined }).text
}

for (const id of ['listMatches', 'countMatches', 'listHistory', 'countHistory']) {
  test(`${id} looks into the matches of a participant only where a filter asks for more than its index has`, () => {
    const joined = 'participants mp join matches m'
    const [whole, filtered] = [textOf(id, {}), textOf(id, { filter: 'gameName==harbour' })]
    const final = /from participants mp\s+where [^]*?mp\.match_final\b/
    assert.match(whole, final)
    assert.doesNotMatch(filtered, final)
    assert.ok(filtered.includes(joined))
  })
}
