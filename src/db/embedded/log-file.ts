/** PostgreSQL's own log: a file, because a server outlives the process that started it. Its size is bounded. */
import { copyFile, open, rename, stat, truncate } from 'node:fs/promises'

const MAX_BYTES = 8 * 1024 * 1024

/** Keeps the file and one older one, each of about 8 MiB at most. The server appends, so we may cut the file while it writes. */
export async function boundLog(file: string, maxBytes = MAX_BYTES): Promise<void> {
  if ((await sizeOf(file)) < maxBytes) return
  await copyFile(file, `${file}.older.new`)
  await rename(`${file}.older.new`, `${file}.older`)
  await truncate(file)
}

export async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch(() => undefined)
  return found?.size ?? 0
}

/** The text written since the file had `from` bytes; at most its last 4 KiB, and nothing where nobody has logged yet. */
export async function tailOf(file: string, from: number): Promise<string> {
  const length = await sizeOf(file)
  if (length === 0) return ''
  const start = Math.max(length < from ? 0 : from, length - 4096)
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length - start), 0, length - start, start)
    return buffer.toString('utf8', 0, bytesRead).trim()
  } finally {
    await handle.close()
  }
}
