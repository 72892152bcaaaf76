/** Unpacks the archive of a backup, and checks every file on the way. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import * as z from 'zod'
import { ARCHIVE, type Backup, FILES, digestOf, writeAll } from './folder.ts'
import { entriesOf } from './tar.ts'

const Files = z.object({
  Files: z.array(z.object({ Path: z.string(), Size: z.int(), Checksum: z.string() })),
})

/** Throws `DamagedBackup` if the archive or a file in it has another digest than the manifest says. */
export async function unpack(backup: Backup, into: string): Promise<void> {
  const left = await listed(backup)
  const facts = { hash: createHash('sha256'), bytes: 0 }
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      facts.hash.update(chunk)
      facts.bytes += chunk.length
      yield chunk
    }
  }
  await pipeline(
    createReadStream(path.join(backup.folder, ARCHIVE)),
    counted,
    createZstdDecompress({ chunkSize: CHUNK }),
    async (archive: AsyncIterable<Buffer>) => {
      for await (const { name, kind, content } of entriesOf(archive)) {
        const target = path.join(into, name)
        if (kind === 'folder') {
          await mkdir(target, { recursive: true, mode: 0o700 })
          continue
        }
        const digest = await writeFrom(content, target)
        const known = left.get(name)
        if (known !== undefined && known !== digest)
          throw new DamagedBackup(`${name} is not what PostgreSQL wrote`)
        left.delete(name)
      }
    },
  )
  const [missing] = left.keys()
  if (missing !== undefined) throw new DamagedBackup(`${missing} is missing`)
  const expected = backup.files[ARCHIVE]
  if (expected?.bytes !== facts.bytes || expected.sha256 !== facts.hash.digest('hex'))
    throw new DamagedBackup(`${ARCHIVE} has been changed`)
}

/** Most files of a database are shorter than this, so they come in one piece. */
const CHUNK = 1024 * 1024

/** The SHA-256 of each file, by the path of the file. */
async function listed(backup: Backup): Promise<Map<string, string>> {
  const text = await readFile(path.join(backup.folder, FILES), 'utf8')
  if (digestOf(text) !== backup.files[FILES]?.sha256) throw new DamagedBackup(`${FILES} has been changed`)
  const { Files: files } = Files.parse(JSON.parse(text))
  return new Map(files.map(({ Path, Checksum }) => [Path, Checksum]))
}

/** A file of the backup was changed or is missing. The message is the second half of a sentence. */
export class DamagedBackup extends Error {}

async function writeFrom(content: AsyncIterable<Buffer>, file: string): Promise<string> {
  const hash = createHash('sha256')
  const handle = await open(file, 'wx', 0o600)
  try {
    for await (const chunk of content) {
      hash.update(chunk)
      await writeAll(handle, chunk)
    }
  } finally {
    await handle.close()
  }
  return hash.digest('hex')
}
