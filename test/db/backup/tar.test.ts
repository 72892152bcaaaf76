/** PostgreSQL's tar archives are read in chunks of any size, and damaged ones are refused. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entriesOf } from '../../../src/db/backup/tar.ts'
import { beginOf, beginOfSegment, positionOf, segmentOf, textOf } from '../../../src/db/backup/segments.ts'

const BLOCK = 512

function header(name: string, size: number, kind = '0'): Buffer {
  const block = Buffer.alloc(BLOCK)
  block.write(name, 0)
  block.write('0000600\0', 100)
  block.write(size.toString(8).padStart(11, '0'), 124)
  block.write('        ', 148)
  block.write(kind, 156)
  block.write('ustar\x0000', 257)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

const padded = (text: string) =>
  Buffer.concat([Buffer.from(text), Buffer.alloc((BLOCK - (text.length % BLOCK)) % BLOCK)])

const archive = Buffer.concat([
  header('base/', 0, '5'),
  header('base/one', 700),
  padded('x'.repeat(700)),
  header('empty', 0),
  header('base/two', 3),
  padded('abc'),
  Buffer.alloc(2 * BLOCK),
])

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(bytes: Buffer, size = 100): Promise<string[]> {
  const found: string[] = []
  for await (const { name, kind, content } of entriesOf(inChunks(bytes, size))) {
    const parts: Buffer[] = []
    if (name !== 'skipped') for await (const part of content) parts.push(part)
    found.push(`${kind} ${name} ${Buffer.concat(parts).toString().length}`)
  }
  return found
}

test('folders and files come in their order, whatever the size of the chunks', async () => {
  const expected = ['folder base 0', 'file base/one 700', 'file empty 0', 'file base/two 3']
  for (const size of [1, 7, 512, 513, 100_000]) assert.deepEqual(await read(archive, size), expected)
})

test('what nobody reads is passed over', async () => {
  const bytes = Buffer.concat([
    header('skipped', 600),
    padded('y'.repeat(600)),
    header('next', 1),
    padded('z'),
    Buffer.alloc(BLOCK),
  ])
  assert.deepEqual(await read(bytes), ['file skipped 0', 'file next 1'])
})

test('an archive that ends early, that was changed, or that leads out of the folder is refused', async () => {
  await assert.rejects(read(archive.subarray(0, 1200)), /ends early/)
  await assert.rejects(read(archive.subarray(0, archive.length - 2 * BLOCK)), /ends early/)
  const changed = Buffer.from(archive)
  changed[BLOCK] = 0x41
  await assert.rejects(read(changed), /damaged/)
  await assert.rejects(read(Buffer.concat([header('../out', 0), Buffer.alloc(BLOCK)])), /leads out/)
  await assert.rejects(read(Buffer.concat([header('/etc/out', 0), Buffer.alloc(BLOCK)])), /leads out/)
  await assert.rejects(read(Buffer.concat([header('link', 0, '2'), Buffer.alloc(BLOCK)])), /neither/)
})

test('segments of the log have the names that PostgreSQL gives them', () => {
  assert.equal(segmentOf(1, positionOf('0/2000028')), '000000010000000000000002')
  assert.equal(segmentOf(2, positionOf('1/FF000000')), '0000000200000001000000FF')
  assert.equal(textOf(positionOf('1/FF00002A')), '1/FF00002A')
  assert.equal(textOf(beginOf(positionOf('1/FF00002A'))), '1/FF000000')
  assert.equal(textOf(beginOfSegment('0000000200000001000000FF') ?? 0n), '1/FF000000')
  assert.equal(beginOfSegment('00000002.history'), undefined)
})
