/** What people and steps did with a candidate, in order, and which of these people a reader sees. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Failed, Unusable } from '../../src/pipeline/outside/failures.ts'
import {
  type Bench,
  COMPLETE,
  RULES,
  act,
  interpretation,
  made,
  newId,
  rulebook,
  testPipeline,
  thing,
  timePasses,
} from './pipeline.ts'

let bench: Bench
before(async () => {
  bench = await testPipeline()
})
after(() => bench.close())

interface Activity {
  kind: string
  step?: string
  user?: { id: string; displayName: string }
  fields?: string[]
  url?: string
  reason?: string
  nextAttemptAt?: string
  createdAt: string
}

async function activityOf(id: string, as = bench.editor): Promise<Activity[]> {
  const { status, body } = await as.get(`/candidates/${id}/activity?sort=createdAt:ASC&limit=100`)
  assert.equal(status, 200)
  return body.items
}

/** What happened, in short: the kind, and the step or the person. */
const told = (all: Activity[]) => all.map(({ kind, step, user }) => [kind, step ?? user?.displayName])

test('from the catalogue to the published game, each thing is noted once and in its order', async () => {
  const id = newId()
  assert.equal((await bench.editor.post('/pipeline/enrich', { catalogIds: [id] })).status, 200)
  bench.services.catalogue = async (ids) => ids.map((one) => thing(one))
  await bench.all('ENRICH_FROM_CATALOG')
  const [{ id: candidate }] = (await bench.editor.get(`/candidates?filter=catalogId==${id}`)).body.items
  bench.services.rulebooks.read = async () => {
    throw new Failed('rules.example.org answered 503.')
  }
  await bench.turn('COLLECT_RULES')
  const [, failed] = await activityOf(candidate)
  assert.equal(failed?.reason, 'rules.example.org answered 503.')
  assert.ok(Date.parse(failed?.nextAttemptAt ?? '') > Date.now())
  await timePasses(bench)
  bench.services.rulebooks.read = async (url) => rulebook(url)
  await bench.all('COLLECT_RULES')
  bench.services.interpreter = async () => interpretation()
  await bench.all('INTERPRET_RULES')
  assert.equal((await bench.editor.patch(`/candidates/${candidate}`, { minAge: 12 }, '*')).status, 200)
  assert.equal((await act(bench, candidate, 'approve', { playingTime: 75 })).status, 200)
  await bench.all('PUBLISH')
  const all = await activityOf(candidate)
  assert.deepEqual(told(all), [
    ['ENRICHED', 'ENRICH_FROM_CATALOG'],
    ['ATTEMPT_FAILED', 'COLLECT_RULES'],
    ['SOURCE_READ', 'COLLECT_RULES'],
    ['RULES_COLLECTED', 'COLLECT_RULES'],
    ['INTERPRETED', 'INTERPRET_RULES'],
    ['CHANGED', 'editor'],
    ['APPROVED', 'editor'],
    ['PUBLISHED', 'PUBLISH'],
  ])
  assert.equal(all[2]?.url, RULES)
  assert.deepEqual(all[5]?.fields, ['minAge'])
  assert.deepEqual(all[6]?.fields, ['playingTime'])
  const count = async (filter: string) =>
    (await bench.editor.get(`/candidates/${candidate}/activity/count?filter=${filter}`)).body.count
  assert.deepEqual([await count('kind==APPROVED'), await count('step==COLLECT_RULES')], [1, 3])
})

test('sources that could not be read are noted with the reason, and so is the end of the step', async () => {
  const { body } = await made(bench)
  const url = `https://rules.example.org/${newId()}.pdf`
  const { body: source } = await bench.editor.post(`/candidates/${body.id}/rule-sources`, { url })
  bench.services.rulebooks.read = async (at) => {
    throw new Unusable(`${new URL(at).host} has no text.`)
  }
  await bench.all('COLLECT_RULES')
  const gone = await bench.editor.delete(`/candidates/${body.id}/rule-sources/${source.id}`, '*')
  assert.equal(gone.status, 204)
  assert.equal((await act(bench, body.id, 'retry')).status, 200)
  assert.equal((await act(bench, body.id, 'reject')).status, 200)
  const all = await activityOf(body.id)
  assert.deepEqual(told(all), [
    ['CREATED', 'editor'],
    ['SOURCE_ADDED', 'editor'],
    ['SOURCE_READ', 'COLLECT_RULES'],
    ['SOURCE_READ', 'COLLECT_RULES'],
    ['FAILED', 'COLLECT_RULES'],
    ['SOURCE_DELETED', 'editor'],
    ['RETRIED', 'editor'],
    ['REJECTED', 'editor'],
  ])
  assert.deepEqual(
    all.filter(({ kind }) => kind === 'SOURCE_READ').map((read) => [read.url, read.reason]),
    [
      [url, 'rules.example.org has no text.'],
      [RULES, 'rules.example.org has no text.'],
    ],
  )
  assert.match(all[4]?.reason ?? '', /^No rulebook could be read/)
})

test('an expansion whose base game is rejected is blocked, with the reason', async () => {
  const catalogId = newId()
  const { body: base } = await made(bench, { catalogId, ...COMPLETE })
  const { body: expansion } = await made(bench, { isExpansion: true, baseGameCatalogId: catalogId })
  assert.equal((await act(bench, expansion.id, 'approve')).status, 200)
  assert.equal((await act(bench, base.id, 'reject')).status, 200)
  const all = await activityOf(expansion.id)
  assert.deepEqual(told(all).slice(-1), [['BLOCKED', 'PUBLISH']])
  assert.match(all.at(-1)?.reason ?? '', /base game of this expansion was rejected/)
})

test('somebody who may not see the person who decided reads that a player did', async () => {
  const { body } = await made(bench)
  const colleague = await bench.service.as('colleague', { roles: ['catalog-editor'] })
  const settings = (await bench.editor.get('/privacy-settings?filter=dataType==PROFILE')).body.items
  const level = { level: 'PRIVATE' }
  const hidden = await bench.editor.patch(`/privacy-settings/${settings[0]?.id}`, level, '*')
  assert.equal(hidden.status, 200, hidden.text)
  const [mine, theirs] = [await activityOf(body.id), await activityOf(body.id, colleague)]
  assert.deepEqual([mine[0]?.user?.displayName, theirs[0]?.user?.displayName], ['editor', 'Player'])
})

test('a change that was refused is not noted', async () => {
  const { body } = await made(bench)
  assert.equal((await bench.editor.patch(`/candidates/${body.id}`, { minAge: 12 }, '"9"')).status, 412)
  assert.equal((await act(bench, body.id, 'approve')).status, 400)
  assert.deepEqual(told(await activityOf(body.id)), [['CREATED', 'editor']])
})
