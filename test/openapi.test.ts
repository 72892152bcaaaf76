/** The derived files are up to date, and the document is valid and follows the interface specification. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { operations } from '../src/api.ts'
import { PREFIX } from '../src/http/prefix.ts'
import { testDatabase } from './database.ts'
import { derivedFiles, derivedFromDatabase } from './derived.ts'
import { present } from './support.ts'

const root = new URL('../', import.meta.url)

interface Described {
  parameters: { $ref?: string }[]
  responses: Record<string, unknown>
}

const document = JSON.parse(present(derivedFiles()['openapi.json'])) as {
  paths: Record<string, Record<string, Described>>
}

const described = (method: string, path: string) =>
  present(document.paths[PREFIX + path]?.[method.toLowerCase()])

for (const [path, text] of Object.entries(derivedFiles())) {
  test(`${path} is what the code says (renew it with \`npm run derive\`)`, async () => {
    const kept = await readFile(new URL(path, root), 'utf8')
    // The order of the schemas is the order in which modules were loaded, so it depends on the test files that ran before.
    if (path.endsWith('.json')) assert.deepEqual(JSON.parse(text), JSON.parse(kept))
    else assert.equal(kept, text)
  })
}

test('migrations/schema.sql is what the migrations make (renew it with `npm run derive`)', async (t) => {
  const database = await testDatabase()
  t.after(() => database.close())
  for (const [path, text] of Object.entries(await derivedFromDatabase(database.connection)))
    assert.equal(await readFile(new URL(path, root), 'utf8'), text)
})

test('redocly finds no error and nothing to warn of', async () => {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const args = ['node_modules/@redocly/cli/bin/cli.js', 'lint', 'openapi.json', '--format=json']
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env })
  assert.deepEqual(JSON.parse(stdout).problems, [])
})

/** Each operation with its method, path, success status and error statuses, copied from the interface specification. */
const SPECIFIED = `
GET /matches/count 200 400,401,403,500
GET /matches/{matchId} 200 400,401,403,404,500
PATCH /matches/{matchId} 200 400,401,403,404,409,412,422,500
DELETE /matches/{matchId} 204 400,401,403,404,409,412,422,500
POST /matches 201 400,401,403,409,422,500
POST /matches/{matchId}/finalize 200 400,401,403,404,409,412,422,500
GET /matches/{matchId}/edits 200 400,401,403,404,500
POST /matches/{matchId}/edits 201 400,401,403,404,409,422,500
GET /matches/{matchId}/edits/{editId} 200 400,401,403,404,500
PATCH /matches/{matchId}/edits/{editId} 200 400,401,403,404,409,412,422,500
DELETE /claim-edges/{claimEdgeId} 204 400,401,403,404,409,412,422,500
POST /trusted-editors 201 400,401,403,409,422,500
POST /games 201 400,401,403,409,422,500
PATCH /games/{gameId} 200 400,401,403,404,409,412,422,500
POST /games/{gameId}/expansions 201 400,401,403,404,409,422,500
POST /playsets 201 400,401,403,409,422,500
PATCH /playsets/{playsetId} 200 400,401,403,404,409,412,422,500
PATCH /ghost-players/{ghostPlayerId} 200 400,401,403,404,409,412,422,500
GET /ghost-players/count 200 400,401,403,500
GET /privacy-settings/{privacySettingId} 200 400,401,403,404,500
PATCH /privacy-settings/{privacySettingId} 200 400,401,403,404,409,412,422,500
GET /groups 200 400,401,403,500
POST /groups/{groupId}/members 204 400,401,403,404,409,422,500
POST /communities 201 400,401,403,409,422,500
DELETE /communities/{communityId}/memberships/{userId} 204 400,401,403,404,409,422,500
POST /communities/{communityId}/membership-requests 201 400,401,403,404,409,422,500
POST /candidates/{candidateId}/reject 200 400,401,403,404,409,412,422,500
POST /pipeline/pause 200 400,401,403,409,422,500
GET /pipeline/status 200 400,401,403,500
POST /pipeline/import-rankings 200 400,401,403,409,422,500
POST /applications/{applicationId}/keys/import 200 400,401,403,404,409,422,500
DELETE /applications/{applicationId}/keys/{messageKey}/translations/{locale} 204 400,401,403,404,409,412,422,500`

for (const row of SPECIFIED.trim().split('\n')) {
  test(`${row} is specified and so described`, () => {
    const [method = '', path = '', success, errors] = row.split(' ')
    const { 429: rateLimited, ...others } = described(method, path).responses
    assert.ok(rateLimited, 'any request may come too many')
    assert.equal(Object.keys(others).join(','), `${success},${errors}`)
  })
}

test('every change takes an Idempotency-Key, and If-Match where it may answer 412', () => {
  for (const { id, method, path } of operations) {
    const { parameters, responses } = described(method, path)
    const takes = (name: string) => parameters.some(({ $ref }) => $ref === `#/components/parameters/${name}`)
    assert.equal(takes('IdempotencyKey'), method !== 'GET', id)
    assert.equal(takes('IfMatch') || takes('IfMatchWhereThere'), '412' in responses, id)
  }
})

test('every schema of a request or answer has an example, and the operation itself takes it', () => {
  const schemas = new Set(
    operations
      .filter(({ responds }) => responds.media === undefined)
      .flatMap(({ body, responds }) => [body, responds.schema])
      .filter((one) => one !== undefined),
  )
  for (const schema of schemas) {
    const { id, example } = schema.meta() ?? {}
    assert.ok(example !== undefined, `${id} has an example`)
    const checked = schema.safeParse(example)
    assert.ok(checked.success, `${id}: ${checked.error?.message}`)
  }
})

test('every example in the document is valid by its schema', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  for (const format of ['int32', 'int64']) ajv.addFormat(format, true)
  ajv.addSchema(document, 'document')
  const found = [...examples(document, '#')]
  assert.ok(found.length > 30, `${found.length} examples`)
  for (const { pointer, example } of found) {
    const valid = ajv.validate({ $ref: `document${pointer}` }, example)
    assert.ok(valid, `${pointer}: ${ajv.errorsText()}`)
  }
})

/** Finds all examples, each with a pointer to its schema. An example is inside its schema, or beside the key `schema`. */
function* examples(node: unknown, pointer: string): Generator<{ pointer: string; example: unknown }> {
  if (typeof node !== 'object' || node === null) return
  if ('example' in node) {
    yield { pointer: 'schema' in node ? `${pointer}/schema` : pointer, example: node.example }
  }
  for (const [key, value] of Object.entries(node)) {
    const step = encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))
    if (key !== 'example') yield* examples(value, `${pointer}/${step}`)
  }
}
