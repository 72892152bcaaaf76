/** PostgreSQL's own log: a file of limited size, because a server can outlive the process that started it. */
import { copyFile, open, rename, stat, truncate } from 'node:fs/promises'

const MAX_BYTES = 8 * 1024 * 1024

/** Keeps the file and one older file, each up to some 8 MiB. The server only appends, so we can cut the file while it writes. */
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

/** The text since the file had `from` bytes, cut to its last 4 KiB; empty if there is no file. */
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
