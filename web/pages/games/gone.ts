/** The words for a game that does not exist. */
import type { Absence } from '../../parts/page/fault.tsx'
import { t } from '../../texts/games.ts'
import { say } from '../../texts/text.ts'

export const gone = (): Absence => ({
  title: say(t.missing),
  lead: say(t.missingWhy),
  href: '/games',
  action: say(t.find),
})
