/** Plain English: some wordings make strangers read twice, and must appear nowhere. CONTRIBUTING shows better ones. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const root = new URL('../', import.meta.url)

/** What stumbles, and what to write in its place. */
const STUMBLES: readonly [pattern: RegExp, instead: string][] = [
  [/\b(?:that|those) of (?:the|a|an|another|its|each|this|our|his|her|their)\b/i, 'say the noun again'],
  [/\bwhom\b/i, 'make it two sentences, or turn it round: the people who …'],
  [/\bof which\b/i, 'make it two sentences'],
  [/\bso (?:many|long)\b(?! as)/i, 'say the number, or its name'],
  [/\b(?:is|are|was|were|be|been) told\b|\btold of\b|\btells? of\b/i, 'log, report, show, print, answer'],
  [/\banew\b/i, 'again'],
  [/\bbe it that\b/i, 'if'],
  [/\b(?:has|have|had) to be\b/i, 'must be'],
]

const AREAS = {
  src: 'src/**/*.ts',
  web: 'web/**/*.{ts,tsx,css}',
  bench: 'bench/**/*.ts',
  ship: 'ship/*.ts',
  client: '{client/{src,generate}/**/*.ts,client/*.{ts,md},examples/**/*.{ts,md}}',
  test: 'test/**/*.ts',
  migrations: 'migrations/0*.sql',
  docs: '{*.md,docs/**/*.md,openapi.json}',
}

for (const [area, pattern] of Object.entries(AREAS))
  test(`${area} is written in plain sentences`, () => {
    const stumbling = globSync(pattern, { cwd: root }).flatMap((file) =>
      file === 'test/words.test.ts' || file === 'CONTRIBUTING.md' ? [] : stumblesIn(file),
    )
    assert.deepEqual(stumbling, [])
  })

function stumblesIn(file: string): string[] {
  const lines = readFileSync(new URL(file, root), 'utf8').split('\n')
  return lines.flatMap((line, index) => {
    const [, instead] = STUMBLES.find(([pattern]) => pattern.test(line)) ?? []
    return instead === undefined ? [] : [`${file}:${index + 1}: ${line.trim().slice(0, 160)}  (${instead})`]
  })
}
