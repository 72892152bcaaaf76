/** Makes the manifest of a backup without files, for tests of the backup folder. */
import type { Manifest } from '../../../src/db/backup/folder.ts'

export const manifest: Manifest = {
  format: 1,
  reason: 'by-hand',
  startedAt: '2026-06-17T03:00:00.000Z',
  endedAt: '2026-06-17T03:00:01.000Z',
  scorebook: '0.1.0',
  postgres: '18',
  system: '1',
  lineage: '0123456789abcdef',
  log: { timeline: 1, from: '0/2000028', to: '0/2000120' },
  migrations: [],
  unpacked: 1,
  files: {},
}
