/**
 * The whole pipeline: a line of the ranking becomes a game and its expansion in the engine. A change is made once, although the
 * process is killed. The outside services are servers of this test that speak the real protocols.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, before, test } from 'node:test'
import { operations } from '../../../src/api.ts'
import { engineOf } from '../../../src/pipeline/engine.ts'
import { servicesOf } from '../../../src/pipeline/outside/connect.ts'
import { startPipeline } from '../../../src/pipeline/worker.ts'
import { sql } from '../../../src/db/sql.ts'
import { type Person, type Reply, type Service, testService } from '../../support.ts'
import { testServer } from '../../database.ts'
import { SETTINGS } from '../../pipeline/pipeline.ts'
import { TOKEN, catalogueServer, itemOf } from '../../pipeline/servers/catalogue.ts'
import { KEY, openaiServer } from '../../pipeline/servers/models.ts'
import { pdfOf } from '../../pipeline/servers/pdf.ts'
import { searxngServer } from '../../pipeline/servers/search.ts'
import { html, pdf, siteServer } from '../../pipeline/servers/site.ts'

let service: Service
let editor: Person
let pipeline: Awaited<ReturnType<typeof startPipeline>>
before(async () => {
  service = await testService()
  editor = await service.as('editor', { roles: ['catalog-editor'] })
})
after(async () => {
  await pipeline.stop()
  await service.close()
})

const LEASE = 3_000
const RULES = [
  'Harbour Lights is for 2 to 4 players and takes 45 to 60 minutes.',
  'On your turn move a boat, then light a pier or draw two cards from the deck.',
  'The game ends when the last pier is lit. Then everybody counts their points.',
  'The player with the most points wins the game.',
  'If there is a tie, the players who are tied share the victory with each other.',
]

test('from the ranking to the engine, once', async () => {
  const outside = await others()
  const services = servicesOf(outside.settings)
  const start = () =>
    startPipeline({
      db: service.db,
      services,
      engine: engineOf(operations, service.db),
      settings: SETTINGS,
      lease: LEASE,
      poll: 200,
      warn: (message, facts) => assert.fail(`${message} ${JSON.stringify(facts)}`),
    })
  pipeline = await start()
  const { steps } = (await editor.get('/pipeline/status')).body
  assert.ok(steps.every(({ running }: { running: boolean }) => running))

  const csv = 'id,name,yearpublished,rank,is_expansion\n7,Harbour Lights,2019,1,0\n8,Rising Tides,2021,2,1\n'
  const imported = await editor.post('/pipeline/import-rankings', csv, { 'content-type': 'text/csv' })
  assert.deepEqual(imported.body, { storedRows: 2, unreadableRows: 0 })

  const game = await until(7, ({ stage }) => stage === 'INTERPRETED')
  const expansion = await until(8, ({ stage }) => stage === 'INTERPRETED')
  assert.deepEqual(outside.catalogue.calls.flat().toSorted(), ['7', '8'])
  const { scoreType, winCondition, reliability, minPlayers, isExpansion } = game.body
  assert.deepEqual(
    [scoreType, winCondition, reliability, minPlayers, isExpansion],
    ['SCORE', 'HIGHER_WINS', 'HIGH', 2, false],
  )
  assert.deepEqual([expansion.body.isExpansion, expansion.body.baseGameCatalogId], [true, 7])
  const sources = (await editor.get(`/candidates/${game.body.id}/rule-sources?sort=createdAt`)).body.items
  assert.deepEqual(
    sources.map(({ contentType }: { contentType: string }) => contentType.split(';')[0]),
    ['application/pdf', 'text/html'],
  )
  const evidence = (await editor.get(`/candidates/${game.body.id}/evidence`)).body.values
  assert.ok(evidence.some(({ quote }: { quote: string }) => quote === RULES[3]))

  // The candidates are reviewed. The process is killed while it publishes the game for the first time.
  await pipeline.stop()
  const waiting = await act(expansion, 'approve')
  assert.equal(waiting.body.status, 'APPROVED')
  assert.equal((await act(game, 'approve', { description: 'Build piers and light them.' })).status, 200)
  await dieWhilePublishing()
  assert.equal((await at(7)).body.status, 'APPROVED')
  assert.equal((await editor.get('/games/count?filter=sourceRef==catalog:7')).body.count, 1)
  pipeline = await start()
  const published = await until(7, ({ status }) => status === 'PUBLISHED')
  const added = await until(8, ({ status }) => status === 'PUBLISHED')
  const { gameId } = published.body
  assert.equal(added.body.gameId, gameId)
  const made = await editor.get(`/games/${gameId}`)
  assert.deepEqual(
    [made.body.displayName, made.body.description, made.body.sourceRef, made.body.expansions],
    [
      'Harbour Lights',
      'Build piers and light them.',
      'catalog:7',
      [{ id: added.body.expansionId, displayName: 'Rising Tides' }],
    ],
  )
  assert.equal((await editor.get('/games/count')).body.count, 1)

  // The game is approved again with new values. The process is killed while it updates the game.
  await pipeline.stop()
  const again = await act(published, 'approve', { maxPlayers: 5 })
  assert.deepEqual([again.body.status, again.body.gameId], ['APPROVED', gameId])
  await dieWhilePublishing()
  assert.equal((await at(7)).body.status, 'APPROVED')
  pipeline = await start()
  await until(7, ({ status }) => status === 'PUBLISHED')
  const updated = await editor.get(`/games/${gameId}`)
  assert.equal(updated.body.maxPlayers, 5)
  assert.equal(versionOf(updated), versionOf(made) + 1, 'it was updated once')
})

/** The outside services: the catalogue, a site with rulebooks, a search service, and a language model. */
async function others() {
  const catalogue = await catalogueServer({
    7: itemOf('7', {
      name: 'Harbour Lights',
      year: '2019',
      minPlayers: '2',
      maxPlayers: '4',
      playingTime: '60',
      description: 'Build piers.',
    }),
    8: itemOf('8', {
      type: 'boardgameexpansion',
      name: 'Rising Tides',
      year: '2021',
      links: [{ type: 'boardgameexpansion', id: '7', value: 'Harbour Lights', inbound: true }],
    }),
  })
  const site = await siteServer({
    '/lights.pdf': pdf(pdfOf({ pages: [RULES], title: 'The rules' })),
    '/lights.html': html(`<html lang="en"><title>The rules</title><p>${RULES.join('</p><p>')}</p></html>`),
  })
  const search = await searxngServer()
  search.results = [
    { url: `${site.baseUrl}/lights.pdf`, title: 'Harbour Lights and Rising Tides rules' },
    { url: `${site.baseUrl}/lights.html`, title: 'Harbour Lights and Rising Tides rulebook' },
  ]
  const model = await openaiServer()
  const [players, , , winner] = RULES
  model.reply = () =>
    JSON.stringify({
      scoreType: { value: 'SCORE', quote: winner },
      winCondition: { value: 'HIGHER_WINS', quote: winner },
      minPlayers: { value: 2, quote: players },
      maxPlayers: { value: 4, quote: players },
      minAge: null,
      yearPublished: null,
      playingTime: { value: { from: 45, to: 60 }, quote: players },
    })
  return {
    catalogue,
    settings: {
      catalogue: { baseUrl: catalogue.baseUrl, token: TOKEN },
      rulebooks: {
        loopbackPorts: [site.port],
        search: { service: 'searxng' as const, baseUrl: search.baseUrl },
      },
      model: {
        protocol: 'openai' as const,
        baseUrl: `${model.baseUrl}/v1`,
        apiKey: KEY,
        model: 'test-model',
      },
    },
  }
}

