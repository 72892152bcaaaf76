/** The apps whose files can be imported. */
import { named } from '../../parts/marks/names.ts'
import { t } from '../../texts/imports.ts'
import { say } from '../../texts/text.ts'
import type { Import } from './live.ts'

/** Names of apps are not translated. */
const called = (name: string) => () => named(name)

export const FORMATS = [
  { format: 'BG_STATS', name: called('BG Stats'), where: t.fromBgStats },
  { format: 'BGG', name: called('BoardGameGeek'), where: t.fromBgg },
  { format: 'NEMESTATS', name: called('NemeStats'), where: t.fromNemeStats },
  { format: 'BOARD_GAME_TRACKER', name: called('Board Game Tracker'), where: t.fromTracker },
  { format: 'CSV', name: () => say(t.csv), where: t.fromCsv },
] as const satisfies readonly { format: Import['format']; name: () => string; where: object }[]

export const nameOfFormat = (format: Import['format']): string =>
  FORMATS.find((one) => one.format === format)?.name() ?? format
