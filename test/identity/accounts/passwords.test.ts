/** Which passwords are allowed, how they are hashed, and how often somebody may guess. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../../../src/db/sql.ts'
import { common } from '../../../src/identity/accounts/common-passwords.ts'
import {
  faultOfPassword,
  hashPassword,
  isOutdated,
  verifyPassword,
} from '../../../src/identity/accounts/passwords.ts'
import { addressOf } from '../../../src/http/where-from.ts'
import { budgetsFrom, refunds, spend } from '../../../src/identity/accounts/throttle.ts'
import { testDatabase } from '../../database.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
before(async () => {
  database = await testDatabase()
})
after(() => database.close())

test('a password has 10 to 1,000 characters, and is not one that everybody uses', async () => {
  for (const good of [
    'tulip wagon 4',
    'dragon84715926',
    '8402938471x',
    '木'.repeat(3) + 'テーブルゲーム',
    '🎲🎲♟️🀄🃏🎯🎳🎰🎮🧩',
    `${'x'.repeat(998)}yz`,
  ])
    assert.equal(await faultOfPassword(good), undefined, good)
  for (const [bad, said] of [
    ['123456789', /at least 10/],
    ['é'.repeat(9).normalize('NFD'), /at least 10/],
    [`${'x'.repeat(1_000)}y`, /1,000 characters at most/],
    ['1234567890', /many people use/],
    ['QWERTYUIOP', /many people use/],
    ['dragondragondragon', /many people use/],
    ['zzzzzzzzzzzz', /many people use/],
    ['scorebook1', /many people use/],
    ['Scorebook2026', /many people use/],
    ['Summer2026!', /many people use/],
    ['letmein1234', /many people use/],
    ['!!dragon2026', /many people use/],
    ['P4ssw0rd!2026', /many people use/],
    ['tulip\u0000wagon', /control characters/],
    ['tulip\ud800wagon 4', /control characters/],
  ] as const)
    assert.match((await faultOfPassword(bad)) ?? '', said, bad)
  assert.match((await faultOfPassword('josephine2026', ['Josephine'])) ?? '', /must not be your name/)
  assert.match((await faultOfPassword('Josephine Baker', ['josephine baker'])) ?? '', /must not be your name/)
  assert.ok((await common()).size > 40_000)
})

test('a password fits however it was typed, and its hash has a salt of its own', async () => {
  const [one, other] = await Promise.all([hashPassword('crème brûlée 42'), hashPassword('crème brûlée 42')])
  assert.notEqual(one, other)
  assert.ok(await verifyPassword('crème brûlée 42'.normalize('NFD'), one))
  assert.ok(await verifyPassword('crème\u00a0brûlée\u300042', one))
  assert.equal(await verifyPassword('creme brulee 42', one), false)
  assert.equal(await verifyPassword('Crème brûlée 42', one), false)
  for (const none of [undefined, null]) assert.equal(await verifyPassword('', none), false)
  assert.equal(isOutdated(one), false)
  assert.equal(isOutdated('$scrypt$ln=14,r=8,p=1$AAAA$AAAA'), true)
})

test('a budget is used up by those who come at once, and comes back', async () => {
  const { db } = database
  const budget = [{ of: 'name', whose: 'alma' }] as const
  const all = await Promise.all(Array.from({ length: 25 }, () => spend(db, budget)))
  assert.equal(all.filter(Boolean).length, 10)
  assert.equal(await spend(db, [{ of: 'name', whose: 'bruno' }]), true)
  for (const refund of refunds(budget)) await db.many(refund)
  assert.equal(await spend(db, budget), true)
  assert.equal(await spend(db, budget), false)
  await db.many(sql`update sign_in_budgets set full_at = full_at - interval '30 seconds'`)
  assert.equal(await spend(db, budget), true, 'one comes back after 30 s')
  assert.equal(await spend(db, budget), false)
  await db.many(sql`update sign_in_budgets set full_at = now() - interval '1 day'`)
  const later = await Promise.all(Array.from({ length: 25 }, () => spend(db, budget)))
  assert.equal(later.filter(Boolean).length, 10, 'a rest gives no more than there were')
})

test('a home line has twice the attempts of an address, a site four times, and a refused attempt costs nothing', async () => {
  const { db } = database
  const from = (address: string) => budgetsFrom('recovery', address)
  const spends = async (address: string, times: number) => {
    let taken = 0
    for (let n = 0; n < times; n++) if (await spend(db, from(address))) taken++
    return taken
  }
  const taken: number[] = []
  for (const ip of [
    '2001:db8:7:100::1',
    '2001:db8:7:1ff::1',
    '2001:db8:7:101::1',
    '2001:db8:7:200::1',
    '2001:db8:7:300::1',
  ])
    taken.push(await spends(addressOf(ip), 15))
  assert.deepEqual(taken, [10, 10, 0, 10, 10])
  assert.equal(await spends(addressOf('2001:db8:7:400::1'), 1), 0, 'the site has none left')
  assert.equal(await spends(addressOf('2001:db8:8::1'), 15), 10)
  await Promise.all(refunds(from(addressOf('2001:db8:7:400::1'))).map((refund) => db.many(refund)))
  assert.equal(await spends(addressOf('2001:db8:7:400::1'), 15), 1, 'its own ten were not touched')
  assert.equal(await spends('198.51.100.1', 15), 10)
})

test('an IPv6 network counts as one address, and the port of a connection not at all', () => {
  for (const [ip, address] of [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:DB8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
    ['192.0.2.1:4711', '192.0.2.1'],
    ['[2001:db8::1]:4711', '2001:db8:0:0::/64'],
    ['[2001:db8::1]', '2001:db8:0:0::/64'],
  ] as const)
    assert.equal(addressOf(ip), address)
})
