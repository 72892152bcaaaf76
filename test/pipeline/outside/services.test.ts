/** All outside services together, made from settings: they give a thing, its rulebook, and what the rulebook says. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { servicesOf } from '../../../src/pipeline/outside/connect.ts'
import { reliabilityOf } from '../../../src/pipeline/reliability.ts'
import { TOKEN, catalogueServer, itemOf } from '../servers/catalogue.ts'
import { KEY, anthropicServer } from '../servers/models.ts'
import { pdfOf } from '../servers/pdf.ts'
import { searxngServer } from '../servers/search.ts'
import { pdf, siteServer } from '../servers/site.ts'

const signal = new AbortController().signal

test('a thing of the catalogue is enriched, found, read, interpreted and compared', async () => {
  const rules = [
    'Harbour Lights is for 2 to 4 players and takes 45 to 60 minutes.',
    'On your turn move a boat, then light a pier or draw two cards.',
    'The game ends when the last pier is lit. Then count your points.',
    'The player with the most points wins the game.',
    'If there is a tie, the players who are tied share the victory.',
  ]
  const catalogue = await catalogueServer({
    7: itemOf('7', {
      name: 'Harbour Lights',
      year: '2019',
      minPlayers: '2',
      maxPlayers: '5',
      playingTime: '60',
    }),
  })
  const site = await siteServer({ '/lights.pdf': pdf(pdfOf({ pages: [rules] })) })
  const search = await searxngServer()
  search.results = [{ url: `${site.baseUrl}/lights.pdf`, title: 'The rules' }]
  const model = await anthropicServer()
  const players = rules[0]
  model.reply = () =>
    JSON.stringify({
      scoreType: { value: 'SCORE', quote: rules[3] },
      winCondition: { value: 'HIGHER_WINS', quote: rules[3] },
      minPlayers: { value: 2, quote: players },
      maxPlayers: { value: 4, quote: players },
      minAge: { value: 10, quote: 'from 10 years on' },
      yearPublished: null,
      playingTime: { value: { from: 45, to: 60 }, quote: players },
    })
  const services = servicesOf({
    catalogue: { baseUrl: catalogue.baseUrl, token: TOKEN },
    rulebooks: { loopbackPorts: [site.port], search: { service: 'searxng', baseUrl: search.baseUrl } },
    model: { protocol: 'anthropic', baseUrl: model.baseUrl, apiKey: KEY, model: 'test-model' },
  })
  assert.ok(services.catalogue && services.rulebooks && services.interpreter)

  const [thing] = await services.catalogue(['7'], signal)
  assert.ok(thing)
  const found = await services.rulebooks.find(thing, signal)
  assert.deepEqual(found, [{ url: `${site.baseUrl}/lights.pdf`, title: 'The rules' }])
  const { url, text, language } = await services.rulebooks.read(found[0]?.url ?? '', signal)
  assert.equal(language, 'en')
  const { values } = await services.interpreter(
    { displayName: thing.displayName, texts: [{ url, text }] },
    signal,
  )
  assert.deepEqual(values.scoreType, { value: 'SCORE', quote: rules[3], url })
  assert.equal(values.minAge, undefined)
  assert.deepEqual(reliabilityOf(thing, values), {
    reliability: 'LOW',
    checks: [
      { field: 'minPlayers', catalogValue: '2', llmValue: '2', matches: true },
      { field: 'maxPlayers', catalogValue: '5', llmValue: '4', matches: false },
      { field: 'playingTime', catalogValue: '60', llmValue: '45-60', matches: true },
    ],
  })
  const asked = JSON.stringify(model.questions[0]?.body)
  assert.ok(!asked.includes('2019') && !/\b5 players|maxplayers/.test(asked))
})
