/** The files derived from the code, so that a review sees a change of the API as a diff: run to renew them. */
import { writeFile } from 'node:fs/promises'
import { api, operations } from '../src/api.ts'
import { errorStatuses, openApiDocument } from '../src/http/openapi/document.ts'

const BASE_URL = 'http://127.0.0.1:8080'

/** Each file's path below the project and what it has to say. */
export function derivedFiles(): Record<string, string> {
  const document = openApiDocument(api, { baseUrl: BASE_URL, errorTypeBase: `${BASE_URL}/problems` })
  const lines = operations.map((operation) => {
    const { method, path, id, scope, responds } = operation
    return `${method} ${path} ${id} ${scope} ${[responds.status, ...errorStatuses(operation)].join(',')}`
  })
  return {
    'openapi.json': `${JSON.stringify(document, null, 2)}\n`,
    'test/operations.txt': `${lines.join('\n')}\n`,
  }
}

if (process.argv[1] === import.meta.filename) {
  for (const [path, text] of Object.entries(derivedFiles()))
    await writeFile(new URL(`../${path}`, import.meta.url), text)
}
