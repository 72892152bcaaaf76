/** Finds for `doctor` what makes a database slow: indexes that are missing or broken, and locks that somebody holds for long. */
import type { Queryable } from './queryable.ts'
import { readMigrations } from './migrate.ts'
import { sql } from './sql.ts'

/** Throws an error that names each index, and says what to do. */
export async function indexesOf(db: Queryable): Promise<string> {
  const wanted = await wantedIndexes()
  const there = await db.many(sql<{ name: string; valid: boolean }>`
    select c.relname as name, i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = current_schema()::regnamespace`)
  const names = new Set(there.map(({ name }) => name))
  const missing = [...wanted].filter(([name]) => !names.has(name))
  const broken = there.filter(({ name, valid }) => !valid && wanted.has(name)).map(({ name }) => name)
  const faults = [
    ...missing.map(
      ([name, file]) =>
        `The index ${name} is missing, so what needs it reads whole tables. Its statement is in migrations/${file}.sql; run that with psql.`,
    ),
    ...broken.map((name) => `The index ${name} is broken: run \`reindex index ${name}\` with psql.`),
  ]
  if (faults.length > 0) throw new Error(faults.join(' '))
  return `${wanted.size} indexes are there and whole`
}

/** The indexes of the migrations without primary keys, with the migration of each. */
async function wantedIndexes(): Promise<Map<string, string>> {
  const wanted = new Map<string, string>()
  for (const { name, text } of await readMigrations()) {
    for (const [, index = ''] of text.matchAll(/^create (?:unique )?index (\w+)/gm)) wanted.set(index, name)
    for (const [, index = ''] of text.matchAll(/\bconstraint (\w+) unique\b/g)) wanted.set(index, name)
    for (const [, index = ''] of text.matchAll(/^drop index (?:if exists )?(\w+)/gm)) wanted.delete(index)
  }
  return wanted
}

/** In seconds. A change of ours waits for 3 s at most, and no transaction of ours takes longer than a restore or an import. */
const LONG = 60

type Holder = {
  process: number
  program: string
  seconds: number
  idle: boolean
  waiting: number
}

/** Throws an error that names each process that keeps others waiting, or holds a transaction open without doing anything. */
export async function locksOf(db: Queryable, longest: number = LONG): Promise<string> {
  const holders = await db.many(sql<Holder>`
    select h.pid as process, coalesce(nullif(h.application_name, ''), 'without a name') as program,
      extract(epoch from clock_timestamp() - h.xact_start)::int as seconds, h.state like 'idle in%' as idle,
      (select count(*)::int from pg_stat_activity w where h.pid = any (pg_blocking_pids(w.pid))) as waiting
    from pg_stat_activity h
    where h.datname = current_database() and h.backend_type = 'client backend' and h.pid <> pg_backend_pid()
      and h.xact_start < clock_timestamp() - make_interval(secs => ${longest})
    order by h.xact_start`)
  const faults = holders
    .filter(({ idle, waiting }) => idle || waiting > 0)
    .map(
      ({ process, program, seconds, waiting }) =>
        `The process ${process} of PostgreSQL (${program}) has had a transaction open for ${seconds} s${waiting > 0 ? `, and ${waiting} others wait for its locks` : ' without doing anything, which keeps old rows'}. If nobody needs it, run \`select pg_terminate_backend(${process})\` with psql.`,
    )
  if (faults.length > 0) throw new Error(faults.join(' '))
  return `nobody has held locks for more than ${longest} s`
}
