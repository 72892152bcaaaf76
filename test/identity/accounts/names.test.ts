/** Nobody can take a name that looks like another account's name. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../../../src/db/sql.ts'
import { uuidv7 } from '../../../src/db/uuid.ts'
import { createAccount, mustBeFree, rename } from '../../../src/identity/accounts/store.ts'
import { findOrCreateAccount } from '../../../src/identity/embedded-issuer.ts'
import { testDatabase } from '../../database.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
before(async () => {
  database = await testDatabase()
})
after(() => database.close())

const make = (name: string) => createAccount(database.db, { id: uuidv7(), name, roles: ['player'] })

test('people take names in their own script, and in several', async () => {
  const names =
    'Анна,Anna Анна,José,Đặng,山田taro,ユーザーabc,김철수KIM,Ναταλία,أحمد,नमस्ते,O’Neill,ㅋㅋ,ᏣᎳᎩ,שרה,ไทย,Петя_1990,Ångström,ʻOkina,ᚠᚢᚦ,漢ㄅㄆabc,Zoë 🙂'
  for (const name of names.split(',')) assert.equal((await make(name)).name, name)
})

test('a word that mixes scripts is no name', async () => {
  for (const name of 'bоss,pаypаl,Αdmin,Ꭺdmin,рау-pal,the bоss,漢Кир,あ김,ᚠboss,Անna'.split(','))
    await assert.rejects(make(name), /one alphabet only in each word/, name)
})

const ALIKE: [name: string, ...alike: string[]][] = [
  ['boss', 'ｂｏｓｓ', 'ＢＯＳＳ', '𝐛𝐨𝐬𝐬', 'ⓑⓞⓢⓢ', 'ʙᴏꜱꜱ', 'BOSS'],
  ['cope', 'соре', 'СОРЕ', 'ϲορε'],
  ['BOB', 'ВОВ', 'ΒΟΒ'],
  ['Noël', 'Noe\u0308l', 'ɴᴏᴇ\u0308ʟ'],
  ['Хор', 'Xop'],
  ['admin', 'adm\u0131n', 'ɑdmin'],
  ['ﬁnn', 'finn'],
]

for (const [name, ...alike] of ALIKE)
  test(`while somebody is ${name}, nobody takes what looks like it`, async () => {
    await make(name)
    const other = await make(`other ${name.length} ${uuidv7()}`)
    for (const one of alike) {
      const refused = /(looks like the name of|is taken by) another account/
      await assert.rejects(make(one), refused, one)
      await assert.rejects(rename(database.db, other.id, one), refused, one)
      await assert.rejects(mustBeFree(database.db, one), refused, one)
    }
  })

test('names that differ to the eye are different names', async () => {
  for (const name of [
    'Oleg',
    'Олег',
    'anna1',
    'annal',
    'Nova',
    'вера',
    'Vera',
    'Müller',
    'Muller',
    'Σοφία',
    'Sofia',
  ])
    assert.equal((await make(name)).name, name)
})

test('people can change the case and the spelling of their own name', async () => {
  const { id } = await make('wolf')
  for (const name of ['WOLF', 'ｗｏｌｆ', 'wolf']) await rename(database.db, id, name)
  const [row] = await database.db.many(sql<{ name: string }>`select name from accounts where id = ${id}`)
  assert.equal(row?.name, 'wolf')
})

test('of two look-alikes at the same time, one account is made', async () => {
  for (let round = 0; round < 20; round++) {
    const names = [`cap ${round}`, `сар ${round}`, `ｃａｐ ${round}`]
    const made = await Promise.allSettled(names.map(make))
    assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 1)
  }
})

test('a name that is long in compatibility form has its place in the index', async () => {
  const letters = ['\ufdfa', '\ufdfb', '\ufdf2', '\ufdf3']
  for (let n = 0; n < 5; n++) {
    const random = Array.from({ length: 100 }, () => letters[Math.floor(Math.random() * letters.length)])
    assert.ok(await make(random.join('')).catch((error: unknown) => /another account/.test(String(error))))
  }
})

test('a token of the shell makes no account that looks like another', async () => {
  const { id } = await make('shell')
  assert.equal((await findOrCreateAccount(database.db, 'SHELL')).id, id)
  await assert.rejects(
    findOrCreateAccount(database.db, 'ｓｈｅｌｌ'),
    /looks like the name of another account/,
  )
})
