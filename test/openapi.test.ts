/** The document: derived, sound, and to the letter of the interface specification. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { operations } from '../src/api.ts'
import { errorStatuses } from '../src/http/openapi.ts'
import { derivedFiles } from './derived.ts'
import { present } from './support.ts'

const root = new URL('../', import.meta.url)

for (const [path, text] of Object.entries(derivedFiles())) {
  test(`${path} is what the code says (renew it with \`npm run openapi\`)`, async () => {
    assert.equal(await readFile(new URL(path, root), 'utf8'), text)
  })
}

test('redocly finds no error and nothing to warn of', async () => {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const args = ['node_modules/@redocly/cli/bin/cli.js', 'lint', 'openapi.json', '--format=json']
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env })
  assert.deepEqual(JSON.parse(stdout).problems, [])
})

/** Method, path, success and error statuses, as the interface specification has them. */
const SPECIFIED = `
GET /matches/count 200 400,401,403,500
GET /matches/{matchId} 200 400,401,403,404,500
PATCH /matches/{matchId} 200 400,401,403,404,409,412,422,500
DELETE /matches/{matchId} 204 400,401,403,404,409,412,422,500
POST /matches 201 400,401,403,409,422,500
POST /matches/{matchId}/finalize 200 400,401,403,404,409,412,422,500
POST /games 201 400,401,403,409,422,500
PATCH /games/{gameId} 200 400,401,403,404,409,412,422,500
POST /games/{gameId}/expansions 201 400,401,403,404,409,422,500
POST /playsets 201 400,401,403,409,422,500
PATCH /playsets/{playsetId} 200 400,401,403,404,409,412,422,500
PATCH /ghost-players/{ghostPlayerId} 200 400,401,403,404,409,412,422,500
GET /ghost-players/count 200 400,401,403,500`

for (const row of SPECIFIED.trim().split('\n')) {
  test(`${row} is specified and so described`, () => {
    const [method, path, success, errors] = row.split(' ')
    const operation = present(operations.find((one) => one.method === method && one.path === path))
    assert.equal(String(operation.responds.status), success)
    assert.equal(errorStatuses(operation).join(','), errors)
  })
}

test('every example is valid by its own schema', () => {
  const schemas = new Set(
    operations.flatMap(({ body, responds }) => [body, responds.schema]).filter((one) => one !== undefined),
  )
  for (const schema of schemas) {
    const { id, example } = schema.meta() ?? {}
    assert.ok(example !== undefined, `${id} has an example`)
    const checked = schema.safeParse(example)
    assert.ok(checked.success, `${id}: ${checked.error?.message}`)
  }
})
