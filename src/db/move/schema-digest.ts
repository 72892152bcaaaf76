/**
 * Describes a schema in lines: one for each column, constraint, index, function and extension. Equal schemas give equal lines.
 */
import type pg from 'pg'

export async function schemaLines(client: pg.ClientBase): Promise<string[]> {
  await client.query(`set search_path = public`)
  const { rows } = await client.query<{ line: string }>(LINES)
  return rows.map(({ line }) => line)
}

const OURS = `relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`

const LINES = `
  select format('column %s.%s %s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attgenerated,
    coalesce(pg_get_expr(d.adbin, d.adrelid), '')) || coalesce((select ' ' || collname from pg_collation where oid = a.attcollation), '') as line
  from pg_class c join pg_attribute a on a.attrelid = c.oid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where c.${OURS} and a.attnum > 0 and not a.attisdropped
  union all
  select format('constraint %s.%s %s', c.relname, k.conname, pg_get_constraintdef(k.oid))
  from pg_constraint k join pg_class c on c.oid = k.conrelid where c.${OURS} and k.contype <> 'n'
  union all
  select pg_get_indexdef(i.indexrelid) from pg_index i join pg_class c on c.oid = i.indrelid where c.${OURS}
  union all
  select pg_get_functiondef(p.oid) from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p')
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  union all
  select format('extension %s', extname) from pg_extension where extnamespace = 'public'::regnamespace
  order by 1`