async function at(catalogId: number): Promise<Reply> {
  const [found] = (await editor.get(`/candidates?filter=catalogId==${catalogId}`)).body.items
  return editor.get(`/candidates/${found.id}`)
}

/** Waits until the candidate fits. After 90 seconds, the test fails. */
async function until(catalogId: number, isSo: (candidate: Reply['body']) => boolean): Promise<Reply> {
  for (let attempt = 0; attempt < 900; attempt++) {
    const [found] = (await editor.get(`/candidates?filter=catalogId==${catalogId}`)).body.items
    if (found && isSo(found)) return editor.get(`/candidates/${found.id}`)
    assert.equal(found?.failureReason, undefined)
    await sleep(100)
  }
  assert.fail((await at(catalogId)).text + (await editor.get('/pipeline/status')).text)
}

const act = ({ body, etag }: Reply, action: string, change?: object) =>
  editor.post(`/candidates/${body.id}/${action}`, change, { 'if-match': etag })

const versionOf = ({ etag }: Reply) => Number(etag.slice(1, -1))

/** Publishes in a new process, which is killed by SIGKILL. */
async function dieWhilePublishing(): Promise<void> {
  const { database } = await service.db.one(sql<{ database: string }>`select current_database() as database`)
  const child = spawn(
    process.execPath,
    [new URL('dying-worker.ts', import.meta.url).pathname, JSON.stringify({ ...testServer(), database })],
    { stdio: ['ignore', 'ignore', 'inherit'], timeout: 90_000 },
  )
  const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  assert.equal(signal, 'SIGKILL')
}
