/** Checks the free space for backups. PostgreSQL stops when its log has no room, so some space must stay free. */
import { stat, statfs } from 'node:fs/promises'

export const RESERVE = 64 * 1024 * 1024

export class NoRoom extends Error {
  override name = 'NoRoom'
}

export async function reserveOf(folder: string, dataFolder: string): Promise<number> {
  const [ours, its] = await Promise.all([stat(folder), stat(dataFolder)])
  return ours.dev === its.dev ? RESERVE : 0
}

export async function mustHaveRoom(folder: string, reserve: number): Promise<void> {
  if ((await roomIn(folder)) <= reserve) throw new NoRoom(`the disk of ${folder} is too full`)
}

export async function roomIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

export const megabytes = (bytes: number) => Math.ceil(bytes / 1_048_576)
