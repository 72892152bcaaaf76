/** The words for a person who does not exist. */
import type { Absence } from '../../parts/page/fault.tsx'
import { t } from '../../texts/people.ts'
import { say } from '../../texts/text.ts'

export const gone = (): Absence => ({
  title: say(t.missing),
  lead: say(t.missingWhy),
  href: '/people',
  action: say(t.find),
})
