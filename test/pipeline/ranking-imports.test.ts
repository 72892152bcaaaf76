/** The imports of the ranking, with the rows that could not be read. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Person, type Service, testService } from '../support.ts'

let service: Service
let editor: Person
before(async () => {
  service = await testService()
  editor = await service.as('editor', { roles: ['catalog-editor'] })
})
after(() => service.close())

const upload = (csv: string) => editor.post('/pipeline/import-rankings', csv, { 'content-type': 'text/csv' })
const imports = async () => (await editor.get('/rankings/imports')).body.items

test('each unreadable row is shown with its line, its text and the reason', async () => {
  const rows = [
    'id,name,rank',
    '1,Harbour Lights,1',
    '2,"Rising Tides,2',
    '',
    '3,Salt Road,3,4',
    'x,Mill Race,4',
    '1,Harbour Lights again,5',
    '4,,6',
    '5,Copper Lights,last',
    `6,${'A'.repeat(70_000)},7`,
    `7,${'B'.repeat(400)},x`,
  ]
  const reply = await upload(`\uFEFF${rows.join('\r\n')}\r\n`)
  assert.deepEqual(reply.body, { storedRows: 1, unreadableRows: 8 })
  const [{ id, createdAt, user, unreadable, ...rest }] = await imports()
  assert.ok(id && Date.parse(createdAt) <= Date.now())
  assert.equal(user.displayName, 'editor')
  assert.deepEqual(rest, { storedRows: 1, unreadableRows: 8 })
  assert.deepEqual(unreadable, [
    { line: 3, text: '2,"Rising Tides,2', reason: 'QUOTES' },
    { line: 5, text: '3,Salt Road,3,4', reason: 'FIELD_COUNT' },
    { line: 6, text: 'x,Mill Race,4', reason: 'ID' },
    { line: 7, text: '1,Harbour Lights again,5', reason: 'REPEATED_ID' },
    { line: 8, text: '4,,6', reason: 'NAME' },
    { line: 9, text: '5,Copper Lights,last', reason: 'NUMBER' },
    { line: 10, text: '', reason: 'TOO_LONG' },
    { line: 11, text: `7,${'B'.repeat(198)}`, reason: 'NUMBER' },
  ])
})

test('of many unreadable rows the first hundred are kept, NUL is left out, and nothing is lost', async () => {
  const rows = Array.from({ length: 250 }, (_, n) => `x${n}\0,A,1`)
  const { body } = await upload(`id,name,rank\n${rows.join('\n')}\n`)
  assert.deepEqual(body, { storedRows: 0, unreadableRows: 250 })
  const [{ unreadable }] = await imports()
  assert.deepEqual([unreadable.length, unreadable[99].line], [100, 101])
  assert.equal(unreadable[0].text, 'x0,A,1')
})

test('an import that fails leaves no trace, and the list goes from the newest to the oldest', async () => {
  const before = (await editor.get('/rankings/imports/count')).body.count
  assert.equal((await upload('name\nA\n')).status, 400)
  assert.equal((await editor.get('/rankings/imports/count')).body.count, before)
  assert.equal((await upload('id,name,rank\n9,Nine,9\n')).status, 200)
  const stored = (await imports()).map(({ storedRows }: { storedRows: number }) => storedRows)
  assert.deepEqual(stored, [1, 0, 1])
  const { body } = await editor.get('/rankings/imports?limit=1&sort=createdAt')
  assert.equal(body.items[0].unreadableRows, 8)
})
