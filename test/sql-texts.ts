/** Extracts the SQL of a source file as text: each template with the fragments that it uses. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What a source file declares and imports. */
interface Source {
  /** The text of each declaration at the left margin, by name. */
  declared: Map<string, string>
  /** For each imported name, the file that it comes from. */
  imported: Map<string, string>
}

const sources = new Map<string, Source>()

/** The text of each template in the file, with its fragments filled in. Parameters are left out. */
export function sqlTextsOf(path: string): string[] {
  const { declared } = sourceOf(path)
  return [...declared.values()].flatMap((text) =>
    templatesIn(text).map((one) => written(one, path, parametersOf(text), new Set())),
  )
}

/** Fills in the fragments. A parameter can have the same name as a fragment, and then hides it. */
function written(template: string, path: string, parameters: string[], seen: Set<string>): string {
  return withExpressions(template, (expression) => {
    const inline = templatesIn(expression).map((one) => written(one, path, parameters, seen))
    const names = namesIn(expression).filter((name) => !parameters.includes(name))
    return [...inline, ...names.map((name) => fragments(name, path, seen))].join(' ')
  })
}

/** Returns all templates of a declaration, because any of them could be the one that is used. */
function fragments(name: string, path: string, seen: Set<string>): string {
  const { declared, imported } = sourceOf(path)
  const text = declared.get(name)
  if (text === undefined) {
    const from = imported.get(name)
    return from === undefined ? '' : fragments(name, from, seen)
  }
  const key = `${path} ${name}`
  if (seen.has(key)) return ''
  const within = new Set(seen).add(key)
  return templatesIn(text)
    .map((one) => written(one, path, parametersOf(text), within))
    .join(' ')
}

function sourceOf(path: string): Source {
  const known = sources.get(path)
  if (known) return known
  const text = readFileSync(path, 'utf8')
  const found: Source = { declared: new Map(), imported: new Map() }
  for (const part of text.split(/^(?=(?:export |async |const |let |function |class |\/\*\*))/m)) {
    const name = /^(?:export )?(?:async )?(?:const|let|function|class) (\w+)/.exec(part)?.[1]
    if (name !== undefined) found.declared.set(name, part)
  }
  for (const [, names = '', from = ''] of text.matchAll(/^import (?:type )?\{([^}]*)\} from '(\.[^']+)'/gm))
    for (const name of namesIn(names)) found.imported.set(name, join(dirname(path), from))
  sources.set(path, found)
  return found
}

function parametersOf(declaration: string): string[] {
  const [head = ''] = declaration.split('`')
  return namesIn(/^[^(]*\(([^]*?)\)\s*(?::[^=]*)?(?:=>|\{)/.exec(head)?.[1] ?? '')
}

const namesIn = (text: string) => [...new Set(text.match(/(?<![.\w])[A-Za-z_]\w*/g))]

/** Finds the templates with the tag `sql` in a text. A template inside another one counts as a part of the outer one. */
function templatesIn(text: string): string[] {
  const found: string[] = []
  for (const tag = /\bsql(?:<[^`]*?>)?`/g; ;) {
    const begin = tag.exec(text)
    if (!begin) return found
    const end = endOfTemplate(text, tag.lastIndex)
    found.push(text.slice(tag.lastIndex, end))
    tag.lastIndex = end + 1
  }
}

function withExpressions(template: string, replaced: (expression: string) => string): string {
  let text = ''
  let at = 0
  for (;;) {
    const begin = template.indexOf('${', at)
    if (begin < 0) return text + template.slice(at)
    const end = endOfExpression(template, begin + 2)
    text += template.slice(at, begin) + replaced(template.slice(begin + 2, end))
    at = end + 1
  }
}

/** `from` is the position after the first backtick. Returns the position of the last one. */
function endOfTemplate(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '`') return at
    else if (text.startsWith('${', at)) at = endOfExpression(text, at + 2)
  }
  throw new Error('A template has no end.')
}

/** `from` is the position after the opening brace. Returns the position of the closing one. */
function endOfExpression(text: string, from: number): number {
  let open = 1
  for (let at = from; at < text.length; at++) {
    const sign = text[at]
    if (sign === '`') at = endOfTemplate(text, at + 1)
    else if (sign === "'" || sign === '"') at = endOfText(text, at)
    else if (sign === '{') open++
    else if (sign === '}' && --open === 0) return at
  }
  throw new Error('An expression has no end.')
}

function endOfText(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === text[from]) return at
  }
  throw new Error('A text has no end.')
}
