/** Names for prepared statements, such as `matches.show`. PostgreSQL shows them in its logs. */
import { getCallSites } from 'node:util'

/** `capped`: only the first 300 different texts are prepared. */
export type Prepared = 'always' | 'capped' | 'never'

/**
 * In characters. PostgreSQL cuts a name after 63 bytes. The rest is for a number, because one function can make several texts.
 */
const LONGEST = 55

/** How many `capped` texts are prepared. Each one takes memory on every connection. */
const MOST_VARIED = 300

/** The name of each text, for all connections of the process. */
const fixedNames = new Map<string, string>()
const variedNames = new Map<string, string>()
const taken = new Set<string>()

/** Returns a name that begins with `label`. Undefined if the statement is not to be prepared. */
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
 * The name of the function that contains the template: `matches.show` is the function `show` in `resources/matches/store.ts`.
 * Finding it takes 25 µs.
 */
export function writerOf(): string {
  const [writer, ...callers] = getCallSites(10).slice(2)
  const file = writer?.scriptName ?? ''
  const within = [writer, ...callers].filter((site) => site?.scriptName === file)
  const name = [...pathIn(file), within.find((site) => site?.functionName)?.functionName ?? ''].join('.')
  return name.replace(/\.$/, '')
}

/** The file's path without its first folder and without a last part `store`. */
function pathIn(file: string): string[] {
  const path = file
    .replace(/^.*\/(?:src|test)\//, '')
    .replace(/\.ts$/, '')
    .split('/')
  const place = path.length > 1 ? path.slice(1) : path
  return place.at(-1) === 'store' && place.length > 1 ? place.slice(0, -1) : place
}
