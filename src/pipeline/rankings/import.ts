/** Imports a ranking: streams it into a temporary table, and then merges all its entries, or none. */
import { type Transaction, withoutTimeout } from '../../db/database.ts'
import { type CopyTarget, copyValue } from '../../db/copy.ts'
import { prepared, sql } from '../../db/sql.ts'
import { conflict, invalid } from '../../http/problem.ts'
import { tooLarge } from '../../http/operation/streamed-body.ts'
import type { Doer } from '../candidates/activity.ts'
import { wake } from '../wake.ts'
import {
  ExportTooLarge,
  MOST_BYTES,
  type RankingRow,
  type ReadExport,
  UnreadableExport,
  readRankings,
} from './csv.ts'
import { noteImport } from './imports.ts'

/** Throws 409 while another import is running, and 413 or 400 if the export cannot be read. */
export async function importRankings(
  db: Transaction,
  doer: Doer,
  csv: AsyncIterable<Uint8Array>,
): Promise<ReadExport> {
  const free = await db.maybe(sql`select from ranking_import_turn for update skip locked`)
  if (!free) throw conflict('Another import of rankings is running; try again when it has ended.')
  await Promise.all(beginning.map((statement) => db.many(statement)))
  const imported = await readable(() => copied(db, csv))
  await Promise.all([...merging, noteImport(doer, imported), wake].map((statement) => db.many(statement)))
  return imported
}

/** There is no time limit for these statements: a client may send slowly, and the merge is one statement for all rows. */
const beginning = [
  withoutTimeout,
  sql`set local lock_timeout = '15s'`, // the import takes minutes, so it can wait for the pipeline's changes
  sql`set local idle_in_transaction_session_timeout = '15min'`,
  sql`
    create temporary table incoming (
      catalog_id bigint, display_name text collate pg_c_utf8, year_published int, rank int,
      bayes_average double precision, average double precision, users_rated int, is_expansion boolean,
      family_ranks jsonb
    ) on commit drop`,
]

const COPY = 'copy incoming from stdin'

async function copied(db: Transaction, csv: AsyncIterable<Uint8Array>): Promise<ReadExport> {
  let imported: ReadExport = { storedRows: 0, unreadableRows: 0, unreadable: [] }
  await db.copy(COPY, async (target: CopyTarget) => {
    imported = await readRankings(csv, (rows) => target.write(rows.map(lineOf).join('')))
  })
  return imported
}

function lineOf(row: RankingRow): string {
  const values = [
    row.catalogId,
    row.displayName,
    row.yearPublished,
    row.rank,
    row.bayesAverage,
    row.average,
    row.usersRated,
    row.isExpansion,
    JSON.stringify(row.familyRanks),
  ]
  return `${values.map(copyValue).join('\t')}\n`
}

/** Because of the lock nobody else writes, so we know which entries are new. `on conflict` would take twice as long. */
const merging = [
  sql`lock table catalog_entries in share row exclusive mode`,
  // For ids that somebody requested before any ranking had them.
  sql`
    update catalog_entries e set pending = true, outcome = null, failure_reason = null, attempts = 0, due_at = now()
    from incoming i
    where i.catalog_id = e.catalog_id and e.outcome = 'MISSING' and e.imported_at is null`,
  sql`
    update catalog_entries e set
      display_name = i.display_name, year_published = i.year_published, rank = i.rank,
      bayes_average = i.bayes_average, average = i.average, users_rated = i.users_rated,
      is_expansion = coalesce(i.is_expansion, e.is_expansion), family_ranks = i.family_ranks,
      imported_at = now(), version = e.version + 1
    from incoming i where i.catalog_id = e.catalog_id`,
  sql`
    insert into catalog_entries
      (catalog_id, display_name, year_published, rank, bayes_average, average, users_rated, is_expansion, family_ranks,
       imported_at)
    select catalog_id, display_name, year_published, rank, bayes_average, average, users_rated,
      coalesce(is_expansion, false), family_ranks, now()
    from incoming i where not exists (select from catalog_entries e where e.catalog_id = i.catalog_id)
    order by catalog_id`,
  sql`
    update candidates c set rank = e.rank
    from catalog_entries e
    where e.catalog_id = c.catalog_id and e.imported_at is not null and c.rank is distinct from e.rank`,
].map((statement) => prepared(statement, 'never'))

async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ExportTooLarge) throw tooLarge(MOST_BYTES)
    if (error instanceof UnreadableExport)
      throw invalid([{ field: 'body', code: 'INVALID_FORMAT', message: error.message }])
    throw error
  }
}
