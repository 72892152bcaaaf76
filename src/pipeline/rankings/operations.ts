/** Operations on rankings. */
import { change, count, list, read, noEvents } from '../../http/operation/define.ts'
import { ok } from '../../http/operation/responds.ts'
import { importRankings as importAll } from './import.ts'
import { MOST_BYTES } from './csv.ts'
import { RankingImport, rankingImports } from './imports.ts'
import { ImportedRankings, Ranking, catalogIdInPath } from './schema.ts'
import * as store from './store.ts'

export const importRankings = change({
  id: 'importRankings',
  route: 'POST /pipeline/import-rankings',
  summary: 'Import the catalogue’s ranking from its CSV export',
  description:
    'Stores all readable rows, or nothing if the request fails. Rows that cannot be read are left out and counted. Entries that are not in the export stay. The export is at most 64 MiB of UTF-8. Columns are found by name; `id`, `name` and `rank` are required.',
  scope: 'svc-engine:ranking-import',
  anyone: true,
  stream: 'text/csv',
  streamExample: 'id,name,rank\n4711,Harbour Lights,1\n4712,Rising Tides,2\n',
  bodyLimit: MOST_BYTES,
  responds: { status: 200, schema: ImportedRankings, etag: false, location: false },
  changes: noEvents,
  async run({ db, caller, body }) {
    const { storedRows, unreadableRows } = await importAll(db, caller, body)
    return { body: JSON.stringify({ storedRows, unreadableRows }) }
  },
})

export const listRankingImports = list({
  id: 'listRankingImports',
  route: 'GET /rankings/imports',
  summary: 'The imports of the ranking, each with the rows that could not be read',
  description: 'Only imports that ended well are listed: a failed import stores nothing.',
  scope: 'svc-engine:ranking-read',
  anyone: true,
  item: RankingImport,
  of: rankingImports,
})

export const countRankingImports = count({
  id: 'countRankingImports',
  route: 'GET /rankings/imports/count',
  summary: 'How many imports of the ranking there were',
  scope: 'svc-engine:ranking-read',
  anyone: true,
  of: rankingImports,
})

export const listRankings = list({
  id: 'listRankings',
  route: 'GET /rankings',
  summary: 'The catalogue’s ranking as it was last imported',
  scope: 'svc-engine:ranking-read',
  anyone: true,
  item: Ranking,
  of: store.rankings,
})

export const countRankings = count({
  id: 'countRankings',
  route: 'GET /rankings/count',
  summary: 'How many entries the ranking has',
  scope: 'svc-engine:ranking-read',
  anyone: true,
  of: store.rankings,
})

export const getRanking = read({
  id: 'getRanking',
  route: 'GET /rankings/{catalogId}',
  noun: 'ranking',
  summary: 'An entry of the ranking',
  scope: 'svc-engine:ranking-read',
  anyone: true,
  params: { catalogId: catalogIdInPath() },
  responds: ok(Ranking),
  show: ({ params }) => store.show(params.catalogId),
})
