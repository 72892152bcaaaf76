/**
 * Which test files a change can affect: those that reach a changed file, through imports and through the paths that are written in
 * the code. A path of a folder, or a pattern, stands for all files below. In doubt a test is affected.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../', import.meta.url))

/** If one of these changes, every test is affected: they run the tests, or say what the packages and compilers are. */
const OF_ALL = new Set([
  'test/run.ts',
  'test/files.ts',
  'test/queue.ts',
  'test/parts.ts',
  'test/following.ts',
  'bin/run.js',
  'bin/with-node.js',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  '.npmrc',
  '.nvmrc',
])

/** What a file needs although no path in it says so: a prefix of paths, and what the files below it need. */
const ALSO: readonly (readonly [string, readonly string[]])[] = [
  ['test/database.ts', ['test/setup.ts']], // whose template it clones
  ['test/slow/ship/', ['src/', 'web/', 'bin/', 'migrations/', 'ship/', 'client/']], // an image has all of it
]

/** Folders that a file names as a whole, though it needs only a part. */
const PARTS: Record<string, Record<string, readonly string[]>> = {
  'src/pages/assets.ts': { 'web/': ['web/fonts/', 'web/styles/', 'web/scripts/'] },
}

const CODE = /\.(?:[cm]?[jt]s|tsx)$/
const QUOTED = /(['"`])((?:(?!\1)[^\\\n]){1,200})\1/g
/** Types change nothing at run time; the compiler checks them. */
const OF_TYPES = /^(?:import|export) type [^'"]*from '[^']*'/gm
/** A file that imports `node:fs` or `node:child_process` may refer to something in the root folder without a `/` in its path. */
const USES_FILES = /from 'node:(?:fs|fs\/promises|child_process)'/

/** The files that have changed since the branch left `since`, with those that are not committed. */
export function changedSince(since = 'main'): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' })
  const base = git('merge-base', since, 'HEAD').trim()
  const listed = [
    git('diff', '--name-only', '--no-renames', '-z', base),
    git('ls-files', '-oz', '--exclude-standard'),
  ]
  return [...new Set(listed.flatMap((names) => names.split('\0').filter(Boolean)))].toSorted()
}

/** The files of the working tree, with those that were deleted but not committed. */
export const filesHere = (): string[] =>
  execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
    .split('\0')
    .filter(Boolean)

/** The test files that the changed files can affect, in their order. */
export function affectedBy(
  changed: readonly string[],
  tests: readonly string[],
  files: readonly string[] = filesHere(),
  textOf: (file: string) => string = textHere,
): string[] {
  if (changed.some((file) => OF_ALL.has(file))) return [...tests]
  const graph = new Graph([...files, ...changed], textOf)
  return tests.filter((test) => graph.reaches(test.replaceAll('\\', '/'), changed))
}

function textHere(file: string): string {
  try {
    return readFileSync(`${ROOT}${file}`, 'utf8')
  } catch {
    return '' // it was deleted
  }
}

class Graph {
  readonly #files: ReadonlySet<string>
  readonly #folders: ReadonlySet<string>
  readonly #textOf: (file: string) => string
  /** What each file names: files, and folders with a slash at their ends. */
  readonly #named = new Map<string, ReadonlySet<string>>()
  readonly #matched = new Map<string, string[]>()

  constructor(files: readonly string[], textOf: (file: string) => string) {
    this.#files = new Set(files)
    this.#folders = new Set(files.flatMap((file) => foldersOf(file)))
    this.#textOf = textOf
  }

  reaches(test: string, changed: readonly string[]): boolean {
    const seen = new Set([test])
    for (const place of seen) {
      if (changed.some((file) => file === place || (place.endsWith('/') && file.startsWith(place))))
        return true
      if (!place.endsWith('/')) for (const next of this.#namedIn(place)) seen.add(next)
    }
    return false
  }

  #namedIn(file: string): ReadonlySet<string> {
    const known = this.#named.get(file)
    if (known) return known
    const named = new Set(ALSO.flatMap(([prefix, needed]) => (file.startsWith(prefix) ? needed : [])))
    if (CODE.test(file)) {
      const text = this.#textOf(file).replaceAll(OF_TYPES, '')
      const bare = USES_FILES.test(text)
      for (const [, , quoted = ''] of text.matchAll(QUOTED))
        for (const place of this.#placesOf(quoted, file, bare))
          for (const part of PARTS[file]?.[place] ?? [place]) named.add(part)
    }
    this.#named.set(file, named)
    return named
  }

  /** The files or folders that a quoted text can mean, beside the file or from the root. */
  #placesOf(quoted: string, file: string, bare: boolean): string[] {
    const path = quoted.replace(/[?#].*$/, '').replace(/[^/]*\$\{.*$/, '')
    if (/^[./]*$|[\s:<>()]/.test(path) || (!bare && !/[/.]/.test(path))) return []
    if (/\*.*[./]|[./].*\*/.test(path)) return this.#matching(path.replaceAll('../', ''))
    return [posix.join(dirname(file), path), posix.normalize(path)].flatMap((place) => {
      const name = place.replace(/\/$/, '')
      if (this.#files.has(name)) return [name]
      return this.#folders.has(name) ? [`${name}/`] : []
    })
  }

  /** The files that a pattern matches in whichever folder it is meant. */
  #matching(pattern: string): string[] {
    const known = this.#matched.get(pattern)
    if (known) return known
    const form = new RegExp(`(?:^|/)${formOf(pattern)}$`)
    const found = [...this.#files].filter((file) => form.test(file))
    this.#matched.set(pattern, found)
    return found
  }
}

/** The regular expression of a pattern. Anything may stand for a choice in braces. */
const formOf = (pattern: string): string =>
  pattern
    .replaceAll(/\{[^}]*\}/g, '*')
    .replaceAll(/[.+?^$()|[\]\\{}]/g, String.raw`\$&`)
    .replaceAll('**/', '\u0000')
    .replaceAll(/\*+/g, '[^/]*')
    .replaceAll('\u0000', '(?:.*/)?')

/** `a/b/c.ts` is in `a` and in `a/b`. */
function foldersOf(file: string): string[] {
  const parts = file.split('/')
  return parts.slice(1).map((_, n) => parts.slice(0, n + 1).join('/'))
}
