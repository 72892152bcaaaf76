/** The names of prepared statements, such as `matches.show`, which PostgreSQL shows in its logs. */
import { getCallSites } from 'node:util'

/** Whether PostgreSQL stores a statement and its plan under a name. `capped`: only the first texts get one. */
export type Prepared = 'always' | 'capped' | 'never'

/**
 * PostgreSQL cuts names after 63 bytes, and would confuse longer ones. We append a number if one function writes several texts.
 */
const LONGEST = 55

/** The largest number of names for capped statements, because each prepared statement takes memory on every connection. */
const MOST_VARIED = 300

/** The names by text. All connections of the process share them. */
const fixedNames = new Map<string, string>()
const variedNames = new Map<string, string>()
const taken = new Set<string>()

/** The name for a text, which begins with `label`; undefined if we do not prepare it. */
export function preparedName(text: string, prepared: Prepared, label: string): string | undefined {
  if (prepared === 'never') return undefined
  const names = prepared === 'capped' ? variedNames : fixedNames
  const known = names.get(text)
  if (known !== undefined || (prepared === 'capped' && names.size >= MOST_VARIED)) return known
  const name = freeName(label)
  names.set(text, name)
  return name
}

function freeName(label: string): string {
  const base = label.replaceAll(/[^\w.-]/g, '').slice(0, LONGEST)
  let name = base
  for (let number = 2; taken.has(name); number++) name = `${base}.${number}`
  taken.add(name)
  return name
}

/**
 * The function that has a template, such as `matches.show` for `show` in `resources/matches/store.ts`. Only the template's tag
 * may call it, because it looks at the stack. That takes 25 µs.
 */
export function writerOf(): string {
  const [writer, ...callers] = getCallSites(10).slice(2)
  const file = writer?.scriptName ?? ''
  const within = [writer, ...callers].filter((site) => site?.scriptName === file)
  const name = [...pathIn(file), within.find((site) => site?.functionName)?.functionName ?? ''].join('.')
  return name.replace(/\.$/, '')
}

/** The path below the first folder of `src`, without `store`, because the folder says what it stores. */
function pathIn(file: string): string[] {
  const path = file
    .replace(/^.*\/(?:src|test)\//, '')
    .replace(/\.ts$/, '')
    .split('/')
  const place = path.length > 1 ? path.slice(1) : path
  return place.at(-1) === 'store' && place.length > 1 ? place.slice(0, -1) : place
}
