/** Writes the files that are derived from the code and the migrations. They are committed, so that reviewers see what changes. */
import { writeFile } from 'node:fs/promises'
import { clientModules } from '../client/generate/modules.ts'
import { api, operations } from '../src/api.ts'
import type { Connection } from '../src/db/database.ts'
import { errorStatuses, openApiDocument } from '../src/http/openapi/document.ts'
import { PREFIX } from '../src/http/prefix.ts'
import { scopesOfRole } from '../src/identity/roles.ts'
import { TEMPLATE, createDatabase } from './database.ts'
import { limitsPage } from './limits/page.ts'
import { schemaText } from './schema-text.ts'
import { settingsPage } from './settings-page.ts'
import { onTestServer } from './setup.ts'
import { versionedFiles } from './version.ts'
import { visibilityPage } from './visibility/page.ts'

const BASE_URL = 'http://127.0.0.1:8080'

/** The files that are derived from the code: each path in the repository, and its text. */
export function derivedFiles(): Record<string, string> {
  const document = openApiDocument(api, scopesOfRole, {
    baseUrl: BASE_URL,
    errorTypeBase: `${BASE_URL}/problems`,
  })
  const lines = operations.map((operation) => {
    const { method, path, id, scope, responds } = operation
    return `${method} ${path} ${id} ${scope} ${[responds.status, ...errorStatuses(operation)].join(',')}`
  })
  return {
    'openapi.json': `${JSON.stringify(document, null, 2)}\n`,
    'test/operations.txt': `${lines.join('\n')}\n`,
    'docs/limits.md': limitsPage(document),
    'docs/settings.md': settingsPage(),
    'docs/visibility.md': visibilityPage(),
    ...clientModules(document, PREFIX),
    ...versionedFiles(),
  }
}

/** The files that are derived from a migrated database. */
export async function derivedFromDatabase(connection: Connection): Promise<Record<string, string>> {
  return { 'migrations/schema.sql': await schemaText(connection) }
}

if (process.argv[1] === import.meta.filename) {
  await onTestServer(async () => {
    const database = await createDatabase('derived', TEMPLATE)
    for (const [path, text] of Object.entries({
      ...derivedFiles(),
      ...(await derivedFromDatabase(database)),
    }))
      await writeFile(new URL(`../${path}`, import.meta.url), text)
  })
}
