/** Addresses that mail is sent to. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailAddress } from '../../src/http/schema/address.ts'

test('line breaks and control characters in an address are refused with a sentence, also at its ends', () => {
  for (const wrong of ['a@example.org\r\n', '\ta@example.org', 'a\0b@example.org', 'a@example.org\u2028']) {
    const { success, error } = mailAddress().safeParse(wrong)
    assert.equal(success, false, JSON.stringify(wrong))
    assert.deepEqual(
      error?.issues.map(({ message }) => message),
      ['must have no line breaks, tabs or other control characters'],
    )
  }
  assert.equal(mailAddress().parse(' alma@example.org '), 'alma@example.org')
})
