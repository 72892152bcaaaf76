/** Uploads and deletions of one game's image at once, a hundred rounds each. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { sql } from '../../src/db/sql.ts'
import type { Reply } from '../support.ts'
import { testWorld } from '../world.ts'
import { ROUNDS, deadlocks, statuses } from './statuses.ts'

const { service, world } = await testWorld()
const { editor } = world

const square = (background: string) =>
  sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer()
const [red, blue] = [await square('#c00'), await square('#00c')]

const put = (path: string, body: Buffer, etag: string) =>
  editor.put(path, body, etag, { 'content-type': 'image/png' })

const digestOf = async (id: string): Promise<string | undefined> =>
  (await editor.get(`/game-images?filter=gameId==${id}`)).body.items[0]?.digest

/** The images that uploads alone leave. */
async function digestsOf(): Promise<Record<'red' | 'blue', string | undefined>> {
  const [one, other] = [await world.game(), await world.game()]
  await put(`/games/${one.id}/image`, red, one.etag)
  await put(`/games/${other.id}/image`, blue, other.etag)
  return { red: await digestOf(one.id), blue: await digestOf(other.id) }
}

/** Each change that was done has raised the version and written an event, and no other has. */
async function mustHaveHappened(id: string, replies: Reply[], before = 1): Promise<void> {
  const done = replies.filter(({ status }) => status === 200).length
  const { version, events } = await service.db.one(sql<{ version: number; events: number }>`
    select version, (select count(*)::int from events where subject_id = ${id} and kind = 'game.updated') as events
    from games where id = ${id}`)
  assert.deepEqual([version, events], [before + done, before - 1 + done])
}

test('of two uploads for one version one is stored, and the other gets 412', async () => {
  const digests = await digestsOf()
  for (let round = 0; round < ROUNDS; round++) {
    const { id, etag } = await world.game()
    const path = `/games/${id}/image`
    const replies = await Promise.all([put(path, red, etag), put(path, blue, etag)])
    assert.equal(statuses(replies), '200 412')
    const wins = replies[0]?.status === 200 ? digests.red : digests.blue
    assert.equal(await digestOf(id), wins)
    await mustHaveHappened(id, replies)
  }
})

test('of an upload and a deletion for one version one is done', async () => {
  const digests = await digestsOf()
  for (let round = 0; round < ROUNDS; round++) {
    const { id, etag } = await world.game()
    const path = `/games/${id}/image`
    const first = await put(path, red, etag)
    const replies = await Promise.all([put(path, blue, first.etag), editor.delete(path, first.etag)])
    assert.equal(statuses(replies), '200 412')
    assert.equal(await digestOf(id), replies[0]?.status === 200 ? digests.blue : undefined)
    await mustHaveHappened(id, replies, 2)
  }
})

test('of two deletions of any version one is done, and an upload beside them comes before or after', async () => {
  const before = await deadlocks(service.db)
  const digests = await digestsOf()
  for (let round = 0; round < ROUNDS; round++) {
    const { id, etag } = await world.game()
    const path = `/games/${id}/image`
    await put(path, red, etag)
    const replies = await Promise.all([
      editor.delete(path, '*'),
      editor.delete(path, '*'),
      put(path, blue, '*'),
    ])
    const [one, other, upload] = replies.map(({ status }) => status)
    assert.equal(upload, 200)
    assert.ok([one, other].every((status) => status === 200 || status === 404))
    assert.ok(one === 200 || other === 200)
    const digest = await digestOf(id)
    assert.ok(digest === undefined || digest === digests.blue)
    await mustHaveHappened(id, replies, 2)
  }
  assert.equal(await deadlocks(service.db), before)
})
