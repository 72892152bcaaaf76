/** The words for what the readers of files could not read. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import german from '../../web/texts/de/imports.ts'
import { t } from '../../web/texts/imports.ts'

const KINDS = new URL('../../src/imports/formats/kinds.ts', import.meta.url)

test('every kind of fault has words, as a reason or as a note', async () => {
  const kinds = [...(await readFile(KINDS, 'utf8')).matchAll(/^ {2}(?:\| )?'([A-Z_]+)',?$/gm)].map(
    ([, kind = '']) => kind,
  )
  assert.ok(kinds.length > 30)
  for (const [reason, note] of [
    [t.reason.base, t.note.base],
    [german[t.reason.key], german[t.note.key]],
  ])
    assert.deepEqual(
      kinds.filter((kind) => !`${reason} ${note}`.includes(` ${kind} {`)),
      [],
    )
})
