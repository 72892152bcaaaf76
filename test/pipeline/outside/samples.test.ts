/** Real answers of the catalogue, if their folder exists, are read as the right things or refused in the right way. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import { catalogueOf } from '../../../src/pipeline/outside/catalogue.ts'
import { Down, Failed, Stopped } from '../../../src/pipeline/outside/failures.ts'
import type { Thing } from '../../../src/pipeline/outside/services.ts'
import { TOKEN, catalogueServer } from '../servers/catalogue.ts'

const folder = new URL('../../../../shared/samples/catalog/', import.meta.url)

type Expected = { id: string; [field: string]: unknown }[] | typeof Down | typeof Failed | typeof Stopped

const game = 'boardgame'
const expansion = 'boardgameexpansion'

/** For each sample, the expected fields. `undefined` means that the field must be missing. */
const EXPECTED: Record<string, Expected> = {
  'accepted_202.xml': Stopped,
  'error_429.xml': Stopped,
  'thing_1-2-3_batch.xml': [
    { id: '1', type: game, displayName: 'Die Macher', minPlayers: 3, maxPlayers: 5, playingTime: 240 },
    { id: '2', type: game, displayName: 'Dragonmaster', has: "Coup d'État.", baseCatalogIds: [] },
    { id: '3', type: game, displayName: 'Samurai', yearPublished: 1998 },
  ],
  'thing_1001_vendetta_poll-summary.xml': [
    { id: '1001', type: game, displayName: 'Vendetta', rank: 29_432, has: 'Move your "Godfather" safely' },
  ],
  'thing_104163_accessory_endash.xml': [
    {
      id: '104163',
      type: 'boardgameaccessory',
      displayName: 'Descent: Journeys in the Dark (second edition) – Conversion Kit',
    },
  ],
  'thing_11542_eclipse.xml': [
    { id: '11542', type: game, minPlayers: 2, maxPlayers: 2, minAge: 8, rank: 6432 },
  ],
  'thing_131357_coup_13names.xml': [{ id: '131357', type: game, displayName: 'Coup', rank: 354 }],
  'thing_13_catan_2026.xml': [{ id: '13', type: game, displayName: 'CATAN', yearPublished: 1995, rank: 389 }],
  'thing_140545_videogame.xml': [{ id: '140545', type: 'videogame', yearPublished: undefined }],
  'thing_161936_stats.xml': [{ id: '161936', type: game, rank: 1, baseCatalogIds: [] }],
  'thing_174430_gloomhaven.xml': [{ id: '174430', type: game, baseCatalogIds: [], tagCount: 20 }],
  'thing_194880_dream_home.xml': [{ id: '194880', type: game, displayName: 'Dream Home', rank: 1040 }],
  'thing_1_poll-summary.xml': [{ id: '1', type: game, imageUrl: undefined }],
  'thing_21659_fan_expansion.xml': [
    { id: '21659', type: expansion, baseCatalogIds: ['1406'], rank: undefined },
  ],
  'thing_223555_expansion_two_bases.xml': [
    {
      id: '223555',
      type: expansion,
      baseCatalogIds: ['169786', '199727'],
      displayName: 'Scythe: The Wind Gambit',
    },
  ],
  'thing_23272_year0.xml': [
    { id: '23272', type: game, yearPublished: undefined, rank: undefined, minPlayers: 2 },
  ],
  'thing_242277_expansion.xml': [{ id: '242277', type: expansion, baseCatalogIds: ['169786'] }],
  'thing_28720_brass.xml': [{ id: '28720', type: game, has: 'Brass: Lancashire — first published' }],
  'thing_307683_expansion_versions.xml': [
    {
      id: '307683',
      type: expansion,
      baseCatalogIds: ['277659'],
      displayName: 'Final Girl: The Happy Trails Horror',
    },
  ],
  'thing_307689_accessory_no_players.xml': [
    { id: '307689', type: 'boardgameaccessory', minPlayers: undefined, playingTime: undefined },
  ],
  'thing_311654_rpgitem.xml': [{ id: '311654', type: 'rpgitem' }],
  'thing_31260-283_batch_versions.xml': [
    { id: '31260', type: game, displayName: 'Agricola', yearPublished: 2007, rank: 15 },
    { id: '283', type: game, displayName: 'Advanced Third Reich', playingTime: 2480 },
  ],
  'thing_35421-234669_minage0.xml': [
    { id: '35421', type: game, minAge: undefined },
    { id: '234669', type: game, playingTime: 999, minAge: 14 },
  ],
  'thing_396790_nucleum.xml': [{ id: '396790', type: game, has: 'Elsa von Frühlingfeld' }],
  'thing_39856-194880_dixit_multilang.xml': [
    { id: '39856', type: game, displayName: 'Dixit' },
    { id: '194880', type: game, displayName: 'Dream Home' },
  ],
  'thing_410201-347975_zero_players.xml': [
    { id: '410201', type: game, displayName: 'Wyrmspan', minPlayers: 1, maxPlayers: 5 },
    {
      id: '347975',
      type: expansion,
      baseCatalogIds: ['247957'],
      minPlayers: undefined,
      maxPlayers: undefined,
      playingTime: undefined,
      minAge: undefined,
      imageUrl: undefined,
    },
  ],
  'thing_51651_rpgissue_two_inbound.xml': [{ id: '51651', type: 'rpgissue' }],
  'thing_8148_trio.xml': [{ id: '8148', type: game, displayName: 'Trio' }],
  'thing_824_hijara_entities.xml': [{ id: '824', type: game, displayName: 'Hijara', baseCatalogIds: [] }],
  'thing_broken_html_error.xml': Down,
  'thing_empty.xml': [],
  'thing_id0_invalid_item.xml': [],
  'thing_minus1_empty.xml': [],
  'thing_notfound_selfclosed.xml': [],
  'thing_type_filtered_out.xml': [],
  'thing_with_error_item.xml': Failed,
}

const STATUS: Record<string, number> = { 'accepted_202.xml': 202, 'error_429.xml': 429 }

for (const [file, expected] of Object.entries(EXPECTED))
  test(`${file} gives ${Array.isArray(expected) ? `${expected.length} things` : expected.name}`, async (t) => {
    if (!existsSync(folder)) return t.skip('the folder of samples is not there')
    const server = await catalogueServer()
    server.instead.push({ status: STATUS[file] ?? 200, body: readFileSync(new URL(file, folder)) })
    const client = catalogueOf({ baseUrl: server.baseUrl, token: TOKEN })
    const ids = Array.isArray(expected) && expected.length > 0 ? expected.map(({ id }) => id) : ['7']
    const answered = client(ids, new AbortController().signal)
    if (!Array.isArray(expected)) return assert.rejects(answered, expected)
    const things = await answered
    assert.equal(things.length, expected.length)
    for (const { id, has, tagCount, ...fields } of expected) {
      const thing = things.find(({ catalogId }) => catalogId === id)
      assert.ok(thing, id)
      for (const [field, value] of Object.entries(fields))
        assert.deepEqual(thing[field as keyof Thing], value, field)
      if (typeof has === 'string') assert.ok(thing.description?.includes(has), has)
      if (tagCount !== undefined) assert.equal(thing.tags.length, tagCount)
      assert.doesNotMatch(`${thing.displayName}${thing.description}`, /&(#\d+|[a-z]+);/)
    }
  })

test('every sample is among them', (t) => {
  if (!existsSync(folder)) return t.skip('the folder of samples is not there')
  const files = readdirSync(folder).filter((file) => file.endsWith('.xml'))
  assert.deepEqual(files.toSorted(), Object.keys(EXPECTED).toSorted())
})
