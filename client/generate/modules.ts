/** The derived modules of the client, each with its path below the project. */
import type { Document } from './document.ts'
import { operationsModule } from './operations.ts'
import { schemasModule } from './types.ts'

/** `prefix` stands before each path of the document.  */
export function clientModules(document: unknown, prefix: string): Record<string, string> {
  const described = document as Document
  return {
    'client/src/api/operations.ts': indented(operationsModule(described, prefix)),
    'client/src/api/schemas.ts': indented(schemasModule(described.components.schemas)),
  }
}

/** Indents by the braces at the ends of lines. Comments may have any braces. */
function indented(text: string): string {
  let depth = 0
  return text
    .split('\n')
    .map((line) => {
      const isComment = /^\/?\s?\*/.test(line)
      if (!isComment && /^[})]/.test(line)) depth--
      const shown = line === '' ? '' : '  '.repeat(depth) + line
      if (!isComment && line.endsWith('{')) depth++
      return shown
    })
    .join('\n')
}
