/** Every text that the app shows is in the catalogue. The TSX files contain no words of their own. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { transform } from 'esbuild'

const folder = new URL('../../web/', import.meta.url).pathname

/** Properties with text that people read or hear. */
const SAID = new Set([
  'children',
  'aria-label',
  'aria-description',
  'aria-valuetext',
  'title',
  'alt',
  'placeholder',
  'label',
])
/** Names that are the same in every language. */
const NAMES = new Set(['Scorebook'])

/**
 * Finds words in compiled TSX: literals in properties that people read or hear, including one of several children, or a branch of
 * a condition.
 */
function wordsIn(code: string): string[] {
  const words: string[] = []
  for (const { index, 0: found, 1: quoted, 2: plain } of code.matchAll(/(?:"([\w-]+)"|\b(\w+)): /g))
    if (SAID.has(quoted ?? plain ?? '')) words.push(...literalsAt(code, index + found.length))
  return words.filter((word) => /\p{L}{2}/u.test(word) && !NAMES.has(word.trim()))
}

/** The literals that an expression can give. Those inside calls and comparisons do not count. */
function literalsAt(code: string, from: number): string[] {
  const found: string[] = []
  const open: { sign: string; before: number }[] = []
  for (let at = from; at < code.length; at++) {
    const sign = code[at] ?? ''
    if ('([{'.includes(sign)) open.push({ sign, before: found.length })
    else if (')]}'.includes(sign)) {
      const opened = open.pop()
      if (!opened) break
      // A list that is processed further is not text itself.
      if (sign === ']' && code[at + 1] === '.') found.length = opened.before
    } else if (sign === ',' && open.length === 0) break
    else if (sign === '"' || sign === '`') {
      const end = endOfLiteral(code, at)
      const isCompared =
        /[=!]==? ?$/.test(code.slice(0, at)) || /^ ?(?:[=!]==?|in\b)/.test(code.slice(end + 1))
      if (open.every((one) => one.sign === '[') && !isCompared) found.push(wordsOf(code.slice(at + 1, end)))
      at = end
    }
  }
  return found
}

/** The text of a template, without its expressions. */
function wordsOf(literal: string): string {
  let words = ''
  let depth = 0
  for (const sign of literal.replaceAll('${', '\u0000')) {
    if (sign === '\u0000' || (depth > 0 && sign === '{')) depth++
    else if (depth > 0 && sign === '}') depth--
    else if (depth === 0) words += sign
  }
  return words
}

function endOfLiteral(code: string, from: number): number {
  for (let at = from + 1; at < code.length; at++) {
    if (code[at] === '\\') at++
    else if (code[at] === code[from]) return at
  }
  return code.length
}

const compiled = async (source: string) =>
  (await transform(source, { loader: 'tsx', jsx: 'automatic', jsxImportSource: 'preact', charset: 'utf8' }))
    .code

test('no TSX has words of its own', async () => {
  const found: string[] = []
  for (const file of globSync('**/*.tsx', { cwd: folder }))
    for (const word of wordsIn(await compiled(readFileSync(join(folder, file), 'utf8'))))
      found.push(`${file}: ${word}`)
  assert.deepEqual(found, [])
})

test('words in TSX are found where people read or hear them', async () => {
  for (const source of [
    'export const A = () => <p>Finish match</p>',
    'export const A = () => <p>Finish <b>now</b></p>',
    'export const A = () => <button aria-label="Close" />',
    'export const A = () => <input placeholder="Search" />',
    "export const A = ({ on }) => <p>{on ? 'Yes, it is' : 'No'}</p>",
  ])
    assert.notDeepEqual(wordsIn(await compiled(source)), [], source)
  for (const source of [
    'export const A = () => <p class="some words" id="main">{say(frame.skip)}</p>',
    "export const A = ({ key }) => <p>{key === 'Enter' && <b>·</b>}</p>",
  ])
    assert.deepEqual(wordsIn(await compiled(source)), [], source)
})
