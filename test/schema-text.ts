/** Writes the schema of a migrated database as SQL for readers. */
import pg from 'pg'
import type { Connection } from '../src/db/database.ts'

const HEAD = `-- The schema after all migrations, for reading: \`npm run derive\` writes this file, and nothing runs it.
-- Names: a unique constraint or index ends in _key; any other index says what it finds, and in which order.
`

const WIDTH = 118

/** The whole schema `public`, without the functions of extensions and without the list of applied migrations. */
export async function schemaText(connection: Connection): Promise<string> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rows: functions } = await client.query<Documented>(FUNCTIONS)
    const { rows: tables } = await client.query<Table>(TABLES)
    return [HEAD, ...functions.map(functionText), ...tables.map(tableText)].join('\n')
  } finally {
    await client.end()
  }
}

interface Documented {
  definition: string
  comment: string | null
}

interface Table {
  name: string
  comment: string | null
  options: string[] | null
  columns: Column[]
  constraints: Constraint[]
  indexes: Documented[]
}

interface Column extends Documented {
  name: string
}

interface Constraint {
  name: string
  /** p: primary key, u: unique, c: check, f: foreign key */
  kind: string
  columns: string[]
  definition: string
}

const functionText = ({ definition, comment }: Documented) =>
  `${remark(comment, '')}${readable(definition)
    .replace('create or replace', 'create')
    .replace('\n returns', ' returns')
    .replace(/\n (language \w+)\n /, '\n$1 ')
    .replace(/ (?=(when|else) )/g, '\n    ')
    .replace(/ end$/m, '\nend')
    .replace(/^(?=.{119})(.*) (?=then )/gm, '$1\n        ')
    .trimEnd()};\n`

function tableText({ name, comment, options, columns, constraints, indexes }: Table): string {
  const inColumns = constraints.filter(isInColumn)
  const parts = [
    ...columns.map((column) => ({ text: columnText(column, inColumns), comment: column.comment })),
    ...constraints
      .filter((constraint) => !isInColumn(constraint))
      .map((constraint) => ({ text: constraintText(constraint), comment: null })),
  ]
  const lines = parts.map((part, index) => {
    const end = index < parts.length - 1 ? ',' : ''
    return `${remark(part.comment, '    ')}    ${part.text}${end}\n`
  })
  const storage = options ? ` with (${options.map((option) => option.replace('=', ' = ')).join(', ')})` : ''
  const below = indexes.map((index) => remark(index.comment, '') + indexText(index.definition))
  return `${remark(comment, '')}create table ${name} (\n${lines.join('')})${storage};\n${below.join('')}`
}

/** A primary or foreign key of one column is written beside its column. Other constraints have names that the code uses. */
const isInColumn = ({ kind, columns }: Constraint) => (kind === 'p' || kind === 'f') && columns.length === 1

function constraintText({ name, definition }: Constraint): string {
  const [head, body] = [`constraint ${name}`, readable(definition)]
  return head.length + body.length < WIDTH - 4 ? `${head} ${body}` : `${head}\n        ${body}`
}

function columnText({ name, definition }: Column, constraints: Constraint[]): string {
  const own = constraints.filter(({ columns }) => columns[0] === name)
  const isKey = own.some(({ kind }) => kind === 'p')
  const references = own
    .filter(({ kind }) => kind === 'f')
    .map((constraint) => readable(constraint.definition).replace(/^.*(references \w+)\(\w+\)/, '$1'))
  const plain = readable(definition)
  const keyed = isKey ? plain.replace(' not null', ' primary key') : plain
  return [name, keyed, ...references].join(' ').replaceAll('\n', '\n        ')
}

function indexText(definition: string): string {
  const text = `${readable(definition).replace(' using btree', '')};`
  return `${text.length <= WIDTH ? text : text.replace(' where ', '\n    where ')}\n`
}

/**
 * Writes an expression from the catalog as people do: lower case outside quotes, short types, `in` for lists, and no needless
 * casts or parentheses.
 */
function readable(definition: string): string {
  return definition
    .split(/('(?:[^']|'')*'|"[^"]*")/)
    .map((part, index) => (index % 2 === 0 ? part.toLowerCase() : part))
    .join('')
    .replaceAll('timestamp with time zone', 'timestamptz')
    .replaceAll('integer', 'int')
    .replaceAll('public.', '')
    .replace(/('(?:[^']|'')*')::(text|jsonb|date)(\[\])?/g, '$1')
    .replace(/= any \(array\[([^\]]*)\]\)/g, 'in ($1)')
    .replace(/<> all \(array\[([^\]]*)\]\)/g, 'not in ($1)')
    .replace(/\(\(([^()]*)\)\)/g, '($1)')
}

/** Makes comment lines that are no wider than the file. */
function remark(text: string | null, indent: string): string {
  if (text === null) return ''
  const lines = ['']
  for (const word of text.split(/\s+/)) {
    const line = `${lines.at(-1)} ${word}`
    if (indent.length + 2 + line.length <= WIDTH) lines[lines.length - 1] = line
    else lines.push(` ${word}`)
  }
  return lines.map((line) => `${indent}--${line}\n`).join('')
}

const FUNCTIONS = `
  select pg_get_functiondef(p.oid) as definition, obj_description(p.oid, 'pg_proc') as comment
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by p.oid`

const COLUMNS = `
  select json_agg(json_build_object(
    'name', a.attname,
    'comment', col_description(a.attrelid, a.attnum),
    'definition', concat_ws(' ',
      format_type(a.atttypid, a.atttypmod),
      'collate ' || (select quote_ident(collname) from pg_collation where oid = a.attcollation and collname <> 'default'),
      case when a.attnotnull then 'not null' end,
      case a.attgenerated
        when 's' then 'generated always as (' || pg_get_expr(d.adbin, d.adrelid, true) || ') stored'
        else 'default ' || pg_get_expr(d.adbin, d.adrelid, true) end)) order by a.attnum)
  from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped`

const CONSTRAINTS = `
  select coalesce(json_agg(json_build_object(
    'name', k.conname,
    'kind', k.contype,
    'columns', (select json_agg(a.attname) from pg_attribute a
      where a.attrelid = k.conrelid and a.attnum = any (k.conkey)),
    'definition', pg_get_constraintdef(k.oid, true)) order by array_position('{p,u,c,f}'::"char"[], k.contype), k.oid), '[]')
  from pg_constraint k
  where k.conrelid = c.oid and k.contype in ('p', 'u', 'c', 'f')`

const INDEXES = `
  select coalesce(json_agg(json_build_object(
    'comment', obj_description(x.indexrelid, 'pg_class'),
    'definition', pg_get_indexdef(x.indexrelid, 0, true)) order by x.indexrelid), '[]')
  from pg_index x
  where x.indrelid = c.oid and not exists (select from pg_constraint k where k.conindid = x.indexrelid)`

const TABLES = `
  select c.relname as name, obj_description(c.oid, 'pg_class') as comment, c.reloptions as options,
    (${COLUMNS}) as columns, (${CONSTRAINTS}) as constraints, (${INDEXES}) as indexes
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migrations'
  order by c.oid`
