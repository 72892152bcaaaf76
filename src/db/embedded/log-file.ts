/** PostgreSQL's own log file. We limit its size, because a server can run longer than the process that started it. */
import { copyFile, open, rename, stat, truncate } from 'node:fs/promises'

const MAX_BYTES = 8 * 1024 * 1024

/**
 * Keeps the current file and one older file, each of up to about 8 MiB. The server only appends, so we can truncate the file
 * while it is open.
 */
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

/**
 * Returns the text that was written after the first `from` bytes, but at most its last 4 KiB. If there is no file, returns an
 * empty text.
 */
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
