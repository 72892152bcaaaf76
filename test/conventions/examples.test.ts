/** Every example in the document works, after its ids were replaced by existing ones. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '../../src/api.ts'
import { sql } from '../../src/db/sql.ts'
import { PREFIX } from '../../src/http/prefix.ts'
import { derivedFiles } from '../derived.ts'
import { newCatalog } from '../messages/recipes.ts'
import { present } from '../support.ts'
import type { Prepared } from './recipe.ts'
import { type World, testWorld } from '../world.ts'
import { prepare, send } from './recipes.ts'

const { service, world } = await testWorld()

test("the document's example of an Idempotency-Key is one that is taken", async () => {
  const key = present(document.components.parameters['IdempotencyKey']).example
  const reply = await world.alice.post('/groups', { displayName: 'Friends' }, { 'idempotency-key': key })
  assert.equal(reply.status, 201, reply.text)
})

interface Described {
  parameters: { $ref?: string; name: string; in: string; example?: unknown }[]
  requestBody?: { content: Record<string, { schema: { $ref?: string }; example?: unknown }> }
}

const document = JSON.parse(present(derivedFiles()['openapi.json'])) as {
  paths: Record<string, Record<string, Described>>
  components: {
    schemas: Record<string, { example?: unknown }>
    parameters: Record<string, { example: string }>
  }
}

for (const operation of operations) {
  const { id, method, path, responds, ifMatch } = operation
  const { parameters, requestBody } = present(document.paths[PREFIX + path]?.[method.toLowerCase()])

  if (requestBody && !operation.bytes) {
    test(`${id} takes the document's example of its body`, async () => {
      const [type, content] = present(Object.entries(requestBody.content)[0])
      const name = content.schema.$ref?.split('/').at(-1) ?? ''
      const example = content.example ?? document.components.schemas[name]?.example
      assert.ok(example !== undefined, `${id} has an example`)
      const prepared = (await OWN[id]?.(world)) ?? (await prepare(operation, world))
      const body = typeof example === 'string' ? example : await withIds(example as Body, prepared)
      const reply = await send(operation, { ...prepared, body }, { 'content-type': type })
      assert.ok(reply.status === responds.status || (responds.orCreated && reply.status === 201), reply.text)
    })
  }

  const examples = parameters.filter((one) => one.in === 'query' && one.example !== undefined)
  if (examples.length > 0) {
    test(`${id} takes the document's examples of its query`, async () => {
      const prepared = await prepare(operation, world)
      assert.equal(ifMatch, false)
      const query = new URLSearchParams(
        examples.map(({ name, example }): [string, string] => [name, String(example)]),
      )
      const reply = await send(operation, { ...prepared, path: `${prepared.path}?${query}` })
      assert.equal(reply.status, responds.status, reply.text)
    })
  }
}

type Body = Record<string, unknown>

/** The requests for examples that do not fit the recipe's request. */
const OWN: Record<string, (world: World) => Promise<Prepared>> = {
  async writeTranslation({ editor, application }) {
    const path = `/applications/${(await application()).id}/keys/table.players/translations/de`
    return { by: editor, path, headers: { 'if-none-match': '*' } }
  },
  // A file names its application.
  async importTranslationFile({ editor }) {
    const applicationId = 'table-companion'
    const path = `/applications/${applicationId}`
    await editor.post('/applications', { applicationId, displayName: 'Table Companion', baseLocale: 'en' })
    await editor.post(`${path}/keys/import`, newCatalog())
    return { by: editor, path: `${path}/locales/de/import/json` }
  },
  // The service accepts an email address only while it can send mail.
  async updateNotifications({ alice }) {
    await sendMail()
    const path = '/users/me/notifications'
    return { by: alice, path, etag: (await alice.get(path)).etag }
  },
  async inviteToGhostPlayer({ alice, ghostPlayer }) {
    await sendMail()
    return { by: alice, path: `/ghost-players/${(await ghostPlayer()).id}/invitations` }
  },
  async inviteTrustedEditor({ alice }) {
    await sendMail()
    return { by: alice, path: '/trusted-editors/invitations' }
  },
}

const sendMail = () => service.db.many(sql`update mail_head set sending_until = now() + interval '1 hour'`)

/**
 * Replaces the ids in the example by those at the same places in the prepared request. It makes expansions for the request's
 * game.
 */
async function withIds(example: Body, { by, path, body }: Prepared): Promise<Body> {
  const ids = new Map<string, string>()
  collect(example, body, ids)
  const open = [...new Set(JSON.stringify(example).match(UUID) ?? [])].filter((id) => !ids.has(id))
  for (const id of open) {
    const gameId =
      ids.get(String(example['gameId'])) ?? (await by.get(path.replace(/\/edits$/, ''))).body.game.id
    ids.set(id, (await world.expansion(gameId)).id)
  }
  return JSON.parse(JSON.stringify(example).replaceAll(UUID, (id) => ids.get(id) ?? id)) as Body
}

/** Finds ids, and the secret of an invitation. */
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|0{43}/g

function collect(example: unknown, real: unknown, ids: Map<string, string>): void {
  if (typeof example === 'string' && typeof real === 'string' && example.search(UUID) === 0)
    ids.set(example, real)
  if (typeof example !== 'object' || typeof real !== 'object' || example === null || real === null) return
  for (const [key, part] of Object.entries(example)) collect(part, (real as Body)[key], ids)
}
