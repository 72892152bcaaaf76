/** The names of prepared statements, such as `matches.show`. PostgreSQL shows the names in its logs. */
import { getCallSites } from 'node:util'

/** `capped`: only the first 300 different texts are prepared. */
export type Prepared = 'always' | 'capped' | 'never'

/** PostgreSQL cuts names after 63 bytes. The rest is for a number, because one function can write several texts. */
const LONGEST = 55

/** The limit for `capped` statements. Every prepared statement takes memory on every connection. */
const MOST_VARIED = 300

/** The name of each text. All connections of the process use the same names. */
const fixedNames = new Map<string, string>()
const variedNames = new Map<string, string>()
const taken = new Set<string>()

/** Returns a name that begins with `label`, or undefined if the statement is not prepared. */
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

/** Names the function that has the template: `matches.show` is `show` in `resources/matches/store.ts`. This takes 25 µs. */
export function writerOf(): string {
  const [writer, ...callers] = getCallSites(10).slice(2)
  const file = writer?.scriptName ?? ''
  const within = [writer, ...callers].filter((site) => site?.scriptName === file)
  const name = [...pathIn(file), within.find((site) => site?.functionName)?.functionName ?? ''].join('.')
  return name.replace(/\.$/, '')
}

/** The path below the first folder of `src`, without the last part `store`. */
function pathIn(file: string): string[] {
  const path = file
    .replace(/^.*\/(?:src|test)\//, '')
    .replace(/\.ts$/, '')
    .split('/')
  const place = path.length > 1 ? path.slice(1) : path
  return place.at(-1) === 'store' && place.length > 1 ? place.slice(0, -1) : place
}
