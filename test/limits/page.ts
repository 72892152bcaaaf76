/** Makes the page of all limits from the constants in the code. */
import { fields } from './fields.ts'
import { accounts, attempts, lifetimes } from './people.ts'
import type { Table } from './quantities.ts'
import { bodies, caller, lists, service } from './requests.ts'
import { imports } from './imports.ts'
import { backups, database, pipeline, webhooks } from './work.ts'

/** `document` is the OpenAPI document. */
export function limitsPage(document: Record<string, unknown>): string {
  const { schemas } = document['components'] as { schemas: Record<string, unknown> }
  const tables = [
    bodies(),
    fields(schemas),
    lists,
    caller,
    service,
    database,
    attempts,
    accounts,
    lifetimes,
    backups,
    pipeline,
    webhooks,
    imports,
  ]
  return [INTRODUCTION, ...tables.map(written)].join('\n')
}

const INTRODUCTION = `# Limits

For developers of apps and for operators: every limit that they can meet, and what happens beyond it. Limits that can be set are in
[settings](settings.md). This page is made from the code by \`npm run derive\`.
`

const written = ({ heading, lead, rows }: Table): string =>
  [
    `## ${heading}\n`,
    ...(lead === undefined ? [] : [`${lead}\n`]),
    '| what | limit | beyond it |',
    '| --- | --- | --- |',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    '',
  ].join('\n')
