/** `scorebook call`: what it sends, what it prints, and how it fails. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { call } from '../../src/cli/call.ts'
import { type CommandContext, readOptions } from '../../src/cli/command.ts'
import { freePort } from '../../src/db/embedded/address.ts'
import { type Service, testService } from '../support.ts'

let service: Service
let env: NodeJS.ProcessEnv
let token: string

before(async () => {
  service = await testService()
  const port = await freePort()
  await service.app.listen({ host: '127.0.0.1', port })
  env = { SCOREBOOK_BASE_URL: `http://127.0.0.1:${port}` }
  ;({ token } = await service.as('alice'))
})
after(() => service.close())

/** What it printed, and its exit code. */
async function run(...args: string[]): Promise<{ printed: string; code: number }> {
  const lines: string[] = []
  const surroundings: CommandContext = { env, cwd: '/', print: (line) => lines.push(line) }
  const code = await call.run(readOptions(call, [...args, '--token', token]), surroundings)
  return { printed: lines.join('\n'), code: code ?? 0 }
}

test('a change has a key of its own, and a field of the answer is picked', async () => {
  const body = '{"displayName": "Friends"}'
  const first = await run('post', '/groups', '-d', body, '--pick', 'id')
  const second = await run('post', '/groups', '-d', body, '--pick', 'id')
  assert.match(first.printed, /^[0-9a-f-]{36}$/)
  assert.notEqual(first.printed, second.printed)
  const listed = await run(
    'get',
    '/groups',
    '-q',
    `filter=id==${first.printed}`,
    '-p',
    'items[0].displayName',
  )
  assert.deepEqual(listed, { printed: 'Friends', code: 0 })
})

test('a version is read from where it is, or given', async () => {
  const { printed: id } = await run('post', '/groups', '-d', '{"displayName": "Friends"}', '-p', 'id')
  const body = '{"displayName": "Foes"}'
  const changed = await run('patch', `/groups/${id}`, '--etag-of', `/groups/${id}`, '-d', body, '-i')
  assert.match(changed.printed, /^HTTP\/1\.1 200 OK\n[^]*\netag: "2"\n[^]*\n\n\{"id":/)
  assert.deepEqual(await run('get', `/api/v1/groups/${id}`, '--pick-header', 'ETag'), {
    printed: '"2"',
    code: 0,
  })
  const stale = await run('patch', `/groups/${id}`, '-H', 'If-Match: "1"', '-d', body)
  assert.equal(stale.code, 1)
  assert.match(stale.printed, /"status":412/)
  assert.deepEqual(await run('delete', `/groups/${id}`, '--etag-of', `/groups/${id}`), {
    printed: '',
    code: 0,
  })
})

test('a refusal is not printed where a field was to be', async () => {
  assert.deepEqual(await run('get', '/groups/none', '--pick', 'id'), { printed: '', code: 1 })
})

test('what is called wrongly, or not there, is told', async () => {
  for (const [args, told] of [
    [['fetch', '/groups'], /METHOD must be one of GET/],
    [['get', 'groups'], /PATH must begin with \//],
    [['get', '/groups', '-q', 'limit'], /--query must be NAME=VALUE, not 'limit'/],
    [['get', '/groups', '-H', 'x'], /--header must be 'NAME: VALUE'/],
    [['post', '/groups', '-d', '@none.json'], /\/none\.json cannot be read: there is no such file/],
    [['get', '/groups', '-p', 'nothing'], /The answer has no field nothing\./],
  ] as const)
    await assert.rejects(run(...args), told)
  env = { SCOREBOOK_BASE_URL: `http://127.0.0.1:${await freePort()}` }
  await assert.rejects(run('get', '/groups'), /cannot be reached: nothing listens there\. Start the service/)
})
