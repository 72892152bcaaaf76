/** The names under which statements are prepared, such as `matches.show`: PostgreSQL shows them in its logs. */
import { getCallSites } from 'node:util'

/** Whether PostgreSQL keeps a statement and its plan under a name. */
export type Prepared = 'always' | 'capped' | 'never'

/**
 * PostgreSQL keeps 63 bytes of a name and takes longer ones for the same. A number follows where several texts come from
 * one function.
 */
const LONGEST = 55

/** Each prepared statement takes memory on every connection. Fixed ones are few; this many varied ones get a name. */
const MOST_VARIED = 300

/** By text. All connections of the process share the names, as all of its databases have the same statements. */
const fixedNames = new Map<string, string>()
const variedNames = new Map<string, string>()
const taken = new Set<string>()

/** By template: the function that it stands in. */
const writers = new WeakMap<readonly string[], string>()

/** The name for a text, or none where it is sent unprepared. `label` is what the name begins with. */
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
 * The function that a template stands in, such as `matches.show` for `show` in `resources/matches/store.ts`. To be called
 * by the template's tag: it looks at the stack, for 25 µs, when it meets a template for the first time.
 */
export function writerOf(template: readonly string[]): string {
  const known = writers.get(template)
  if (known !== undefined) return known
  const [writer, ...callers] = getCallSites(10).slice(2)
  const file = writer?.scriptName ?? ''
  const within = [writer, ...callers].filter((site) => site?.scriptName === file)
  const name = [...placeOf(file), within.find((site) => site?.functionName)?.functionName ?? ''].join('.')
  const found = name.replace(/\.$/, '')
  writers.set(template, found)
  return found
}

/** The path below the first folder of `src`; `store` is left out, as its folder says what it stores. */
function placeOf(file: string): string[] {
  const path = file
    .replace(/^.*\/(?:src|test)\//, '')
    .replace(/\.ts$/, '')
    .split('/')
  const place = path.length > 1 ? path.slice(1) : path
  return place.at(-1) === 'store' && place.length > 1 ? place.slice(0, -1) : place
}
